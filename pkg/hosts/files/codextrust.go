package files

import (
	"crypto/sha256"
	"encoding/hex"
	"strconv"
	"strings"
)

// Distrusted are usher's hooks of this file that Codex skips in silence, because nobody
// trusted them with /hooks there as they stand now. It keeps what was trusted in its
// config.toml, under the file, the event and the places, with a digest of the hook;
// seen in Codex 0.171. For every other assistant there are none.
func (f HookFile) Distrusted(data []byte, config SettingsFile, settings []byte) ([]Switch, error) {
	if !f.Host.Silent || len(trimmed(data)) == 0 {
		return nil, nil
	}
	x, err := f.edit(data)
	if err != nil {
		return nil, err
	}
	root, err := config.open(settings)
	if err != nil {
		return nil, err
	}
	var out []Switch
	for _, h := range x.hung() {
		if h.is != callsUsher {
			continue
		}
		event := snake(h.word)
		key := f.Path + ":" + event + ":" + strconv.Itoa(h.item) + ":" + strconv.Itoa(max(h.sub, 0))
		state, _ := deep(root, []string{"hooks", "state", key})
		trusted, _ := state.value.get("trusted_hash").word()
		s := Switch{File: config.Path, Line: state.at.Line, Setting: "hooks.state"}
		switch {
		case isBool(state.value.get("enabled"), false):
			s.Says = "turns off the hook " + h.word + " that fires " + h.fires
		case trusted == "":
			s.Says = "does not trust the hook " + h.word + " that fires " + h.fires + ", so it is skipped in silence: start codex and type /hooks"
		case trusted != codexHash(event, h):
			s.Says = "trusts the hook " + h.word + " that fires " + h.fires + " as it was, not as it is now, so it is skipped in silence: start codex and type /hooks"
		default:
			continue
		}
		out = append(out, s)
	}
	return out, nil
}

// codexHash is the digest under which Codex trusts a hook: of its event, pattern and
// handler as JSON with sorted keys.
func codexHash(event string, h hung) string {
	wait := h.handler.get("timeout")
	if wait == nil {
		wait = newNumber(600)
	}
	handler := newTable(pair("async", newBool(isBool(h.handler.get("async"), true))), pair("command", h.handler.get("command")),
		pair("timeout", wait), pair("type", newText("command")))
	all := newTable(pair("event_name", newText(event)), pair("hooks", newList(handler)))
	if m := h.whole.get("matcher"); m != nil && h.sub >= 0 {
		all.members = append(all.members, pair("matcher", m))
	}
	sum := sha256.Sum256([]byte(all.json()))
	return "sha256:" + hex.EncodeToString(sum[:])
}

// snake is PreToolUse as pre_tool_use.
func snake(word string) string {
	var b strings.Builder
	for i, r := range word {
		if i > 0 && r >= 'A' && r <= 'Z' {
			b.WriteByte('_')
		}
		b.WriteRune(r)
	}
	return strings.ToLower(b.String())
}
