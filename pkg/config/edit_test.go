package config

import (
	"errors"
	"strings"
	"testing"

	"usher/pkg/fault"
)

func TestSetKeepsCommentsAndIsReadBack_C2(t *testing.T) {
	before := "{\n  // mine\n  \"color\": \"auto\", // keep\n}\n"
	for _, c := range []struct{ name, word, value string }{
		{"color", "never", `"never"`}, {"format", "json", `"json"`}, {"width", "120", "120"}, {"width", "0", "0"}, {"logLevel", "debug", `"debug"`},
	} {
		for _, data := range []string{"", before} {
			out, err := Set([]byte(data), c.name, c.word)
			if err != nil {
				t.Fatalf("%s: %v", c.name, err)
			}
			p, problems, _ := Load(settings(t, string(out)), nil, nil)
			if !strings.Contains(shown(p), c.name+"="+c.value+"@yours") || len(problems) > 0 {
				t.Errorf("%s: wrote %s, reads %s, %v", c.name, out, shown(p), problems)
			}
			if data != "" && (!strings.Contains(string(out), "// mine") || !strings.Contains(string(out), "// keep")) {
				t.Errorf("%s: a comment is gone: %s", c.name, out)
			}
			gone, err := Unset(out, c.name)
			if err != nil {
				t.Fatalf("%s: unset: %v", c.name, err)
			}
			if p, _, _ := Load(settings(t, string(gone)), nil, nil); strings.Contains(shown(p), c.name+"="+c.value+"@yours") {
				t.Errorf("%s: still set in %s", c.name, gone)
			}
		}
	}
}

func TestSetRefusesWhatLoadWould_C2(t *testing.T) {
	for _, c := range []struct{ name, word, hint string }{
		{"colour", "never", "color"}, {"", "x", ""}, {"color", "nver", "never"}, {"color", "", ""}, {"width", "19", ""}, {"width", "80.5", ""}, {"loglevel", "info", "logLevel"},
	} {
		out, err := Set([]byte(`{}`), c.name, c.word)
		var fe *fault.Error
		if out != nil || !errors.As(err, &fe) || fe.Kind != fault.Usage || !strings.Contains(strings.Join(fe.Hints, " "), c.hint) {
			t.Errorf("%s=%s: got %s, %v", c.name, c.word, out, err)
		}
	}
	if out, err := Set([]byte(`{"color":`), "color", "never"); err == nil {
		t.Errorf("a broken file was edited to %s", out)
	}
	if _, err := Unset([]byte(`{}`), "color"); err == nil {
		t.Error("a setting that is not there was unset")
	}
	if _, err := Unset([]byte(`{}`), "colour"); err == nil {
		t.Error("an unknown setting was unset")
	}
}
