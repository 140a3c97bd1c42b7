package mcp

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"usher/pkg/fault"
	"usher/pkg/names"
)

// answered is every input of a preset with its own example.
func answered(p Preset) map[string]string {
	out := map[string]string{}
	for _, in := range p.Inputs {
		out[in.Name] = in.Example
	}
	return out
}

// SPEC S14: every preset is a server that loads once its inputs are given, needs
// nothing but what it names, and holds no secret.
func TestPresetsLoad(t *testing.T) {
	seen := map[names.ServerID]bool{}
	for _, p := range Presets() {
		if seen[p.ID] || names.Reserved(string(p.ID)) != "" || p.Title == "" || p.Group == "" || p.Description == "" {
			t.Errorf("preset %s is incomplete, reserved or there twice", p.ID)
		}
		seen[p.ID] = true
		s, err := p.Server(answered(p))
		if err != nil {
			t.Errorf("%s: %v", p.ID, err)
			continue
		}
		if s.ID != p.ID || s.Disabled || s.Reach.Off || len(PlainSecrets(s)) > 0 || strings.Contains(s.Runs(), "{") {
			t.Errorf("%s became %+v", p.ID, s)
		}
		for _, v := range s.Env {
			if CodeLoading(string(v.Name)) != slices.Contains(p.AllowEnv, v.Name) {
				t.Errorf("%s: AllowEnv does not say the truth about %s", p.ID, v.Name)
			}
		}
	}
	for _, id := range []string{"blender", "davinci-resolve", "comfy"} {
		if p, ok := FindPreset(id); !ok || p.Group != "Creative apps" || len(p.Steps) == 0 {
			t.Errorf("the preset %s is not among the creative apps, or has no steps", id)
		}
	}
}

// SPEC S14, P1: a preset without its inputs is refused and names the missing one;
// an answer cannot become a range, an address or another field.
func TestPresetNeedsItsInputs(t *testing.T) {
	p, _ := FindPreset("blender")
	for _, answers := range []map[string]string{nil, {"version": ""}, {"version": "latest"}, {"version": ">=1"}, {"version": "1.0 evil"},
		{"version": "1.0", "other": "x"}, {"version": "git+https://x.example"}} {
		_, err := p.Server(answers)
		var known *fault.Error
		if !errors.As(err, &known) || known.Kind != fault.Usage {
			t.Errorf("answers %v gave %v", answers, err)
		}
	}
	if _, ok := FindPreset("Blender"); ok {
		t.Error("a preset is found by another name than its own")
	}
}

// SPEC S5: a preset's code-loading variable is refused where nobody allowed it.
func TestPresetsCodeLoadingVariableWaitsForAPerson(t *testing.T) {
	p, _ := FindPreset("davinci-resolve")
	s, err := p.Server(answered(p))
	if err != nil {
		t.Fatal(err)
	}
	data, err := With(nil, s)
	if err != nil {
		t.Fatal(err)
	}
	if f := ParseFile(data, Source{}, Rules{Layer: "yours"}); len(f.Servers) != 0 {
		t.Error("PYTHONPATH loads without being allowed")
	}
}

// One preset handed out is no other's to change.
func TestPresetsShareNothing(t *testing.T) {
	p, _ := FindPreset("fs")
	first, err := p.Server(map[string]string{"version": "1.2.3", "folder": "/a"})
	if err != nil {
		t.Fatal(err)
	}
	second, err := p.Server(map[string]string{"version": "1.2.3", "folder": "/b"})
	if err != nil || first.Args[0] != "/a" || second.Args[0] != "/b" || p.Entry().Args[0] != "{folder}" {
		t.Errorf("one answer reached another server: %v %v %v", first.Args, second.Args, err)
	}
}
