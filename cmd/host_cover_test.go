package cmd

import (
	"strings"
	"testing"
)

// S13, E3: what a diff shows of another app's file holds none of its values and
// comments, whatever its format; what usher brings is shown, and lines stay lines.
func TestADiffShowsNoValueOfAnotherApp_S13(t *testing.T) {
	for _, c := range []struct{ name, format, before, after, want string }{
		{
			"JSON", "JSON",
			"{\n  // token sk-1\n  \"env\": {\"KEY\": \"sk-2\"}, /* sk-3\n  sk-4 */\n  \"a\": [\"sk-5\\\"x\"]\n}\n",
			"{\n  // token sk-1\n  \"env\": {\"KEY\": \"sk-2\"}, /* sk-3\n  sk-4 */\n  \"a\": [\"sk-5\\\"x\"],\n  \"usher\": {\"command\": \"/bin/usher\"}\n}\n",
			"-  \"a\": [\"…\"]\n+  \"a\": [\"…\"],\n+  \"usher\": {\"command\": \"/bin/usher\"}",
		},
		{
			"one line", "JSON", `{"k":"sk-1"}`, `{"k":"sk-1","usher":{"command":"u"}}`, `+{"k":"…","usher":{"command":"u"}}`,
		},
		{
			"TOML", "TOML",
			"# sk-1\nk = \"sk-2\"\nl = 'sk-3'\nm = \"\"\"\nsk-4\n\"\"\"\n",
			"# sk-1\nk = \"sk-2\"\nl = 'sk-3'\nm = \"\"\"\nsk-4\n\"\"\"\n[mcp_servers.usher]\ncommand = \"/bin/usher\"\n",
			"+[mcp_servers.usher]\n+command = \"/bin/usher\"",
		},
		{
			"YAML", "YAML",
			"# sk-1\nk: sk-2\nl:\n  - sk-3\n  - name: sk-4\nm: |\n  sk-5\n  sk-6: x\n\n  - sk-7: y\nn: \"a\n  sk-8: b\"\no: >- # c\n  sk-9: z\n",
			"# sk-1\nk: sk-2\nl:\n  - sk-3\n  - name: sk-4\nm: |\n  sk-5\n  sk-6: x\n\n  - sk-7: y\nn: \"a\n  sk-8: b\"\no: >- # c\n  sk-9: z\nusher:\n  cmd: /bin/usher\n",
			"+usher:\n+  cmd: /bin/usher",
		},
	} {
		got := strings.Join(diffOf(coverBoth(c.format, c.before, c.after)), "\n")
		if strings.Contains(got, "sk-") || !strings.Contains(got, c.want) {
			t.Errorf("%s:\n%s", c.name, got)
		}
		for _, text := range []string{c.before, c.after} {
			if old, _ := coverBoth(c.format, text, ""); strings.Count(old, "\n") != strings.Count(text, "\n") {
				t.Errorf("%s: lines were lost:\n%s", c.name, old)
			}
		}
	}
}

// A diff says what goes and comes, in order, also of large files and of what it cuts.
func TestADiffSaysWhatChanges(t *testing.T) {
	lines := strings.Repeat("same\n", 5000)
	for _, c := range []struct{ before, after, want string }{
		{"", "a\nb\n", "@ line 1|+a|+b"},
		{"a\n", "", "@ line 1|-a"},
		{"a\nb\nc\nd\ne\nf\n", "a\nb\nc\nX\ne\nf\n", "@ line 2| b| c|-d|+X| e| f"},
		{lines + "x\n" + lines, lines + "y\n" + lines, "@ line 4999| same| same|-x|+y| same| same"},
		{"same", "same", ""},
		{strings.Repeat("x", 500), "", "@ line 1|-" + strings.Repeat("x", diffMaxLine-1) + "…"},
	} {
		if got := strings.Join(diffOf(c.before, c.after), "|"); got != c.want {
			t.Errorf("%.40q to %.40q: %q", c.before, c.after, got)
		}
	}
	if all := diffOf("", strings.Repeat("x\n", 1000)); len(all) != diffMaxLines+1 || all[diffMaxLines] != "@ 601 more lines, not shown" {
		t.Errorf("%d lines, %s", len(all), all[len(all)-1])
	}
}
