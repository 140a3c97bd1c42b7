package cmd

import (
	"context"
	"strings"

	"github.com/spf13/cobra"

	"usher/pkg/digest"
	"usher/pkg/effective"
	"usher/pkg/fault"
	"usher/pkg/output"
	"usher/pkg/policy"
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
What you were shown is what is recorded. Nothing in the folder is started by it.

--digest names the content that you mean, for a script that pinned it; that
needs policy approve.unattended. Where an assistant's variables are in the
environment both are refused. --definitions-only leaves out the files that the
definitions name, which can then change without asking you; a server that writes
a file named in its arguments needs that, or the folder changes at every start.

With policy trust.hooks each, the folder's hooks files wait all the same, until you
accept each of them with "usher hooks accept --project DIR"; with trust.servers each,
its servers wait for "usher server approve".

What those files load in turn is not covered either way. Hooks run outside any
sandbox, with your permissions. A server whose name another has already never
starts and is not approved.

Writes the ledger of decisions and a copy for "usher trust diff" in the state
folder.

EXIT STATUS
  0  trusted
  1  there is nothing to trust, or the policy or the ledger cannot be used
  2  the answer was no, the digest is another content's, the card is too long to
     be shown, or the command was not understood
  3  a person is needed`,
		Example: `  # look, then decide
  usher trust show && usher trust grant`,
		Args:              takes(0, 1),
		ValidArgsFunction: folders,
		RunE:              a.show(o.run),
	}
	cmd.Flags().StringVar(&o.digest, "digest", "", "the `DIGEST` of the content that is meant")
	cmd.Flags().BoolVar(&o.definitionsOnly, "definitions-only", false, "leave out the files that definitions name")
	freely(cmd, "digest")
	return cmd
}

type trustGrantOptions struct {
	*app
	digest          string
	definitionsOnly bool
}

func (o *trustGrantOptions) run(ctx context.Context, args []string) (output.View, error) {
	s, err := o.folder("grant", args, o.definitionsOnly)
	if err != nil {
		return nil, err
	}
	if !o.definitionsOnly { // whatever was decided before
		s.folder = s.whole
	}
	if err := s.decidable(); err != nil {
		return nil, err
	}
	if err := s.unreadable(); err != nil {
		return nil, err
	}
	if !s.folder.Defined() {
		e := fault.New(fault.Failed, "the folder "+s.folder.Path+" holds no definition files, so there is nothing to trust")
		if s.Ledger.Decided(s.folder.Path) || s.was != "" {
			e.Hints = []string{"take back what was trusted: " + o.trustLine("revoke", s.name())}
		}
		if len(e.Hints) == 0 {
			e.Hints = []string{"write one first: usher prompt new NAME --project " + quoteFolder(s.folder.Path) + ", or usher server add ID --project " + quoteFolder(s.folder.Path)}
		}
		return nil, e
	}
	set := s.brings()
	if o.standsAlready(s, set) {
		return o.said(s, set, "unchanged", "is trusted already, as it is now"), nil
	}
	if err := o.decide(ctx, s, set); err != nil {
		return nil, err
	}
	if err := o.record(ctx, s, set); err != nil {
		return nil, err
	}
	v := o.said(s, set, "trusted", "is trusted as it is now")
	if s.Ledger.FolderState(trust.ReadFolder(s.folder.Path, effective.Refs)) == trust.Changed { // to you, whatever the machine's policy pins
		v.Message = s.folder.Path + " is trusted as you were shown it, and has changed since"
		v.Notes = append(v.Notes, "nothing of it counts now; to see what changed: "+o.trustLine("diff", s.folder.Path))
	}
	return v, nil
}

// standsAlready reports that there is nothing left to decide: exactly this is
// trusted, and every server that could be approved is.
func (o *trustGrantOptions) standsAlready(s shown, set *effective.Set) bool {
	if s.state != trust.Trusted || s.decision.Digest != s.folder.Digest || o.digest != "" && o.digest != string(s.folder.Digest) {
		return false
	}
	for _, l := range s.approves(set) {
		if !s.Ledger.Approved(l.Key) {
			return false
		}
	}
	return true
}

// approves are the launches that a decision to trust the folder approves with it:
// none where policy trust.servers has each wait for its own (SPEC A3).
func (s shown) approves(set *effective.Set) []effective.Launch {
	if s.Policy.TrustServers != policy.WithFolder {
		return nil
	}
	return approvable(set)
}

// approvable are the launches that trusting a folder could approve: of every server of
// it that is nobody else's by name, could be started, and no policy refuses (SPEC A3,
// T7, C4).
func approvable(set *effective.Set) []effective.Launch {
	var out []effective.Launch
	for _, sv := range projectServers(set) {
		if l := set.Launch(sv); sv.ShadowedBy == "" && l.Why == "" && !forbidden(set, sv) {
			out = append(out, l)
		}
	}
	return out
}

// forbidden reports a server that a policy keeps from starting.
func forbidden(set *effective.Set, sv effective.Server) bool {
	_, never := set.Refusal(sv)
	return never
}

func (o *trustGrantOptions) decide(ctx context.Context, s shown, set *effective.Set) error {
	line := "usher trust grant " + quoteFolder(s.folder.Path)
	if o.definitionsOnly {
		line += " --definitions-only"
	}
	line = o.again(line)
	if o.digest != "" {
		return o.contentByDigest(s, line)
	}
	_, hex, _ := strings.Cut(string(s.folder.Digest), ":")
	return o.byPerson(ctx, line, s.folder.Digest, o.card(s, set), func(ctx context.Context, tty *term.TTY) (bool, error) {
		typed, err := tty.Line(ctx, "To trust all of it, type the first six characters of the digest after sha256: ")
		return err == nil && typed == hex[:6], err
	})
}

func (o *trustGrantOptions) contentByDigest(s shown, line string) error {
	full := line + " --digest " + string(s.folder.Digest)
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
	if want != s.folder.Digest {
		var only []string
		if want == s.whole.Definitions && !o.definitionsOnly {
			only = []string{"that digest is of its definitions alone, which is: " + o.again("usher trust grant "+quoteFolder(s.folder.Path)+" --definitions-only --digest "+o.digest)}
		}
		return fault.New(fault.Refused, "--digest names another content than the folder's, which is now "+string(s.folder.Digest), append(only,
			"read what is in it: "+o.trustLine("show", s.folder.Path), "then: "+full)...)
	}
	return nil
}

// record writes the trust and, with it, the approvals (SPEC A3), from what was
// shown. The copy is kept under the ledger's lock, and the older one until the
// ledger stands: at every moment there is one of what is trusted.
func (o *trustGrantOptions) record(ctx context.Context, s shown, set *effective.Set) error {
	if err := trust.ChangeLedger(ctx, s.at.State, func(l *trust.Ledger) error {
		for _, launch := range s.approves(set) {
			l.Approve(launch.Key)
		}
		if err := l.TrustFolder(s.whole, effective.Guards(s.whole), o.definitionsOnly); err != nil {
			return err
		}
		l.Named(s.whole.Path, s.spelled)
		s.Ledger = *l
		return trust.SaveCopy(ctx, s.at.State, s.folder)
	}); err != nil {
		return err
	}
	_ = trust.RemoveCopies(s.at.State, s.folder.Path, s.folder.Digest) // one that is left harms nobody, and goes with the next
	if s.was != "" && !s.Ledger.Decided(s.was) {
		_ = trust.RemoveCopies(s.at.State, s.was)
	}
	return nil
}

// said is the answer, with what was approved and what could not be.
func (o *trustGrantOptions) said(s shown, set *effective.Set, done, words string) trusted {
	v := trusted{Done: done, Folder: s.folder.Path, Digest: string(s.folder.Digest), Message: s.folder.Path + " " + words}
	for _, l := range approvable(set) {
		if !s.Ledger.Approved(l.Key) {
			v.Notes = append(v.Notes, string(l.Key.Server)+" waits, and does not start until you approve it too: "+o.approveLine(s.folder.Path, l.Key.Server))
			continue
		}
		v.Approved = append(v.Approved, string(l.Key.Server))
	}
	for _, sv := range projectServers(set) {
		switch l := set.Launch(sv); {
		case sv.ShadowedBy != "":
			v.Notes = append(v.Notes, string(sv.ID)+" is not approved and never starts: a server of that name is "+holder(set, sv))
		case forbidden(set, sv):
			r, _ := set.Refusal(sv)
			v.Notes = append(v.Notes, string(sv.ID)+" is not approved and never starts: "+r.Words())
		case l.Why != "":
			v.Notes = append(v.Notes, string(sv.ID)+" is not approved, because it cannot be started: "+l.Why)
		}
	}
	for _, f := range set.Waiting {
		v.Notes = append(v.Notes, f.Path+" waits, and nothing of it runs until you accept it too: "+o.acceptLine(s.folder.Path))
	}
	return v
}

// trusted is the answer of a command that changed what is trusted.
type trusted struct {
	Done     string   `json:"done"` // trusted, revoked, verified or unchanged
	Folder   string   `json:"folder"`
	Digest   string   `json:"digest,omitempty"`
	Approved []string `json:"approved,omitempty"` // ids of its servers that may start
	Message  string   `json:"message"`
	Notes    []string `json:"notes,omitempty"`
}

func (v trusted) JSON() any { return v }

func (v trusted) Text(w *output.Printer) {
	w.Line(v.Message)
	for _, n := range v.Notes {
		w.Line("note: " + n)
	}
}
