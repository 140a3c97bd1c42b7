package engine

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"usher/pkg/digest"
	"usher/pkg/effective"
	"usher/pkg/gate"
	"usher/pkg/names"
	"usher/pkg/policy"
	"usher/pkg/trust"
)

// ownTool is usher's own (SPEC G1).
const ownTool = "app__skill_load"

// Facts gathers what the gate needs for a request.
func (s *Standing) Facts(r Request) gate.Facts {
	f := gate.Facts{
		Caller: r.Caller, Tool: r.Tool, PlanOnly: r.Plan,
		CanAsk:     r.CanAsk && r.Source != Meta,
		PolicyDeny: rules(s.Policy.Denying(r.Tool), "refuses"),
		PolicyAsk:  rules(s.Policy.Asking(r.Tool), "asks first for"),
	}
	f.LostGuard = s.lostGuard()
	f.Blocks = append(f.Blocks, s.Blocks...)
	for _, d := range s.Set.Guards {
		if d.Match.Match(r.Tool) {
			f.Blocks = append(f.Blocks, gate.Reason{
				By: "file " + d.Problem.File, Layer: d.Layer, File: d.Problem.Where(),
				Says: fmt.Sprintf("the hook entry %s was dropped and could have guarded this call: %s", entry(d.Name, d.Problem.Entry), d.Problem.Message),
				Hint: "mend the entry, then: usher hooks check " + QuoteArg(d.Problem.File),
			})
		}
	}
	if r.Tool.String() == ownTool {
		f.Target = gate.OwnTool
		return f
	}
	f.PolicyDeny = append(f.PolicyDeny, s.unserved(r)...)
	id, ok := r.Tool.Server()
	if !ok {
		f.Target = gate.NoServer
		return f
	}
	launch := s.server(&f, id)
	s.allowance(&f, r, launch.Key.Digest)
	return f
}

// allowance looks up "always in this conversation" where it could matter
// (SPEC M5). A file of allowances that cannot be read refuses (SPEC Q10).
func (s *Standing) allowance(f *gate.Facts, r Request, launch digest.Digest) {
	if r.ConversationID == "" || launch == "" || f.Grant == gate.GrantAllow || f.Grant == gate.GrantDeny {
		return
	}
	if s.allowed != nil {
		f.Allowance = s.allowed(r.ConversationID, r.Tool)
		return
	}
	if s.stateDir == "" {
		return
	}
	as, err := trust.ReadAllowances(s.stateDir)
	if err != nil {
		f.Blocks = append(f.Blocks, errorBlock("file allowances", err))
		return
	}
	f.Allowance = as.Allows(r.ConversationID, r.Tool, launch, r.Now)
}

// server fills in what the definitions and the ledger say about the server and
// its tool.
func (s *Standing) server(f *gate.Facts, id names.ServerID) (launch effective.Launch) {
	sv, defined := s.Set.Find(id)
	if !defined {
		f.Target = gate.NoServer
		f.AllowHint = "define the server, or trust the project folder that does: usher server list, usher trust show"
		if st := s.Ledger.Standing(trust.Key{Server: id}, f.Tool.Name()); st.Decision == trust.Deny {
			f.Grant, f.DenyHint = gate.GrantDeny, denyHint(id, f.Tool, st)
		}
		if d, ok := s.Set.DroppedID(id); ok {
			f.Target, f.State = gate.ServerTool, gate.Dropped
			f.StateReason = gate.Reason{
				By: "server " + string(id), Layer: d.Layer, File: d.Problem.Where(),
				Says: "its entry was dropped: " + d.Problem.Message, Hint: "usher server check " + QuoteArg(d.Problem.File),
			}
		}
		return launch
	}
	f.Target = gate.ServerTool
	launch = s.Set.Launch(sv)
	st := s.Ledger.Standing(launch.Key, f.Tool.Name())
	f.Grant, f.ReadOnly, f.Asleep = grant(st.Decision), st.ReadOnly, st.Asleep
	f.State, f.StateReason = s.State(sv, launch)
	if f.Grant == gate.GrantDeny {
		f.DenyHint = denyHint(id, f.Tool, st)
	}
	if f.Grant != gate.GrantAllow || f.Asleep || f.PlanOnly { // else nobody asks how to allow it
		f.AllowHint = allowHint(launch, f.Tool, f.PlanOnly)
	}
	return launch
}

// denyHint is how a person takes a denial back.
func denyHint(id names.ServerID, t names.Tool, st trust.Standing) string {
	tool := t.Name()
	if st.ByStar {
		tool = trust.Star
	}
	return "a person can take it back: usher grant remove " + string(id) + " " + QuoteArg(tool)
}

func grant(decision string) gate.Grant {
	switch decision {
	case trust.Allow:
		return gate.GrantAllow
	case trust.Ask:
		return gate.GrantAsk
	case trust.Deny:
		return gate.GrantDeny
	}
	return gate.GrantUnset
}

func rules(rs []policy.Rule, verb string) []gate.Reason {
	var out []gate.Reason
	for _, r := range rs {
		out = append(out, gate.Reason{
			By: "policy " + r.Key, Layer: r.Layer, File: r.Place,
			Says: fmt.Sprintf("the pattern %q %s this tool", r.Pattern.String(), verb),
		})
	}
	return out
}

func allowHint(l effective.Launch, t names.Tool, plan bool) string {
	if l.Key.Digest == "" {
		return ""
	}
	if plan {
		return "a person can say that it only reads: usher server mark " + string(l.Key.Server) + " " + QuoteArg(t.Name()) +
			" read-only --digest " + string(l.Key.Digest)
	}
	return "a person can allow it: usher grant set " + string(l.Key.Server) + " " + QuoteArg(t.Name()) +
		" --allow --digest " + string(l.Key.Digest)
}

func entry(name, place string) string {
	if name != "" {
		return fmt.Sprintf("%q", name)
	}
	return place
}

// QuoteArg makes one word for a POSIX shell out of any text. One that holds what
// printing would change is written with escapes, $'…', so that it can be typed.
func QuoteArg(s string) string {
	if strings.ContainsFunc(s, unprinted) || !utf8.ValidString(s) {
		return dollarQuoted(s)
	}
	plain := s != ""
	for i := 0; i < len(s) && plain; i++ {
		c := s[i]
		plain = c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || strings.IndexByte("_-./:@%+,", c) >= 0
	}
	if plain {
		return s
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}

func unprinted(c rune) bool { return !unicode.IsPrint(c) }

func dollarQuoted(s string) string {
	var b strings.Builder
	b.WriteString("$'")
	for s != "" {
		c, n := utf8.DecodeRuneInString(s)
		switch {
		case c == '\'' || c == '\\':
			b.WriteString(`\` + s[:n])
		case c == utf8.RuneError && n == 1 || unprinted(c):
			for i := range n {
				fmt.Fprintf(&b, `\%03o`, s[i])
			}
		default:
			b.WriteString(s[:n])
		}
		s = s[n:]
	}
	return b.String() + "'"
}
