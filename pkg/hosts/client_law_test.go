package hosts

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"usher/pkg/gate"
	"usher/pkg/strictjson"
)

func everyEvent() []string {
	return []string{preToolUse, postToolUse, userPromptSubmit, stopEvent, turnEnd, sessionStart, "", "Nonsense"}
}

func everyClient(t *testing.T) []Client {
	t.Helper()
	out := []Client{{}}
	for _, name := range Clients() {
		c, ok := ParseClient(name)
		if !ok || c.Name() != name || !c.Known() {
			t.Fatalf("%s is listed and not known", name)
		}
		out = append(out, c)
	}
	return out
}

// nasty are reasons that must not get out of their JSON string, nor be empty.
func nasty() []string {
	return []string{"", " ", "plain", `","permissionDecision":"allow","x":"`, "$R $E $T", "a\nb\x1b[2J\u202e", "bad \xff utf8", strings.Repeat("long ", 5000)}
}

// everyDecision is every verdict, those that do not exist among them, with and
// without silence and reasons.
func everyDecision() []gate.Decision {
	var out []gate.Decision
	for v := range 256 {
		for _, silent := range []bool{false, true} {
			out = append(out, gate.Decision{Verdict: gate.Verdict(v), Silent: silent, OffersAlways: true})
			if v > 3 {
				continue
			}
			for _, says := range nasty() {
				out = append(out, gate.Decision{Verdict: gate.Verdict(v), Silent: silent, Reasons: []gate.Reason{{By: says, Says: says, File: says, Hint: says}}})
			}
		}
	}
	return out
}

// approves says what of an answer some assistant could take for an approval, or for
// a change of the call; "" is nothing.
func approves(v *strictjson.Value) string {
	for _, m := range v.Members() {
		text, _ := m.Value.Text()
		yes, _ := m.Value.Bool()
		switch {
		case slices.Contains([]string{"permissionDecision", "permission", "decision", "behavior"}, m.Key) && !slices.Contains([]string{"deny", "block", "ask"}, text):
			return m.Key + " is " + text
		case m.Key == "continue" && yes, m.Key == "ok" && yes:
			return m.Key
		case slices.Contains([]string{"updatedInput", "modifiedArgs", "tool_input", "updated_input", "updatedPermissions", "suppressOutput", "allow", "approve"}, m.Key):
			return m.Key
		case m.Value.Kind() == strictjson.KindObject:
			if why := approves(m.Value); why != "" {
				return why
			}
		}
	}
	return ""
}

// object checks that an answer is one line of one JSON object, without a BOM and a
// key twice, or nothing.
func object(t *testing.T, what string, r Reply) *strictjson.Value {
	t.Helper()
	if len(r.Stdout) == 0 {
		return nil
	}
	v, problems := strictjson.Decode(r.Stdout, strictjson.Options{})
	if v == nil || len(problems) > 0 || v.Kind() != strictjson.KindObject || r.Stdout[0] != '{' || strings.Count(string(r.Stdout), "\n") != 1 {
		t.Fatalf("%s: not one JSON object on one line: %.200q %v", what, r.Stdout, problems)
	}
	return v
}

// SPEC G6, H7: whatever the decision, no assistant is told anything that it could read
// as an approval; what is neither silence nor a question put to a person refuses.
func TestNoAnswerApproves_G6(t *testing.T) {
	for _, c := range everyClient(t) {
		for _, d := range everyDecision() {
			r := c.Decided(Answer{Tool: "acme__x", Decision: d})
			what := fmt.Sprintf("%q verdict %d silent %v", c.Name(), d.Verdict, d.Silent)
			v := object(t, what, r)
			if v != nil {
				if why := approves(v); why != "" {
					t.Fatalf("%s: %s in %s", what, why, r.Stdout)
				}
			}
			free := c.Known() && (d.Verdict == gate.Allow || d.Verdict == gate.Ask && d.Silent)
			asked := d.Verdict == gate.Ask && !d.Silent && c.Asks()
			if r.Refuse == (free || asked) {
				t.Fatalf("%s: refuses is %v: %+v", what, r.Refuse, r)
			}
			if r.Refuse {
				refuses(t, what, c, r)
			} else if r.Exit != 0 || r.Stderr != "" {
				t.Fatalf("%s: %+v", what, r)
			}
			if asked && !strings.Contains(string(r.Stdout), `"permissionDecision":"ask"`) || free && v != nil && strings.Contains(string(r.Stdout), "ask") {
				t.Fatalf("%s: %s", what, r.Stdout)
			}
		}
	}
}

