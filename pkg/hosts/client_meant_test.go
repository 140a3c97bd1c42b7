package hosts

import (
	"strings"
	"testing"

	"usher/pkg/names"
)

// SPEC G6: names as assistants write them, mapped back through what is known. A star
// marks a tool of usher's own gateway; of several meanings all are given, for the
// strictest counts.
func TestNamesAreMappedBack_G6(t *testing.T) {
	long := "acme__" + strings.Repeat("very_long_name_", 6)
	known := Known{
		Servers: []names.ServerID{"acme", "gone", "my-rec", "my"},
		Defined: func(id names.ServerID) bool { return id != "gone" },
		Tools: func(id names.ServerID) []string {
			return map[names.ServerID][]string{
				"acme": {"look-up", "look.up", "lookup", long[6:]}, "my-rec": {"record_it"}, "gone": {"wipe.all"},
			}[id]
		},
	}
	for _, c := range []struct{ client, spelling, server, own, want string }{
		{"claude", "Bash", "", "", "Bash"},
		{"claude", "mcp__acme__lookup", "", "", "acme__lookup"},
		{"claude", "mcp__acme__look_up", "", "", "acme__look.up acme__look_up"},
		{"claude", "mcp__acme__look-up", "", "", "acme__look-up"},
		{"claude", "mcp__other__x", "", "", "other__x"},
		{"claude", "mcp__usher__acme__lookup", "", "", "*"},
		{"claude", "mcp__usher__app__skill_load", "", "", "*"},
		{"claude", "mcp__usher__stranger__x", "", "", "usher__stranger__x"},
		{"claude", "mcp__usher__gone__x", "", "", "usher__gone__x"},
		{"codex", "mcp__my_rec__record_it", "", "", "my-rec__record_it mcp__my_rec__record_it"},
		{"codex", "mcp__acme__look_up", "", "", "acme__look-up acme__look.up acme__look_up"},
		{"codex", "mcp__gone__wipe_all", "", "", "gone__wipe.all gone__wipe_all"},
		{"codex", "mcp__un_known__x", "", "", "un-known__x mcp__un_known__x"},
		{"codex", "mcp__usher__my_rec__record_it", "", "", "*"},
		{"copilot", "my-rec-record_it", "", "", "my-rec__record_it my__rec-record_it my-rec-record_it"},
		{"copilot", "acme-look-up", "", "", "acme__look-up acme__look.up acme-look__up acme-look-up"},
		{"copilot", "usher-acme__lookup", "", "", "*"},
		{"copilot", "usher-evil-acme__lookup", "", "", "usher-evil-acme__lookup usher__evil-acme__lookup usher-evil__acme__lookup"},
		{"copilot", "bash", "", "", "bash"},
		{"gemini", "mcp_usher_acme__lookup", "usher", "acme__lookup", "*"},
		{"gemini", "mcp_my-rec_record_it", "my-rec", "record_it", "my-rec__record_it"},
		{"gemini", "mcp_a_b_c", "a_b", "c", "a__b_c"},
		{"gemini", "read_file", "", "", "read_file"},
		{"qwen", "mcp__acme__look_up_0eaza9p", "", "", "acme__look.up acme__look_up_0eaza9p"},
		{"qwen", "mcp__usher__acme__look_up_0eaza9p", "", "", "*"},
		{"cursor", "lookup", "", "", "acme__lookup lookup"},
		{"cursor", "acme__lookup", "", "", "acme__lookup"},
		{"kiro", "@acme/lookup", "", "", "acme__lookup @acme/lookup"},
		{"amazonq", "acme___lookup", "", "", "acme__lookup acme___lookup"},
		{"windsurf", "mcp__usher__acme__lookup", "usher", "acme__lookup", "*"},
	} {
		client, _ := ParseClient(c.client)
		m, err := client.Meant(Sent{Spelling: c.spelling, Server: c.server, Own: c.own}, known)
		var got []string
		for _, tool := range m.Tools {
			got = append(got, tool.String())
		}
		if m.Gateway {
			got = []string{"*"}
		}
		if text := strings.Join(got, " "); err != nil || text != c.want {
			t.Errorf("%s %s: %s, want %s (%v)", c.client, c.spelling, text, c.want, err)
		}
	}
	cut := map[string]string{
		"copilot": ("acme-" + long[6:])[:64],
		"gemini":  ("mcp_acme_" + long[6:])[:30] + "..." + long[len(long)-30:],
		"qwen":    ("mcp__acme__" + long[6:])[:55] + "_0eaza9p",
		"vscode":  ("mcp_acme_" + long[6:])[:64],
	}
	for name, spelling := range cut {
		client, _ := ParseClient(name)
		m, err := client.Meant(Sent{Spelling: spelling}, known)
		if err != nil || m.Gateway || m.Tools[0].String() != long {
			t.Errorf("%s: %s means %v, %v", name, spelling, m, err)
		}
	}
	for _, bad := range []string{"", "a\nb", strings.Repeat("x", 600)} {
		if m, err := (Client{p: &protocols[0]}).Meant(Sent{Spelling: bad}, known); err == nil {
			t.Errorf("%q means %v", bad, m)
		}
	}
}
