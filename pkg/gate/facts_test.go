package gate_test

import (
	"testing"

	"usher/pkg/gate"
)

// ready is a call of a tool the person allowed, with somebody to ask.
func ready(change func(*gate.Facts)) gate.Facts {
	f := gate.Facts{
		Caller: gate.Native, CanAsk: true, Tool: tool,
		Target: gate.ServerTool, State: gate.Ready, Grant: gate.GrantAllow,
		AllowHint: "usher grant set acme lookup --allow", DenyHint: "usher grant remove acme lookup",
	}
	change(&f)
	return f
}

func says(by string) gate.Reason { return gate.Reason{By: by, Says: "because"} }

// What the reference table does not know: states, plan mode, unknown servers,
// policy lists, allowances and other assistants' calls. want is the verdict,
// "silent" where another assistant decides; by is who speaks first.
func TestFactsTheReferenceTableLacks(t *testing.T) {
	state := func(s gate.State) func(*gate.Facts) {
		return func(f *gate.Facts) { f.State, f.StateReason = s, says("server acme") }
	}
	for _, c := range []struct {
		law      string
		change   func(*gate.Facts)
		opinions []gate.Opinion
		want, by string
	}{
		{"G2 a disabled server's tool is denied though allowed", state(gate.Disabled), nil, "deny", "server acme"},
		{"G2 a shadowed server's tool is denied", state(gate.Shadowed), nil, "deny", "server acme"},
		{"G2 a server nobody approved is denied", state(gate.NotApproved), nil, "deny", "server acme"},
		{"G2 a server of an untrusted folder is denied", state(gate.NotTrusted), nil, "deny", "server acme"},
		{"G2 a dropped entry of a readable id is denied", state(gate.Dropped), nil, "deny", "server acme"},
		{"G2 an unclear state is denied", state(gate.StateUnclear), nil, "deny", "server acme"},
		{"G2 a refused call stays refused whatever hooks say", state(gate.Disabled), []gate.Opinion{first}, "deny", "server acme"},
		{"M5 an allowance does not start a disabled server", func(f *gate.Facts) { f.State = gate.Disabled; f.Allowance = true }, nil, "deny", "server acme"},

		{"M6 plan mode denies an allowed tool that is not read-only", func(f *gate.Facts) { f.PlanOnly = true }, nil, "deny", "grant"},
		{"M6 plan mode runs an allowed read-only tool", func(f *gate.Facts) { f.PlanOnly, f.ReadOnly = true, true }, nil, "allow", "grant"},
		{"M6 plan mode still asks for a read-only tool without an allow", func(f *gate.Facts) { f.PlanOnly, f.ReadOnly, f.Grant = true, true, gate.GrantUnset }, nil, "ask", "grant"},
		{"M6 plan mode denies a denied read-only tool", func(f *gate.Facts) { f.PlanOnly, f.ReadOnly, f.Grant = true, true, gate.GrantDeny }, nil, "deny", "grant"},
		{"M4 M6 a sleeping read-only mark does not count in plan mode", func(f *gate.Facts) { f.PlanOnly, f.ReadOnly, f.Asleep = true, true, true }, nil, "deny", "grant"},
		{"M6 plan mode denies what no server defines", func(f *gate.Facts) { f.PlanOnly, f.ReadOnly, f.Target = true, true, gate.NoServer }, nil, "deny", "grant"},
		{"M6 plan mode keeps usher's own reading tool", func(f *gate.Facts) { f.PlanOnly, f.Target = true, gate.OwnTool }, nil, "allow", "grant"},
		{"M6 a host's call is not put into plan mode", func(f *gate.Facts) { f.PlanOnly, f.Caller = true, gate.Host }, nil, "silent", ""},

		{"G1 run-gate asks for a tool of no known server", func(f *gate.Facts) { f.Target = gate.NoServer }, nil, "ask", "grant"},
		{"G1 a host decides about a tool of no known server", func(f *gate.Facts) { f.Target, f.Caller = gate.NoServer, gate.Host }, nil, "silent", ""},
		{"G1 call denies a tool of no known server", func(f *gate.Facts) { f.Target, f.Caller = gate.NoServer, gate.Command }, nil, "deny", "input"},
		{"G1 serve denies a tool of no known server", func(f *gate.Facts) { f.Target, f.Caller = gate.NoServer, gate.Gateway }, nil, "deny", "input"},
		{"G1 G4 nobody to ask about a tool of no known server is deny", func(f *gate.Facts) { f.Target, f.CanAsk = gate.NoServer, false }, nil, "deny", "grant"},
		{"G1 a deny outlives the server", func(f *gate.Facts) { f.Target, f.Grant = gate.NoServer, gate.GrantDeny }, nil, "deny", "grant"},
		{"G1 a deny outlives the server for a host too", func(f *gate.Facts) { f.Target, f.Grant, f.Caller = gate.NoServer, gate.GrantDeny, gate.Host }, nil, "deny", "grant"},
		{"G1 an allow or allowance without the server asks", func(f *gate.Facts) { f.Target, f.Allowance = gate.NoServer, true }, nil, "ask", "grant"},
		{"G3 a hook refuses a tool of no known server", func(f *gate.Facts) { f.Target = gate.NoServer }, []gate.Opinion{no}, "deny", "hook no"},

		{"C4 tools.deny beats an allow", func(f *gate.Facts) { f.PolicyDeny = []gate.Reason{says("policy tools.deny")} }, nil, "deny", "policy tools.deny"},
		{"C4 tools.deny reaches a host's own tool", func(f *gate.Facts) {
			f.PolicyDeny, f.Caller, f.Target = []gate.Reason{says("policy tools.deny")}, gate.Host, gate.NoServer
		}, nil, "deny", "policy tools.deny"},
		{"C4 tools.deny reaches usher's own tool", func(f *gate.Facts) { f.PolicyDeny, f.Target = []gate.Reason{says("policy tools.deny")}, gate.OwnTool }, nil, "deny", "policy tools.deny"},
		{"C4 tools.ask beats an allow", func(f *gate.Facts) { f.PolicyAsk = []gate.Reason{says("policy tools.ask")} }, nil, "ask", "policy tools.ask"},
		{"C4 M5 tools.ask beats an allowance", func(f *gate.Facts) {
			f.PolicyAsk, f.Allowance, f.Grant = []gate.Reason{says("policy tools.ask")}, true, gate.GrantUnset
		}, nil, "ask", "policy tools.ask"},
		{"C4 G4 tools.ask with nobody to ask is deny", func(f *gate.Facts) { f.PolicyAsk, f.CanAsk = []gate.Reason{says("policy tools.ask")}, false }, nil, "deny", "policy tools.ask"},
		{"C4 tools.ask gives a host usher's question", func(f *gate.Facts) { f.PolicyAsk, f.Caller = []gate.Reason{says("policy tools.ask")}, gate.Host }, nil, "ask", "policy tools.ask"},
		{"C4 tools.ask does not soften a deny", func(f *gate.Facts) { f.PolicyAsk, f.Grant = []gate.Reason{says("policy tools.ask")}, gate.GrantDeny }, nil, "deny", "grant"},

		{"M5 an allowance allows an unmarked tool", func(f *gate.Facts) { f.Allowance, f.Grant = true, gate.GrantUnset }, nil, "allow", "grant"},
		{"M5 an allowance answers an explicit ask", func(f *gate.Facts) { f.Allowance, f.Grant = true, gate.GrantAsk }, nil, "allow", "grant"},
		{"M5 an allowance never covers what a hook asks about", func(f *gate.Facts) { f.Allowance = true }, []gate.Opinion{first}, "ask", "hook first"},
		{"M5 an allowance never beats a deny", func(f *gate.Facts) { f.Allowance, f.Grant = true, gate.GrantDeny }, nil, "deny", "grant"},
		{"M4 M5 an allowance does not wake a slept allow", func(f *gate.Facts) { f.Allowance, f.Asleep = true, true }, nil, "ask", "grant"},
		{"M4 M5 an allowance sleeps with an explicit ask", func(f *gate.Facts) { f.Allowance, f.Asleep, f.Grant = true, true, gate.GrantAsk }, nil, "ask", "grant"},
		{"M4 M5 an allowance sleeps with an unset decision", func(f *gate.Facts) { f.Allowance, f.Asleep, f.Grant = true, true, gate.GrantUnset }, nil, "ask", "grant"},
		{"M4 a slept deny is awake", func(f *gate.Facts) { f.Asleep, f.Grant = true, gate.GrantDeny }, nil, "deny", "grant"},

		{"G6 a host never hears usher's allow", func(f *gate.Facts) { f.Caller = gate.Host }, nil, "silent", ""},
		{"G6 a host never hears an allowance", func(f *gate.Facts) { f.Caller, f.Allowance, f.Grant = gate.Host, true, gate.GrantUnset }, nil, "silent", ""},
		{"G6 a host's app server is not usher's own tool", func(f *gate.Facts) { f.Caller, f.Target = gate.Host, gate.OwnTool }, nil, "silent", ""},
		{"G6 a host takes an explicit deny", func(f *gate.Facts) { f.Caller, f.Grant = gate.Host, gate.GrantDeny }, nil, "deny", "grant"},
		{"G6 a host takes an explicit ask", func(f *gate.Facts) { f.Caller, f.Grant = gate.Host, gate.GrantAsk }, nil, "ask", "grant"},
		{"G6 an allowance does not take a host's explicit ask away", func(f *gate.Facts) { f.Caller, f.Grant, f.Allowance = gate.Host, gate.GrantAsk, true }, nil, "ask", "grant"},
		{"G4 G6 a host that cannot ask turns the explicit ask into deny", func(f *gate.Facts) { f.Caller, f.Grant, f.CanAsk = gate.Host, gate.GrantAsk, false }, nil, "deny", "grant"},
		{"G6 a host takes no disabled state", func(f *gate.Facts) { f.Caller, f.State = gate.Host, gate.Disabled }, nil, "silent", ""},
		{"G6 a host takes no missing approval", func(f *gate.Facts) { f.Caller, f.State = gate.Host, gate.NotApproved }, nil, "silent", ""},
		{"G6 a host takes a hook's refusal", func(f *gate.Facts) { f.Caller = gate.Host }, []gate.Opinion{no}, "deny", "hook no"},
		{"G6 a host takes a hook's question", func(f *gate.Facts) { f.Caller = gate.Host }, []gate.Opinion{first}, "ask", "hook first"},
		{"G4 a host that cannot ask turns a hook's question into deny", func(f *gate.Facts) { f.Caller, f.CanAsk = gate.Host, false }, []gate.Opinion{first}, "deny", "hook first"},
		{"G1 a host with nobody to ask still decides by itself", func(f *gate.Facts) { f.Caller, f.CanAsk = gate.Host, false }, nil, "silent", ""},
		{"H13 a block stops a host", func(f *gate.Facts) { f.Caller, f.Blocks = gate.Host, []gate.Reason{says("file hooks.json")} }, nil, "deny", "file hooks.json"},
		{"G2 a lost guard asks a host", func(f *gate.Facts) { f.Caller, f.LostGuard = gate.Host, []gate.Reason{says("folder")} }, nil, "ask", "folder"},

		{"G1 usher's own tool is allowed", func(f *gate.Facts) { f.Target, f.Grant = gate.OwnTool, gate.GrantUnset }, nil, "allow", "grant"},
		{"G1 hooks apply to usher's own tool", func(f *gate.Facts) { f.Target = gate.OwnTool }, []gate.Opinion{first}, "ask", "hook first"},
		{"G1 a person may tighten usher's own tool", func(f *gate.Facts) { f.Target, f.Grant = gate.OwnTool, gate.GrantAsk }, nil, "ask", "grant"},
		{"G1 a person may deny usher's own tool", func(f *gate.Facts) { f.Target, f.Grant = gate.OwnTool, gate.GrantDeny }, nil, "deny", "grant"},
		{"G2 a lost guard asks before usher's own tool", func(f *gate.Facts) { f.Target, f.LostGuard = gate.OwnTool, []gate.Reason{says("folder")} }, nil, "ask", "folder"},
		{"H13 a block stops usher's own tool", func(f *gate.Facts) { f.Target, f.Blocks = gate.OwnTool, []gate.Reason{says("file hooks.json")} }, nil, "deny", "file hooks.json"},

		{"G3 a hook's refusal silences its own question", func(*gate.Facts) {}, []gate.Opinion{first, no}, "deny", "hook no"},
		{"H6 the zero opinion refuses", func(*gate.Facts) {}, []gate.Opinion{{}}, "deny", "hook"},
	} {
		t.Run(c.law, func(t *testing.T) {
			f := ready(c.change)
			if f.StateReason == (gate.Reason{}) {
				f.StateReason = says("server acme")
			}
			d := gate.Decide(f, c.opinions)
			got := d.Verdict.String()
			if d.Silent {
				got = "silent"
			}
			by := ""
			if len(d.Reasons) > 0 {
				by = d.Reasons[0].By
			}
			if got != c.want || by != c.by {
				t.Errorf("got %s by %q, want %s by %q: %+v", got, by, c.want, c.by, d)
			}
		})
	}
}
