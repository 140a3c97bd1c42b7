package cmd

import (
	"errors"
	"fmt"
	"io/fs"

	"github.com/spf13/cobra"

	"usher/pkg/fault"
	"usher/pkg/output"
	"usher/pkg/safefile"
	"usher/pkg/trust"
)

// fileCheck is what the check commands share: which files, which form, and what
// counts as a failure (SPEC Y1, Y2).
type fileCheck struct {
	*app
	format, failOn string
	noun           string // what one file holds, for messages
	parse          func(path string, data []byte) ([]fault.Problem, int)
}

func (c *fileCheck) flags(cmd *cobra.Command) {
	fs := cmd.Flags()
	fs.Var(&choice{&c.format, []string{"text", "json"}}, "format", "form of the answer: text or json")
	fs.Var(&choice{&c.failOn, []string{"error", "warning"}}, "fail-on", "least `severity` that fails: error (default) or warning")
	_ = cmd.RegisterFlagCompletionFunc("format", words("text", "json"))
	_ = cmd.RegisterFlagCompletionFunc("fail-on", words("error", "warning"))
}

// files checks every named file. A file that is not there is status 2 and no
// answer: a check that looked at nothing is not clean (SPEC Y3).
func (c *fileCheck) files(paths []string) (output.View, error) {
	if len(paths) == 0 {
		return nil, fault.New(fault.Usage, "name the files to check",
			fmt.Sprintf(`usher %s check "$(usher home)/%s"`, c.noun, map[string]string{"hooks": "hooks.json", "server": "mcp.json"}[c.noun]))
	}
	if c.format != "" {
		c.app.flags.format = c.format
	}
	v := checkView{Files: []checkedFile{}, Problems: []fault.Problem{}, failOn: c.failOn}
	for _, path := range paths {
		data, err := safefile.ReadPlain(path, trust.MaxFile)
		f := checkedFile{Path: path}
		switch p, whole := fileProblem(path, err); {
		case err == nil:
			var ps []fault.Problem
			ps, f.Entries = c.parse(path, data)
			v.Problems = append(v.Problems, ps...)
		case whole:
			v.Problems = append(v.Problems, p)
		case errors.Is(err, fs.ErrNotExist):
			return nil, fault.New(fault.Usage, "there is no file "+path, "name a file that is there")
		default:
			return nil, err
		}
		v.Files = append(v.Files, f)
	}
	return v, nil
}

type checkedFile struct {
	Path    string `json:"path"`
	Entries int    `json:"entries"`
}

type checkView struct {
	Files    []checkedFile   `json:"files"`
	Problems []fault.Problem `json:"problems"`

	failOn string
}

func (v checkView) JSON() any { return v }

// Exit is 1 where a problem is as severe as --fail-on says, else 0 (SPEC Y2).
func (v checkView) Exit() int {
	for _, p := range v.Problems {
		if p.Severity == fault.SeverityError || p.Severity == fault.SeverityWarning && v.failOn == "warning" {
			return 1
		}
	}
	return 0
}

func (v checkView) Text(w *output.Printer) {
	w.Problems(v.Problems)
	for _, f := range v.Files {
		n := 0
		for _, p := range v.Problems {
			if p.File == f.Path {
				n++
			}
		}
		w.Linef("%s: %s, %s", f.Path, count(f.Entries, "entry loads", "entries load"), count(n, "problem", "problems"))
	}
}

func count(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}