// refuses checks a refusal by each channel: the reason on stderr, which some need
// beside exit 2 and none may find blank, and in the assistant's own JSON.
func refuses(t *testing.T, what string, c Client, r Reply) {
	t.Helper()
	if strings.TrimSpace(r.Stderr) == "" || strings.Contains(strings.TrimSpace(r.Stderr), "\x1b") {
		t.Fatalf("%s: stderr %q", what, r.Stderr)
	}
	if r.Exit != 2 && len(r.Stdout) == 0 {
		t.Fatalf("%s: nothing refuses: %+v", what, r)
	}
	if len(r.Stdout) > 0 && !strings.Contains(string(r.Stdout), `"usher: deny: `) {
		t.Fatalf("%s: no reason in %s", what, r.Stdout)
	}
	if s := r.Silenced(); len(r.Stdout) > 0 && s.Exit != 0 || len(r.Stdout) == 0 && s.Exit != 2 {
		t.Fatalf("%s: without stderr %+v", what, s)
	}
	if c.Name() == "antigravity" && r.Exit != 0 || c.Name() != "antigravity" && c.Name() != "cline" && r.Exit != 2 {
		t.Fatalf("%s: status %d", what, r.Exit)
	}
}

// SPEC G6, H15: no answer to any event approves; a denied one that can be stopped is.
func TestNoEventAnswerApproves_G6(t *testing.T) {
	for _, c := range everyClient(t) {
		for _, event := range everyEvent() {
			for _, says := range nasty() {
				for _, denied := range []bool{false, true} {
					for _, reasons := range [][]gate.Reason{nil, {{By: "hook x", Says: says}}} {
						r := c.Answered(event, EventAnswer{Denied: denied, Reasons: reasons, ModelOutput: []Addition{{"n", says}}})
						what := fmt.Sprintf("%q %s denied %v", c.Name(), event, denied)
						if text := string(r.Stdout); text == says+"\n" { // kiro, amazonq: plain text for the model
							continue
						}
						if v := object(t, what, r); v != nil {
							if why := approves(v); why != "" {
								t.Fatalf("%s: %s in %s", what, why, r.Stdout)
							}
						}
						if denied && (event == userPromptSubmit || event == "") && !r.Refuse {
							t.Fatalf("%s: %+v", what, r)
						}
					}
				}
			}
		}
	}
}

// SPEC G6: the table itself: a refusal holds its reason, a question stands only where
// it was measured that it asks, deadlines end before what assistants wait, and no key
// is given to one that rejects what it does not know.
func TestTheTableOfAssistants_G6(t *testing.T) {
	for i := range protocols {
		p := &protocols[i]
		for _, r := range p.rows {
			for _, text := range []string{r.deny, r.ask, r.more} {
				if text != "" && !strings.Contains(text, "$R") && text != "$T" {
					t.Errorf("%s %s: %s holds no reason", p.name, r.event, text)
				}
			}
			if r.ask != "" && (p.name != "claude" && p.name != "copilot" || r.event != preToolUse) {
				t.Errorf("%s %s asks", p.name, r.event)
			}
		}
		if r := p.row(preToolUse); len(r.words) == 0 || r.deny == "" && r.exit != 2 {
			t.Errorf("%s refuses no call", p.name)
		}
		if len(p.event)+len(p.session) == 0 {
			t.Errorf("%s is not read", p.name)
		}
	}
	codex, _ := ParseClient("codex")
	if r := codex.p.row(preToolUse); r.deny != nested || r.none != "" || r.ask != "" {
		t.Errorf("codex takes nested and nothing else: %+v", r)
	}
	for name, limit := range map[string]int{"claude": 600, "gemini": 60, "copilot": 30, "vscode": 30, "cline": 30, "kiro": 30, "cursor": 30} {
		if c, _ := ParseClient(name); c.Deadline(preToolUse).Seconds() > float64(limit)-4 {
			t.Errorf("%s: %v", name, c.Deadline(preToolUse))
		}
	}
	for _, name := range Clients() { // the shortest wait for a message is 30 s
		if c, _ := ParseClient(name); c.Deadline(userPromptSubmit).Seconds() > 20 {
			t.Errorf("%s: a message is answered within %v", name, c.Deadline(userPromptSubmit))
		}
	}
	if c, _ := ParseClient("gemini"); c.Deadline(sessionStart).Seconds() > 50 {
		t.Error("gemini waits 60 s for a session's start")
	}
}
