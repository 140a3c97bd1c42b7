package names_test

import (
	"strings"
	"testing"

	"usher/pkg/names"
)

// SPEC S5: environment names.
func TestEnvNameForm(t *testing.T) {
	for in, ok := range map[string]bool{
		"A": true, "_": true, "a9": true, "LAB_API_URL": true, strings.Repeat("A", 256): true,
		"": false, "9A": false, "A-B": false, "A=B": false, "A B": false, "A.B": false, "A\x00": false, "A\n": false,
		"É": false, "А": false, "A/B": false, "${A}": false, "BASH_FUNC_x%%": false, strings.Repeat("A", 257): false, "A\xff": false,
	} {
		if got, err := names.ParseEnvName(in); (err == nil) != ok || ok && string(got) != in || !ok && got != "" {
			t.Errorf("%q: %q, %v", in, got, err)
		}
	}
}

// SPEC E2: a secret's name, with one server's id before it or without. The
// message never repeats what was typed: it might be the secret itself.
func TestSecretNameForm(t *testing.T) {
	for in, ok := range map[string]bool{
		"TOKEN": true, "_x9": true, "acme/TOKEN": true, "a-/B": true, "acme/" + strings.Repeat("A", 256): true,
		"": false, "/TOKEN": false, "acme/": false, "acme/a/B": false, "a//B": false, "Acme/TOKEN": false, "acme/9": false,
		"../TOKEN": false, "acme/..": false, "acme\\TOKEN": false, "TOKEN ": false, "TOKEN\n": false, "acme_x/TOKEN": false,
		"sk-live-51HxQ": false, "hunter2!": false, strings.Repeat("a", 33) + "/B": false, strings.Repeat("A", 257): false, "аcme/TOKEN": false,
	} {
		got, err := names.ParseSecretName(in)
		if (err == nil) != ok || ok && string(got) != in || !ok && got != "" {
			t.Errorf("%q: %q, %v", in, got, err)
		}
		if err != nil && len(in) > 6 && strings.Contains(err.Error(), in) {
			t.Errorf("the message repeats what was typed: %v", err)
		}
	}
}
