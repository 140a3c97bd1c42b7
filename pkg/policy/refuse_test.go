package policy

import (
	"fmt"
	"strings"
	"testing"

	"usher/pkg/fault"
)

// broken is one fault a policy file may have: its rule, its place, and a word
// that the message or hint must hold.
var broken = [...]struct{ data, rule, at, word string }{
	{``, "policy/empty", "", ""},
	{"{\xff\xfe}", "policy/utf8", "1:2", ""},
	{"\xff\xfe{\x00}\x00", "policy/utf16", "", "UTF-16"},
	{`{"tools":{}} x`, "policy/trailing", "1:14", ""},
	{`{"tools":{"deny":["a"]},"tools":{}}`, "policy/duplicate-key", "1:25", "tools"},
	{`{"tools":{"deny":["a"],"deny":[]}}`, "policy/duplicate-key", "1:24", "deny"},
	{`{"tools":`, "policy/syntax", "", ""},
	{`null`, "policy/null", "1:1", ""},
	{`[]`, "policy/type", "1:1", "object"},
	{`"x"`, "policy/type", "1:1", "object"},
	{`{"tools":null}`, "policy/null", "1:10", ""},
	{`{"tools":{"deny":null}}`, "policy/null", "1:18", ""},
	{`{"tools":{"deny":[null]}}`, "policy/null", "1:19", ""},
	{`{"approve":{"unattended":null}}`, "policy/null", "1:26", ""},
	{`{"tools":[]}`, "policy/type", "1:10", "object"},
	{`{"tools":{"deny":"a"}}`, "policy/type", "1:18", "[ ]"},
	{`{"tools":{"deny":{"a":1}}}`, "policy/type", "1:18", "list"},
	{`{"tools":{"ask":[1]}}`, "policy/type", "1:18", "tools.ask[0]"},
	{`{"tools":{"deny":["a",["b"]]}}`, "policy/type", "1:23", "tools.deny[1]"},
	{`{"tools":{"deny":[""]}}`, "policy/pattern", "1:19", "empty"},
	{`{"tools":{"deny":["` + strings.Repeat("é", 257) + `"]}}`, "policy/pattern", "1:19", "257"},
	{`{"approve":{"unattended":"true"}}`, "policy/type", "1:26", "without quotes"},
	{`{"approve":{"unattended":1}}`, "policy/type", "1:26", "true or false"},
	{`{"hooks":{"enabled":0}}`, "policy/type", "1:21", "true or false"},
	{`{"hooks":{"onError":"Deny"}}`, "policy/value", "1:21", `did you mean "deny"?`},
	{`{"hooks":{"onError":"allow"}}`, "policy/value", "1:21", `"warn"`},
	{`{"hooks":{"onError":true}}`, "policy/type", "1:21", `"warn"`},
	{`{"hooks":{"onError":""}}`, "policy/value", "1:21", `"warn"`},
	{`{"tool":{"deny":["a"]}}`, "policy/unknown-key", "1:2", `did you mean "tools"?`},
	{`{"tools":{"dney":["a"]}}`, "policy/unknown-key", "1:11", `did you mean "tools.deny"?`},
	{`{"tools":{"allow":["a"]}}`, "policy/unknown-key", "1:11", "tools.allow"},
	{`{"tools.deny":["a"]}`, "policy/unknown-key", "1:2", `{"tools": {"deny": …}}`},
	{`{"banana":1}`, "policy/unknown-key", "1:2", "the keys are"},
	{`{"` + strings.Repeat("k", 5000) + `":1}`, "policy/unknown-key", "1:2", "…"},
	{`{"Tools":{"deny":["a"]}}`, "policy/key-case", "1:2", `write "tools"`},
	{`{"tools":{"DENY":["a"]}}`, "policy/key-case", "1:11", `write "tools.deny"`},
	{`{"hooks":{"onerror":"deny"}}`, "policy/key-case", "1:11", `write "hooks.onError"`},
	{`{"hoo` + "\u212a" + `s":{"enabled":false}}`, "policy/unknown-key", "1:2", "U+212A"},
	{`{"tools":{"deny":[` + strings.TrimSuffix(strings.Repeat(`"a",`, 1001), ",") + `]}}`, "policy/too-many", "1:18", "1000"},
	{`{"install":{"minAgeDays":7}}`, "policy/not-enforced", "1:13", "install.minAgeDays"},
	{`{"servers":{"deny":"npx*"}}`, "policy/type", "1:20", "[ ]"},
	{`{"servers":{"deny":[{"command":"npx"}]}}`, "policy/type", "1:21", "servers.deny[0]"},
	{`{"servers":{"allow":[""]}}`, "policy/pattern", "1:22", "a command, a URL or a package"},
	{`{"servers":{"allow":[` + strings.TrimSuffix(strings.Repeat(`"a",`, 1001), ",") + `]}}`, "policy/too-many", "1:21", "1000"},
	{`{"install":{}}`, "policy/unknown-key", "1:2", "install"},
	{`{"servers":{"dney":[]}}`, "policy/unknown-key", "1:13", `did you mean "servers.deny"?`},
	{`{"hooks":{"pinned":"true"}}`, "policy/type", "1:20", "without quotes"},
	{`{"hooks":{"Pinned":true}}`, "policy/key-case", "1:11", `write "hooks.pinned"`},
	{`{"trust":{"hooks":"with-folders"}}`, "policy/value", "1:19", `did you mean "with-folder"?`},
	{`{"trust":{"hooks":"Each"}}`, "policy/value", "1:19", `did you mean "each"?`},
	{`{"trust":{"hooks":true}}`, "policy/type", "1:19", `"with-folder" or "each"`},
	{`{"trust":{"servers":"folder"}}`, "policy/value", "1:21", `"with-folder" or "each"`},
	{`{"trust":{"servers":["each"]}}`, "policy/type", "1:21", `"with-folder" or "each"`},
	{`{"trust":{"digest":[]}}`, "policy/unknown-key", "1:11", `did you mean "trust.digests"?`},
	{`{"trust":{"digests":null}}`, "policy/null", "1:21", ""},
	{`{"texts":{"enabled":"false"}}`, "policy/type", "1:21", "without quotes"},
	{`{"texts":{"precedence":"projects"}}`, "policy/value", "1:24", `did you mean "project"?`},
	{`{"texts":{"precedence":"machine"}}`, "policy/value", "1:24", `"user" or "project"`},
	{`{"texts":{"Enabled":true}}`, "policy/key-case", "1:11", `write "texts.enabled"`},
	{`{"projects":{"enabled":0}}`, "policy/type", "1:24", "true or false"},
	{`{"project":{"enabled":true}}`, "policy/unknown-key", "1:2", `did you mean "projects"?`},
	{`{"serve":true}`, "policy/type", "1:10", "object"},
	{`{"serve":{"allowedTools":"acme__*"}}`, "policy/type", "1:26", "[ ]"},
	{`{"serve":{"allowedTools":[""]}}`, "policy/pattern", "1:27", "name one tool"},
	{`{"serve":{"allowedtools":[]}}`, "policy/key-case", "1:11", `write "serve.allowedTools"`},
	{`{"serve":{"prompts":"true"}}`, "policy/type", "1:21", "without quotes"},
	{`{"audit":{"file":7}}`, "policy/type", "1:18", "absolute path"},
	{`{"audit":{"file":"audit.jsonl"}}`, "policy/path", "1:18", "not an absolute path"},
	{`{"audit":{"file":"~/audit.jsonl"}}`, "policy/path", "1:18", "not an absolute path"},
	{`{"audit":{"file":null}}`, "policy/null", "1:18", ""},
	{`{"audit":{"required":1}}`, "policy/type", "1:22", "true or false"},
	{`{"audit":{"path":"/x"}}`, "policy/unknown-key", "1:11", "audit.file"},
	{strings.Repeat(" ", 1<<20) + "{}", "policy/too-large", "", ""},
	{strings.Repeat("[", 100) + strings.Repeat("]", 100), "policy/too-deep", "", ""},
}

