package cmd

import (
	"context"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"usher/pkg/audit"
	"usher/pkg/fault"
	"usher/pkg/names"
	"usher/pkg/output"
)

func newAuditShowCmd(a *app) *cobra.Command {
	o := auditShowOptions{app: a}
	cmd := &cobra.Command{
		Use:   "show [<file>]",
		Short: "Show recorded decisions",
		Long: `Show the decisions of the audit file, the newest last: those of policy audit.file, or
of a file that is named, such as one that was rotated. Lines whose hash is not their
own are left out and counted; "usher audit verify" says where they stand.

--head prints the hash of the last line alone. Kept elsewhere, it proves later that
nothing was cut off: usher audit verify --head HASH.

EXIT STATUS
  0  shown
  1  there is no record, or it cannot be read
  2  the places are not usable, or the command was not understood`,
		Example: `  # what was refused today?
  usher audit show --verdict deny --since 24h

  # every decision about one server, for a script
  usher audit show --server notes -n 0 -o json

  # note the end of the record
  usher audit show --head`,
		Args: takes(0, 1),
		RunE: a.show(o.run),
	}
	fs := cmd.Flags()
	fs.StringVar(&o.since, "since", "", "only what is not older than this `TIME`, as 24h or 2026-01-31T08:00:00Z")
	fs.StringVar(&o.tool, "tool", "", "only tools that this `PATTERN` covers")
	fs.StringVar(&o.verdict, "verdict", "", "only this `VERDICT`: allow, ask, deny or none")
	fs.StringVar(&o.server, "server", "", "only tools of server `ID`")
	fs.IntVarP(&o.last, "lines", "n", 50, "the newest so many; 0 for all (`N`)")
	fs.BoolVar(&o.head, "head", false, "print the hash of the last line")
	_ = cmd.RegisterFlagCompletionFunc("server", found(func(context.Context, []string) ([]string, error) { return a.serverIDs(), nil }))
	_ = cmd.RegisterFlagCompletionFunc("verdict", found(func(context.Context, []string) ([]string, error) { return verdicts(), nil }))
	freely(cmd, "lines", "since", "tool")
	return cmd
}

type auditShowOptions struct {
	*app
	since, tool, verdict, server string
	last                         int
	head                         bool
}

func verdicts() []string { return []string{"allow", "ask", "deny", "none"} }

func (o *auditShowOptions) run(_ context.Context, args []string) (output.View, error) {
	wanted, err := o.wanted()
	if err != nil {
		return nil, err
	}
	file, err := o.named(args)
	if err != nil {
		return nil, err
	}
	if o.head {
		h, err := audit.HeadOf(file)
		return auditHead{File: file, Sequence: h.Sequence, Head: string(h.Hash)}, err
	}
	v := auditShown{File: file, Records: []audit.Record{}}
	v.Broken, err = audit.Each(file, func(r audit.Record, _ []byte) error {
		if wanted(r) {
			if v.Records = append(v.Records, r); o.last > 0 && len(v.Records) > 2*o.last {
				v.Records = append(v.Records[:0:0], v.Records[len(v.Records)-o.last:]...)
			}
		}
		return nil
	})
	if o.last > 0 && len(v.Records) > o.last {
		v.Records = v.Records[len(v.Records)-o.last:]
	}
	return v, err
}

// named is the file that was named, or policy's.
func (a *app) named(args []string) (string, error) {
	if len(args) > 0 {
		return args[0], nil
	}
	return a.auditFile()
}

// wanted is what the flags ask for.
func (o *auditShowOptions) wanted() (func(audit.Record) bool, error) {
	wrong := func(says string) (func(audit.Record) bool, error) {
		return nil, fault.New(fault.Usage, says, "usher audit show --help")
	}
	var since time.Time
	if o.since != "" {
		if ago, err := time.ParseDuration(o.since); err == nil && ago >= 0 {
			since = now().Add(-ago)
		} else if since, err = time.Parse(time.RFC3339, o.since); err != nil {
			return wrong("--since must be a time such as 24h, or one such as 2026-01-31T08:00:00Z")
		}
	}
	tools := names.Any()
	if o.tool != "" {
		var err error
		if tools, err = names.ParsePattern(o.tool); err != nil {
			return wrong("--tool is no pattern: " + err.Error())
		}
	}
	if o.last < 0 {
		return wrong("-n must be a number from 0 up")
	}
	if !strings.Contains(" allow ask deny none  ", " "+o.verdict+" ") {
		return wrong("--verdict must be " + strings.Join(verdicts(), " or "))
	}
	return func(r audit.Record) bool {
		t, err := names.ParseTool(r.Tool)
		return !r.Time.Before(since) && (o.verdict == "" || r.Verdict == o.verdict) && (o.server == "" || r.Server == o.server) &&
			(o.tool == "" || err == nil && tools.Match(t))
	}, nil
}

// auditHead is the end of the record.
type auditHead struct {
	File     string `json:"file"`
	Sequence uint64 `json:"sequence"`
	Head     string `json:"head"`
}

func (v auditHead) JSON() any { return v }

func (v auditHead) Text(w *output.Printer) {
	if v.Head == "" {
		w.Line("nothing is recorded")
		return
	}
	w.Line(v.Head)
}

type auditShown struct {
	File    string         `json:"file"`
	Records []audit.Record `json:"records"`
	Broken  int            `json:"broken"` // lines that are none, or not what was written
}

func (v auditShown) JSON() any { return v }

func (v auditShown) Text(w *output.Printer) {
	if len(v.Records) == 0 {
		w.Line("nothing is recorded that was asked for")
	}
	for _, r := range v.Records {
		w.Line(strings.Join(auditWords(r), "  "))
	}
	if v.Broken > 0 {
		w.Problems([]fault.Problem{{
			File: v.File, Rule: "audit/broken", Severity: fault.SeverityError,
			Message: "lines are left out that are not what usher wrote", Hint: "usher audit verify",
		}})
	}
}

// auditWords is one decision on a line: when, what, about which tool, and who said so.
func auditWords(r audit.Record) []string {
	from := strings.TrimSpace(r.Surface + " " + r.Front)
	if r.Host != "" {
		from += " (" + r.Host + ")"
	}
	words := []string{r.Time.UTC().Format(time.RFC3339), orDash(r.Verdict), orDash(r.Tool), from}
	var by []string
	for _, v := range r.Reasons {
		by = append(by, v.By)
	}
	if len(by) > 0 {
		words = append(words, "by "+strings.Join(by, ", "))
	}
	return words
}
