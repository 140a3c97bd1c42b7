package cmd

import (
	"context"

	"github.com/spf13/cobra"

	"usher/pkg/engine"
	"usher/pkg/fault"
	"usher/pkg/gatetest"
	"usher/pkg/output"
	"usher/pkg/proc"
)

// This file is gate test; a name that ends in _test.go would never be built.

func newGateTestCmd(a *app) *cobra.Command {
	o := gateTestOptions{app: a}
	cmd := &cobra.Command{
		Use:   "test {<file> | -}...",
		Short: "Check a table of calls and expected verdicts",
		Long: `Decide every call of a table with run-gate's own code and compare the verdict with
the expected one: allow, ask or deny. A table is JSON with comments:

  {"given": {…}, "cases": [{"name", "call": {"tool": "acme__lookup"},
    "expect": "deny", "reason": "text", "hooks": {"guard": "deny"}}]}

"call" is run-gate's own form; "reason" is text that the deciding reason must
hold. "given" supposes a world; what it leaves out is what really stands:
"mcp", "hooks", "policy" (the file itself, or its path), "approved" (true, false or
ids), "grants" ([{"server","tool","decision","readOnly"}], with "tools" for a '*'),
"project" (a folder, or false), "trusted", and "answers" ({"hook": "none", "deny",
"ask" or "fail"}). Paths are relative to the table. The machine's folder always
counts. With all of them given nothing of yours is read, not even a home folder.

Hooks are not run: each has the opinion that "hooks" of the case or "answers" gives
it, or none, and then the case says that it was not run. With --run-hooks they are
run for real, and the supposed opinions do not count; hooks that stand in the table
start in its folder. No tool is called and nothing is written.

EXIT STATUS
  0    every case is as expected
  1    a case is not as expected
  2    a table is not there, is not understood or has no cases, or the command was
       not understood
  130  interrupted; the hook that ran was stopped`,
		Example: `  # before a change of policy goes out
  usher gate test policy-cases.json

  # in CI
  usher gate test deploy/*.gate.json --format junit > report.xml`,
		Args:              takes(1, -1),
		RunE:              a.show(o.run),
		ValidArgsFunction: cobra.FixedCompletions([]cobra.Completion{"json"}, cobra.ShellCompDirectiveFilterFileExt),
	}
	fs := cmd.Flags()
	fs.Var(&choice{&o.format, []string{"text", "json", "junit"}}, "format", "form of the answer, as -o, or a JUnit report: text, json or junit")
	fs.BoolVar(&o.runHooks, "run-hooks", false, "run the hooks for real")
	_ = cmd.RegisterFlagCompletionFunc("format", words("text", "json", "junit"))
	return cmd
}

type gateTestOptions struct {
	*app
	format   string
	runHooks bool
}

func (o *gateTestOptions) run(ctx context.Context, args []string) (output.View, error) {
	switch o.format {
	case "junit":
		o.flags.format = "text"
	case "":
	default:
		o.flags.format = o.format
	}
	var reaper *proc.Reaper
	if o.runHooks {
		if o.Getenv(hookEvent) != "" {
			return nil, fault.New(fault.Refused, "gate test --run-hooks was started inside a hook, where it would run hooks without end", "leave --run-hooks out")
		}
		proc.BecomeSubreaper()
		reaper = proc.NewReaper(proc.FindReaper(o.Self))
		defer reaper.Close()
	}
	v := gateTestView{Files: []testedFile{}, Problems: []fault.Problem{}}
	for _, path := range args {
		f, problems, err := o.read(ctx, path)
		if err != nil {
			return nil, err
		}
		s := gatetest.Suite{File: f.Path, Problems: problems}
		if len(problems) == 0 {
			t := table{gateTestOptions: o, File: f, reaper: reaper, stood: map[string]*stood{}}
			s.Results, s.Problems = f.Run(ctx, gatetest.House{Stand: t.stand, Request: t.request, Fire: t.fires()})
		}
		if ctx.Err() != nil {
			return nil, interrupted(ctx)
		}
		v.add(s)
	}
	return o.told(v)
}

// told is the answer, and what is said about tables that gave none.
func (o *gateTestOptions) told(v gateTestView) (output.View, error) {
	var view output.View = v
	if o.format == "junit" {
		doc, err := gatetest.JUnit(v.suites)
		if err != nil {
			return nil, err
		}
		view = junitView{v, string(doc)}
	}
	if len(v.Problems) == 0 {
		return view, nil
	}
	e := fault.New(fault.Usage, count(v.bad, "table is", "tables are")+" not understood, so nothing is known about its cases", "usher gate test --help")
	e.Problems = v.Problems
	return view, e
}

// fires runs hooks for real where that was asked for.
func (t *table) fires() func(*engine.Standing, call) engine.Fire {
	if t.reaper == nil {
		return nil
	}
	return t.fire
}
