package files

import (
	"strings"
	"testing"
)

// The digests are those of Codex 0.171.0 itself, as its hooks/list gave them for
// hooks of this shape: with a pattern, and without (SPEC G10).
func TestCodexTrustsAHookByTheDigestOfItsOwn(t *testing.T) {
	handler := newTable(pair("type", newText("command")), pair("command", newText("/usr/bin/true --client codex")), pair("timeout", newNumber(60)))
	h := hung{whole: newTable(pair("matcher", newText(".*")), pair("hooks", newList(handler))), handler: handler}
	if got := codexHash("pre_tool_use", h); got != "sha256:1bfd89bf976e7f9b061d1e0e22b0daf2b0737d3d4fd8ac87c1c3bccd4b8dc546" {
		t.Error(got)
	}
	handler = newTable(pair("type", newText("command")), pair("command", newText("/usr/bin/true")), pair("timeout", newNumber(60)))
	h = hung{whole: newTable(pair("hooks", newList(handler))), handler: handler}
	if got := codexHash("stop", h); got != "sha256:68695f39bc5f692bc2aada2ae61fad8d4ec992abcf9c257ab0e316451301a096" {
		t.Error(got)
	}
}

// A hook that nobody trusted, that changed since, or that was turned off is named.
func TestHooksThatCodexSkipsAreNamed(t *testing.T) {
	host, _ := FindHooks("codex")
	f := host.Files("linux", "/home/me", none).User[0]
	wired, _, err := f.Wire(nil, wiring)
	if err != nil {
		t.Fatal(err)
	}
	config := host.Settings("linux", "/home/me", none, nil)[0]
	x, err := f.edit(wired)
	if err != nil {
		t.Fatal(err)
	}
	var toml strings.Builder
	for _, h := range x.hung() {
		toml.WriteString("[hooks.state.\"/home/me/.codex/hooks.json:" + snake(h.word) + ":" + itoa(h.item) + ":0\"]\ntrusted_hash = \"" + codexHash(snake(h.word), h) + "\"\n")
	}
	for text, says := range map[string]string{
		"":            "does not trust the hook PreToolUse",
		toml.String(): "",
		strings.Replace(toml.String(), "trusted_hash = \"sha256:", "trusted_hash = \"sha256:0", 1): "as it was, not as it is now",
		strings.Replace(toml.String(), "trusted_hash", "enabled = false\ntrusted_hash", 1):         "turns off the hook PreToolUse",
	} {
		off, err := f.Distrusted(wired, config, []byte(text))
		if err != nil || (says == "") != (len(off) == 0) || says != "" && !strings.Contains(off[0].Says, says) {
			t.Errorf("%v %+v\n%s", err, off, text)
		}
	}
	if off, err := f.Distrusted(nil, config, nil); err != nil || len(off) > 0 {
		t.Error(off, err)
	}
}
