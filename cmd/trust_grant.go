package cmd

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"usher/pkg/digest"
	"usher/pkg/effective"
	"usher/pkg/fault"
	"usher/pkg/output"
	"usher/pkg/term"
	"usher/pkg/trust"
)

func newTrustGrantCmd(a *app) *cobra.Command {
	o := trustGrantOptions{app: a}
	cmd := &cobra.Command{
		Use:   "grant [<folder>]",
		Short: "Trust a project folder as it is now",
		Long: `Trust a project folder exactly as it is now, with every server and hook in it.
One card shows them all; you answer with the first six characters of the digest.
Nothing in the folder is started by it.

--digest names the content that you mean, for a script that pinned it; that
needs policy approve.unattended. Where an assistant's variables are in the
environment both are refused. --definitions-only leaves out the files that the
definitions name, which can then change without asking you.

What those files load in turn is not covered either way. Hooks run outside any
sandbox, with your permissions.

Writes the ledger of decisions and a copy for "usher trust diff" in the state
folder.

EXIT STATUS
  0  trusted
  1  there is nothing to trust
  2  the answer was no, the digest is another content's, or the command was not understood
  3  a person is needed`,
		Example: `  # look, then decide
  usher trust show && usher trust grant`,
		Args: takes(0, 1),
		RunE: a.show(o.run),
	}
	cmd.Flags().StringVar(&o.digest, "digest", "", "the `DIGEST` of the content that is meant")
	cmd.Flags().BoolVar(&o.definitionsOnly, "definitions-only", false, "leave out the files that definitions name")
	return cmd
}

type trustGrantOptions struct {
	*app
	digest          string
	definitionsOnly bool
}

func (o *trustGrantOptions) run(ctx context.Context, args []string) (output.View, error) {
	if _, err := o.firm(); err != nil {
		return nil, err
	}
	s, err := o.folder(args)
	if err != nil {
		return nil, err
	}
	if err := s.unreadable(); err != nil {
		return nil, err
	}
	if !s.folder.Defined() {
		return nil, fault.New(fault.Failed, "the folder "+s.folder.Path+" holds no definition files, so there is nothing to trust")
	}
	set := s.brings()
	if err := o.decide(ctx, s, set); err != nil {
		return nil, err
	}
	if err := o.record(ctx, s, set); err != nil {
		return nil, err
	}
	return trusted{Done: "trusted", Folder: s.folder.Path, Digest: string(o.meant(s)),
		Message: fmt.Sprintf("%s is trusted as it is now", s.folder.Path)}, nil
}

// meant is the digest the person decides about.
func (o *trustGrantOptions) meant(s shown) digest.Digest {
	if o.definitionsOnly {
		return s.folder.Definitions
	}
	return s.folder.Digest
}

func (o *trustGrantOptions) decide(ctx context.Context, s shown, set *effective.Set) error {
	line := "usher trust grant " + quoteFolder(s.folder.Path)
	if o.definitionsOnly {
		line += " --definitions-only"
	}
	if o.digest != "" {
		return o.contentByDigest(s, line)
	}
	_, hex, _ := strings.Cut(string(o.meant(s)), ":")
	return o.byPerson(ctx, line, o.meant(s), o.card(s, set), func(ctx context.Context, tty *term.TTY) (bool, error) {
		typed, err := tty.Line(ctx, "To trust all of it, type the first six characters of the digest after sha256: ")
		return err == nil && typed == hex[:6], err
	})
}

func (o *trustGrantOptions) contentByDigest(s shown, line string) error {
	full := line + " --digest " + string(o.meant(s))
	if err := o.noAssistant(full); err != nil {
		return err
	}
	want, err := digest.Parse(o.digest)
	if err != nil {
		return fault.New(fault.Usage, "--digest is not usable: "+err.Error(), full)
	}
	if err := s.unattended(full); err != nil {
		return err
	}
	if want != o.meant(s) {
		return fault.New(fault.Refused, "--digest names another content than the folder's, which is now "+string(o.meant(s)),
			"read what is in it: usher trust show "+quoteFolder(s.folder.Path), "then: "+full)
	}
	return nil
}

// card is everything the folder brings, on one screen (SPEC A3, T6).
func (o *trustGrantOptions) card(s shown, set *effective.Set) term.CardData {
	c := term.CardData{Title: "Trust this project folder?", Rows: []term.Row{
		{Label: "folder", Values: []string{s.folder.Path}},
		{Label: "digest", Values: []string{string(o.meant(s))}},
	}}
	var files []string
	for _, f := range s.folder.Files {
		files = append(files, f.Path)
	}
	c.Rows = append(c.Rows, term.Row{Label: "files", Values: files})
	for _, sv := range projectServers(set) {
		c.Rows = append(c.Rows, serverRows(set, sv, o.Getenv)...)
		c.Warnings = append(c.Warnings, serverWarnings(set, sv)...)
	}
	for _, h := range projectHooks(set) {
		c.Rows = append(c.Rows, term.Row{Label: "hook", Values: append([]string{string(h.Name), string(h.Event), h.Command}, h.Args...)})
	}
	if len(projectHooks(set)) > 0 {
		c.Warnings = append(c.Warnings, "hooks run outside any sandbox, with your permissions")
	}
	for _, u := range s.folder.Uncovered {
		c.Rows = append(c.Rows, term.Row{Label: "uncovered", Values: []string{u.Path}})
	}
	if len(s.folder.Uncovered) > 0 {
		c.Warnings = append(c.Warnings, "what is uncovered can change without asking you")
	}
	return c
}

// record writes the trust and, with it, the approval of every server that could
// start (SPEC A3). The folder was read once: what was shown is what is trusted.
func (o *trustGrantOptions) record(ctx context.Context, s shown, set *effective.Set) error {
	kept := s.folder
	if o.definitionsOnly {
		kept = kept.OnlyDefinitions()
	}
	if err := trust.SaveCopy(ctx, s.at.State, kept); err != nil {
		return err
	}
	return trust.ChangeLedger(ctx, s.at.State, func(l *trust.Ledger) error {
		for _, sv := range projectServers(set) {
			if launch := set.Launch(sv); sv.ShadowedBy == "" && launch.Why == "" {
				l.Approve(launch.Key)
			}
		}
		return l.TrustFolder(s.folder, effective.Guards(s.folder), o.definitionsOnly)
	})
}

// trusted is the answer of a command that changed what is trusted.
type trusted struct {
	Done    string `json:"done"`
	Folder  string `json:"folder"`
	Digest  string `json:"digest,omitempty"`
	Message string `json:"message"`
}

func (v trusted) JSON() any { return v }

func (v trusted) Text(w *output.Printer) { w.Line(v.Message) }