// brokenMachine are the faults of a lock and of digests, which only the machine may have.
var brokenMachine = [...]struct{ data, rule, at, word string }{
	{`{"locked":"true"}`, "policy/type", "1:11", "list of keys"},
	{`{"locked":1}`, "policy/type", "1:11", "list of keys"},
	{`{"locked":{}}`, "policy/type", "1:11", "list of keys"},
	{`{"locked":null}`, "policy/null", "1:11", ""},
	{`{"locked":[null]}`, "policy/null", "1:12", ""},
	{`{"locked":[1]}`, "policy/type", "1:12", "locked[0]"},
	{`{"locked":["tools.dney"]}`, "policy/unknown-key", "1:12", `did you mean "tools.deny"?`},
	{`{"locked":["tools"]}`, "policy/unknown-key", "1:12", "locked[0]"},
	{`{"locked":["Tools.deny"]}`, "policy/unknown-key", "1:12", `"tools.deny"`},
	{`{"locked":["install.minAgeDays"]}`, "policy/not-enforced", "1:12", "install.minAgeDays"},
	{`{"Locked":true}`, "policy/key-case", "1:2", `write "locked"`},
	{`{"trust":{"digests":true}}`, "policy/type", "1:21", "a list of digests"},
	{`{"trust":{"digests":"` + pinA + `"}}`, "policy/type", "1:21", "[ ]"},
	{`{"trust":{"digests":[7]}}`, "policy/type", "1:22", "trust.digests[0]"},
	{`{"trust":{"digests":[null]}}`, "policy/null", "1:22", ""},
	{`{"trust":{"digests":["` + pinA + `","*"]}}`, "policy/digest", "1:96", "trust.digests[1]"},
	{`{"trust":{"digests":["` + pinA[7:] + `"]}}`, "policy/digest", "1:22", "sha256:"},
	{`{"trust":{"digests":["` + pinA[:70] + `"]}}`, "policy/digest", "1:22", "64"},
	{`{"trust":{"digests":["` + strings.ToUpper(pinA) + `"]}}`, "policy/digest", "1:22", "lower-case"},
	{`{"trust":{"digests":["` + pinA + ` "]}}`, "policy/digest", "1:22", "64"},
	{`{"trust":{"digests":[` + strings.TrimSuffix(strings.Repeat(`"`+pinA+`",`, 1001), ",") + `]}}`, "policy/too-many", "1:21", "1000"},
	{`{"lockd":true}`, "policy/unknown-key", "1:2", `"locked"`},
}

