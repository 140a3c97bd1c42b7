package effective

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"usher/pkg/hooks"
	"usher/pkg/policy"
	"usher/pkg/trust"
)

const (
	objectFile = `{"hooks":{"PreToolUse":[{"matcher":"a__*|Bash","hooks":[{"type":"command","command":"c"},{"type":"command","command":"c","onError":"deny"},{"type":"command","command":"c","onError":"warn"}]}]}}`
	listFile   = `{"hooks":[{"name":"l","event":"PreToolUse","command":"c"}]}`
)

// SPEC H6: policy hooks.onError: warn is for object-shape entries that do not say
// onError, and for the machine's only where the machine says so.
func TestPolicyWarnsForTheObjectShapeAlone_H6(t *testing.T) {
	layer := func(name, text string) trust.Layer {
		return trust.Layer{Name: name, Files: map[string]trust.Entry{HooksFile: {Path: "/" + name + "/hooks.json", Data: []byte(text), Present: true}}}
	}
	warn := `{"hooks":{"onError":"warn"}}`
	for _, c := range []struct{ machine, user, want string }{
		{"", "", "machine:001 yours:001 project:001 list:0"}, {"", warn, "machine:001 yours:101 project:101 list:0"}, {warn, "", "machine:101 yours:101 project:101 list:0"},
		{warn, `{"hooks":{"onError":"deny"}}`, "machine:101 yours:001 project:001 list:0"},
	} {
		source := func(layer, text string) policy.Source {
			return policy.Source{Layer: layer, Path: "/p.json", Data: []byte(text), Present: text != ""}
		}
		p, problems := policy.Parse(source(trust.Machine, c.machine), source(trust.Yours, c.user))
		if len(problems) > 0 {
			t.Fatal(problems)
		}
		folder := trust.Folder{Path: "/p", Files: []trust.File{{Path: ".usher/hooks.json", Part: trust.PartHooks, Layout: "usher", Definition: true, Data: []byte(objectFile)}}}
		s := Load(Input{Policy: p, Layers: []trust.Layer{layer(trust.Machine, objectFile), layer(trust.Yours, objectFile)}, Project: Project{Folder: folder, State: trust.Trusted}})
		if l := Load(Input{Policy: p, Layers: []trust.Layer{layer(trust.Yours, listFile)}}); !strings.HasSuffix(c.want, fmt.Sprintf("list:%d", bit(l.Hooks[0]))) {
			t.Errorf("%+v", l.Hooks)
		}
		got := ""
		for i, h := range s.Hooks {
			if i%3 == 0 {
				got += h.Layer + ":"
			}
			got += fmt.Sprint(bit(h))
			if i%3 == 2 {
				got += " "
			}
		}
		if got+"list:0" != c.want {
			t.Errorf("machine %q, yours %q: %s, want %s", c.machine, c.user, got, c.want)
		}
	}
}

func bit(h hooks.Hook) int {
	if h.Warn {
		return 1
	}
	return 0
}

// SPEC T5: a hook's files in the object shape, a shell's line word by word.
func TestRefsOfTheObjectShape_T5(t *testing.T) {
	got, _ := Refs(".kaitoi/hooks.json", []byte(`{"hooks":{"Stop":[{"hooks":[
{"type":"command","command":"./scripts/a.sh --x=lib/b.js"},
{"type":"command","command":"\"$CLAUDE_PROJECT_DIR\"/c.sh && node d.js","shell":true},
{"type":"command","command":"sh","args":["e.sh"]}]}]}}`))
	for _, want := range []string{"./scripts/a.sh", "lib/b.js", "${workspace}/c.sh", "d.js", "e.sh"} {
		if !slices.Contains(got, want) {
			t.Errorf("%q does not name %s", got, want)
		}
	}
}

// SPEC G2: a folder's guards are counted in both shapes, dropped ones too.
func TestGuardsOfBothShapes_G2(t *testing.T) {
	for text, want := range map[string]bool{
		objectFile: true, listFile: true, `{"hooks":{}}`: false, `{"hooks":{"Stop":[{}]}}`: false, `{"hooks":{"PreToolUse":[{}]}}`: true, `{"hooks":{"BeforeTool":[{}]}}`: true,
		`{"hooks":null}`: true, `{"hooks":{"PreToolUse":[{"hooks":[{"type":"command","command":"c","enabled":false}]}]}}`: false, `{"hooks":{"PreToolUse":[]}}`: false,
	} {
		folder := trust.Folder{Files: []trust.File{{Path: ".kaitoi/hooks.json", Part: trust.PartHooks, Data: []byte(text)}}}
		if got := Guards(folder); got != want {
			t.Errorf("%s: %v", text, got)
		}
	}
}

// SPEC L6, L7: two layouts of one folder may each have a hook of one name; each has
// an id of its own. A folder with one hooks file keeps the short form.
func TestEachHookHasAnIDOfItsOwn_L7(t *testing.T) {
	file := func(layout, path string) trust.File {
		return trust.File{Path: path, Part: trust.PartHooks, Layout: layout, Definition: true, Data: []byte(listFile)}
	}
	for want, files := range map[string][]trust.File{
		"project:hooks.json:l": {file("usher", ".usher/hooks.json")},
		"project:.usher/hooks.json:l project:.kkss/assistant/hooks.json:l": {file("usher", ".usher/hooks.json"), file("kkss", ".kkss/assistant/hooks.json")},
	} {
		p := Project{Folder: trust.Folder{Path: "/p", Files: files}, State: trust.Trusted}
		ids := func(hs []hooks.Hook) (out []string) {
			for _, h := range hs {
				out = append(out, h.ID())
			}
			return out
		}
		if got := ids(Load(Input{Policy: policy.Default(), Project: p}).Hooks); !same(got, want) {
			t.Errorf("%v, want %s", got, want)
		}
		for _, f := range files {
			p.NotAccepted = append(p.NotAccepted, f.Path)
		}
		var got []string
		for _, w := range Load(Input{Policy: policy.Default(), Project: p}).Waiting {
			got = append(got, ids(w.Hooks)...)
		}
		if !same(got, want) {
			t.Errorf("waiting: %v, want %s", got, want)
		}
	}
}

func same(got []string, want string) bool {
	wanted := strings.Fields(want)
	slices.Sort(got)
	slices.Sort(wanted)
	return slices.Equal(got, wanted)
}
