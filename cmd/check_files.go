package cmd

import (
	"context"
	"errors"
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
	noun, file     string // the group's word, and how such a file is called
	parse          func(path string, data []byte) (ps []fault.Problem, entries int)
}

const checkStatus = `EXIT STATUS
  0  clean
  1  problems found (--fail-on says how severe)
  2  a file is not there, or the command was not understood`

func (c *fileCheck) flags(cmd *cobra.Command) {
	fs := cmd.Flags()
	fs.Var(&choice{&c.format, []string{"text", "json"}}, "format", "form of the answer, as -o: text or json")
	fs.Var(&choice{&c.failOn, []string{"error", "warning"}}, "fail-on", "least `severity` that fails: error (default) or warning")
	_ = cmd.RegisterFlagCompletionFunc("format", words("text", "json"))
	_ = cmd.RegisterFlagCompletionFunc("fail-on", words("error", "warning"))
	cmd.ValidArgsFunction = cobra.FixedCompletions([]cobra.Completion{"json"}, cobra.ShellCompDirectiveFilterFileExt)
}

// run checks every named file. A file that is not there is status 2, beside the
// answer for the others: a check that looked at nothing is not clean (SPEC Y3).
func (c *fileCheck) run(_ context.Context, paths []string) (output.View, error) {
	if c.format != "" {
		c.app.flags.format = c.format
	}
	if len(paths) == 0 {
		return nil, fault.New(fault.Usage, "no file is named, and nothing is checked by itself",
			"usher "+c.noun+` check "$(usher home)/`+c.file+`"`)
	}
	v := checkView{Files: []checkedFile{}, Problems: []fault.Problem{}, failOn: c.failOn}
	var missing []string
	for _, path := range paths {
		data, err := safefile.ReadPlain(path, trust.MaxFile)
		f := checkedFile{Path: path}
		switch p, whole := fileProblem(path, err); {
		case err == nil:
			var ps []fault.Problem
			ps, f.Entries = c.parse(path, data)
			f.Problems = len(ps)
			v.Problems = append(v.Problems, ps...)
		case whole:
			f.Problems = 1
			v.Problems = append(v.Problems, p)
		case errors.Is(err, fs.ErrNotExist):
			missing = append(missing, path)
			continue
		default:
			return nil, err
		}
		v.Files = append(v.Files, f)
	}
	switch {
	case len(missing) == 0:
		return v, nil
	case len(v.Files) == 0:
		return nil, c.noFile(missing)
	}
	return v, c.noFile(missing)
}

func (c *fileCheck) noFile(missing []string) error {
	return fault.New(fault.Usage, "there is no file "+list(missing), "name files that are there; relative paths start at "+c.WorkDir)
}