func TestAnyFaultMakesTheWholePolicyUnusable_C4(t *testing.T) {
	for _, c := range broken {
		m, u := machineFile(c.data), yourFile(c.data)
		refuses(t, c.data, m, Source{}, c.rule, m.Path, c.at, c.word)
		refuses(t, c.data, Source{}, u, c.rule, u.Path, c.at, c.word)
		// A good file beside it changes nothing.
		refuses(t, c.data, machineFile(`{"hooks":{"enabled":true},"locked":true}`), u, c.rule, u.Path, c.at, c.word)
		refuses(t, c.data, m, yourFile(`{}`), c.rule, m.Path, c.at, c.word)
	}
	for _, c := range brokenMachine {
		m := machineFile(c.data)
		refuses(t, c.data, m, Source{}, c.rule, m.Path, c.at, c.word)
	}
}

func refuses(t *testing.T, data string, machine, user Source, rule, file, at, word string) {
	t.Helper()
	if len(data) > 100 {
		data = data[:100] + "…"
	}
	p, problems := Parse(machine, user)
	if p.Usable() || p.ApproveUnattended || !p.HooksEnabled || p.HooksOnError != OnErrorDeny || !p.HooksPinned || p.TrustHooks != Each ||
		p.TrustServers != Each || len(p.TrustDigests) > 0 || p.TextsEnabled || p.TextsPrecedence != PrecedenceUser || p.ProjectsEnabled {
		t.Errorf("%s: a broken policy is usable or loose: %+v", data, p)
	}
	for _, name := range []string{"Bash", "acme__lookup", "app__skill_load", "a/b.c"} {
		if d := p.Denying(tool(t, name)); len(d) != 1 || !strings.HasPrefix(d[0].Place, file) {
			t.Errorf("%s: %s is not denied for the file's sake: %+v", data, name, d)
		}
	}
	if _, stopped := p.Refusing(Launched{Machine: true, Command: "npx"}); !stopped {
		t.Errorf("%s: a server of the machine's may start", data)
	}
	for _, pr := range problems {
		if pr.Rule != rule || pr.File != file || pr.Severity != fault.SeverityError || pr.Message == "" {
			continue
		}
		where := fmt.Sprintf("%d:%d", pr.Line, pr.Column)
		if len(pr.Message)+len(pr.Entry)+len(pr.Hint) < 1000 && (at == "" || where == at) && strings.Contains(pr.Message+pr.Hint, word) {
			return
		}
	}
	t.Errorf("%s: want %s at %s with %q, got %+v", data, rule, at, word, problems)
}

