package arch

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strings"
	"testing"
)

// TestNothingWorksBeforeMain: no package of ours has an init function or a
// package-level variable, but for tables that are arrays written out, unexported
// sentinel errors, interface checks, and the version that the build stamps.
func TestNothingWorksBeforeMain(t *testing.T) {
	seen := map[string]bool{}
	for _, goos := range systems() {
		for _, p := range list(t, goos, "./...") {
			for _, name := range p.GoFiles {
				if path := filepath.Join(p.Dir, name); !seen[path] {
					seen[path] = true
					checkFile(t, path)
				}
			}
		}
	}
}

func checkFile(t *testing.T, path string) {
	t.Helper()
	set := token.NewFileSet()
	file, err := parser.ParseFile(set, path, nil, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	for _, declared := range file.Decls {
		switch d := declared.(type) {
		case *ast.FuncDecl:
			if d.Recv == nil && d.Name.Name == "init" {
				t.Errorf("%s: an init function", set.Position(d.Pos()))
			}
		case *ast.GenDecl:
			if d.Tok != token.VAR {
				continue
			}
			for _, spec := range d.Specs {
				if v := spec.(*ast.ValueSpec); !harmless(file, v) {
					t.Errorf("%s: package variable %s", set.Position(v.Pos()), v.Names[0].Name)
				}
			}
		}
	}
}

// harmless reports whether a variable cannot carry state and costs no work.
func harmless(file *ast.File, v *ast.ValueSpec) bool {
	name := v.Names[0].Name
	switch {
	case name == "_":
		return true
	case name == "version" && file.Name.Name == "main" && len(v.Values) == 0:
		return true
	case len(v.Names) != 1 || len(v.Values) != 1:
		return false
	case strings.HasPrefix(name, "err"):
		return called(v.Values[0]) == "errors.New"
	}
	table, ok := v.Values[0].(*ast.CompositeLit)
	if !ok {
		return false
	}
	array, ok := table.Type.(*ast.ArrayType)
	return ok && array.Len != nil && !calls(table)
}

// called is the name of the function that an expression calls, "" for others.
func called(e ast.Expr) string {
	call, ok := e.(*ast.CallExpr)
	if !ok {
		return ""
	}
	f, ok := call.Fun.(*ast.SelectorExpr)
	if !ok {
		return ""
	}
	from, _ := f.X.(*ast.Ident)
	if from == nil {
		return ""
	}
	return from.Name + "." + f.Sel.Name
}

func calls(e ast.Expr) bool {
	found := false
	ast.Inspect(e, func(n ast.Node) bool {
		_, call := n.(*ast.CallExpr)
		_, literal := n.(*ast.FuncLit)
		found = found || call
		return !literal // what a function in the table does, it does when called
	})
	return found
}
