package hooks

import (
	"strings"
	"testing"
)

// Hostile definition files, with what is expected of each; where the rulings
// decide otherwise the table here says so.
func TestHostileFilesComeOutAsExpected_F2_F3_H13(t *testing.T) {
	ruled := map[string]string{
		"0210-trailing-comma.json": "LOAD",          // trailing commas are accepted (F2)
		"0200-dup-name.json":       "DROP second",   // the first stands
		"0125.json":                "DROP no guard", // TurnEnd stands before no call
	}
	for line := range strings.Lines(string(read(t, "defs/EXPECT.tsv"))) {
		cols := strings.Split(strings.TrimSpace(line), "\t")
		name, want := cols[0], cols[1]
		if r, ok := ruled[name]; ok {
			want = r
		}
		f := ParseFile(read(t, "defs/"+name), Source{Layer: "yours", Path: name})
		got := "LOAD"
		switch {
		case f.Unusable:
			got = "REFUSE"
		case len(f.Dropped) > 0 && len(f.Hooks) > 0:
			got = "DROP second"
		case len(f.Dropped) > 0 && !f.Dropped[0].Guards:
			got = "DROP no guard"
		case len(f.Dropped) > 0:
			got = "DROP guard"
		}
		if !strings.HasPrefix(want, got) {
			t.Errorf("%s: %s, want %s; %v", name, got, want, f.Problems)
		}
		if got != "LOAD" && len(f.Problems) == 0 {
			t.Errorf("%s: %s in silence (F4)", name, got)
		}
	}
}

func TestFilesFromRealReports_hook(t *testing.T) {
	for _, c := range []struct {
		name, loaded, rules string
		unusable            bool
	}{
		{"hook-19-regex-habit/hooks.json", "dot bar", "relative-argument regexp-pattern relative-argument regexp-pattern", false},
		{"hook-21-star-crosses-slash/hooks.json", "all adm", "relative-argument relative-argument", false},
		{"hook-24-event-name-case/hooks.json", "c", "unknown-event relative-argument unknown-event relative-argument relative-argument", false},
		{"hook-25-comment-keys/hooks.json", "good", "relative-argument relative-argument unknown-key", false},
		{"hook-27-wrong-shapes/hooks.json", "", "shape", false},
		{"hook-27-wrong-shapes/hooks-null.json", "", "null", true},
		{"hook-27-wrong-shapes/hooks-empty.json", "", "empty", true},
		{"hook-37-claude-shape-pasted/hooks.json", "pretooluse-1", "relative-command", false},
	} {
		f := ParseFile(read(t, "cases/"+c.name), Source{Layer: "yours", Path: "hooks.json"})
		loaded := ""
		for _, h := range f.Hooks {
			loaded += " " + string(h.Name)
		}
		if strings.TrimSpace(loaded) != c.loaded || f.Unusable != c.unusable {
			t.Errorf("%s: loaded %q, unusable %v; want %q, %v", c.name, loaded, f.Unusable, c.loaded, c.unusable)
		}
		if got := strings.Join(rules(f.Problems), " "); got != c.rules {
			t.Errorf("%s: rules %q, want %q", c.name, got, c.rules)
		}
	}
}

func TestAWrongWordNamesTheNearest_hook24_hook25(t *testing.T) {
	f := ParseFile(read(t, "cases/hook-24-event-name-case/hooks.json"), Source{Layer: "yours", Path: "hooks.json"})
	for i, wrong := range []string{"preToolUse", "Pretooluse"} {
		p := f.Dropped[i].Problem
		if !strings.Contains(p.Message, wrong) || !strings.Contains(p.Message, `"PreToolUse"`) || p.Entry != []string{"a", "b"}[i] {
			t.Errorf("%+v", p)
		}
	}
	f = ParseFile(read(t, "cases/hook-25-comment-keys/hooks.json"), Source{Layer: "yours", Path: "hooks.json"})
	if p := f.Dropped[0].Problem; !strings.Contains(p.Message, `"timeout"`) || !strings.Contains(p.Message+p.Hint, "timeoutMs") || p.Entry != "typo" {
		t.Errorf("%+v", p)
	}
	look := ParseFile(read(t, "defs/0102.json"), Source{})
	if p := look.Dropped[0].Problem; !strings.Contains(p.Message, `\u{455}`) || !strings.Contains(p.Message, `"PreToolUse"`) {
		t.Errorf("a look-alike letter does not show: %+v", p)
	}
}

func TestTimeoutsAreWholeMilliseconds_hook36(t *testing.T) {
	f := ParseFile(read(t, "cases/hook-36-timeout-values/hooks.json"), Source{Layer: "project", Path: "hooks.json"})
	loaded, dropped := "", ""
	for _, h := range f.Hooks {
		loaded += string(h.Name) + "=" + h.Timeout.String() + " "
	}
	for _, d := range f.Dropped {
		dropped += d.Name + "=" + strings.TrimPrefix(d.Problem.Rule, "hooks/") + " "
	}
	if loaded != "t5=1s ok=100ms " {
		t.Errorf("loaded %q", loaded)
	}
	if dropped != "t0=timeout-range t1=timeout-range t2=timeout-range t3=timeout-range t4=bad-type t6=timeout-range t7=null " {
		t.Errorf("dropped %q", dropped)
	}
}