func TestAllProblemsAtOnceInFileOrder_F2(t *testing.T) {
	u := yourFile(`{
  "tols": {},
  "hooks": {"enabled": "yes", "onError": "never", "pinned": 1},
  "approve": {"Unattended": true},
  "tools": {"deny": [1, "", "ok*"], "ask": "all"}
}`)
	m := machineFile(`{"approve": {"unattended": 1}, "install": {"npmRegistry": "x", "pypiIndex": "y"}}`)
	_, problems := Parse(m, u)
	var got []string
	for _, pr := range problems {
		got = append(got, fmt.Sprintf("%s %s:%d:%d", pr.Rule, pr.File, pr.Line, pr.Column))
	}
	want := []string{
		"policy/type /etc/usher/policy.json:1:28",
		"policy/not-enforced /etc/usher/policy.json:1:44",
		"policy/not-enforced /etc/usher/policy.json:1:64",
		"policy/unknown-key /h/policy.json:2:3",
		"policy/type /h/policy.json:3:24",
		"policy/value /h/policy.json:3:42",
		"policy/type /h/policy.json:3:61",
		"policy/key-case /h/policy.json:4:15",
		"policy/type /h/policy.json:5:22",
		"policy/pattern /h/policy.json:5:25",
		"policy/type /h/policy.json:5:44",
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// SPEC C4's list: a key is enforced or refused, never read and forgotten.
func TestNoPolicyKeyIsParsedAndIgnored_C4(t *testing.T) {
	spec := strings.Fields(`approve.unattended trust.servers trust.hooks trust.digests hooks.enabled hooks.onError
		hooks.pinned texts.enabled texts.precedence servers.allow servers.deny tools.deny tools.ask sandbox.required
		sandbox.minimum projects.enabled install.minAgeDays install.npmRegistry install.pypiIndex serve.allowedTools
		serve.resources serve.prompts http.caFile audit.file audit.required`)
	if len(spec) != len(keys)+len(later) {
		t.Errorf("the tables hold %d keys, SPEC C4 %d", len(keys)+len(later), len(spec))
	}
	for _, full := range spec {
		if enforced := find(full) >= 0; enforced == isLater(full) {
			t.Errorf("%s: enforced %v, later %v", full, enforced, isLater(full))
		}
		group, name, _ := strings.Cut(full, ".")
		if p, _ := Parse(yourFile(`{"`+group+`":{"`+name+`":7}}`), Source{}); p.Usable() {
			t.Errorf("%s: a value that means nothing is taken", full)
		}
	}
}

func TestAHostileFileGivesABoundedAnswer(t *testing.T) {
	many := strings.Repeat(`"a|b",`, 150)
	p, problems := Parse(Source{}, yourFile(`{"tools":{"deny":[`+many+`1]}}`))
	if p.Usable() || len(problems) != maxProblems+1 {
		t.Fatalf("usable %v with %d problems", p.Usable(), len(problems))
	}
	last := problems[maxProblems]
	if last.Severity != fault.SeverityError || !strings.Contains(last.Message, "and 50 more problems") {
		t.Errorf("the error beyond the bound is lost: %+v", last)
	}
}
