package sandbox

import (
	"slices"
	"strings"
	"testing"
)

// SPEC B1: by default none of the person's folders and no network.
func TestZeroReachTouchesNothing(t *testing.T) {
	got := words(Describe(Reach{}, nil))
	for _, want := range []string{"no network", "none of your folders", "its own data folder", "never your home folder"} {
		if !strings.Contains(got, want) {
			t.Errorf("Describe(zero) lacks %q:\n%s", want, got)
		}
	}
	if !slices.Equal(Reach{}.Canonical(), Reach{Network: NetworkOff}.Canonical()) {
		t.Error("no network and network off must be one reach")
	}
}

// SPEC A1: each thing a server may touch is a line of its own in the digest.
func TestCanonicalChangesWithEveryField(t *testing.T) {
	base := Reach{Read: []string{"/a"}, Write: []string{"/b"}, Network: NetworkLocalhost}
	seen := map[string]string{strings.Join(base.Canonical(), "\n"): "base"}
	for name, r := range map[string]Reach{
		"off":         {Off: true, Read: base.Read, Write: base.Write, Network: base.Network},
		"read":        {Read: []string{"/a", "/c"}, Write: base.Write, Network: base.Network},
		"write":       {Read: base.Read, Write: nil, Network: base.Network},
		"swapped":     {Read: base.Write, Write: base.Read, Network: base.Network},
		"network":     {Read: base.Read, Write: base.Write, Network: NetworkOn},
		"runner":      {Read: base.Read, Write: base.Write, Network: base.Network, Runner: "npx"},
		"engine":      {Read: base.Read, Write: base.Write, Network: base.Network, Engine: "docker"},
		"no network":  {Read: base.Read, Write: base.Write},
		"other names": {Read: []string{"/A"}, Write: base.Write, Network: base.Network},
	} {
		key := strings.Join(r.Canonical(), "\n")
		if other, ok := seen[key]; ok {
			t.Errorf("%s has the canonical form of %s", name, other)
		}
		seen[key] = name
	}
}

func TestCanonicalIgnoresOrderAndRepetition(t *testing.T) {
	a := Reach{Read: []string{"/x", "/y", "/x"}}
	b := Reach{Read: []string{"/y", "/x"}}
	if !slices.Equal(a.Canonical(), b.Canonical()) {
		t.Errorf("%q != %q", a.Canonical(), b.Canonical())
	}
	if a.Read[1] != "/y" {
		t.Error("Canonical must not reorder the reach itself")
	}
}

// SPEC B3, B6: what is unusual is said in words, first.
func TestDescribeSaysWhatIsUnusual(t *testing.T) {
	for name, c := range map[string]struct {
		reach Reach
		want  []string
		not   string
	}{
		"no sandbox":  {Reach{Off: true}, []string{"no sandbox", "full permissions"}, "never"},
		"engine":      {Reach{Engine: "docker"}, []string{"not sandboxed by usher", "docker", "mounts"}, "never"},
		"runner":      {Reach{Runner: "npx", Network: NetworkOn}, []string{"full network: npx"}, "no network"},
		"network on":  {Reach{Network: NetworkOn}, []string{"full network"}, "no network"},
		"localhost":   {Reach{Network: NetworkLocalhost}, []string{"this computer only"}, "full network"},
		"read":        {Reach{Read: []string{"/data"}}, []string{"can read /data"}, "change /data"},
		"write":       {Reach{Write: []string{Workspace}}, []string{"read and change the trusted project folder"}, "none of your"},
		"strange net": {Reach{Network: "moon"}, []string{"no network"}, "full"},
	} {
		said := words(Describe(c.reach, nil))
		for _, w := range c.want {
			if !strings.Contains(said, w) {
				t.Errorf("%s: lacks %q:\n%s", name, w, said)
			}
		}
		if strings.Contains(said, c.not) {
			t.Errorf("%s: must not say %q:\n%s", name, c.not, said)
		}
	}
}

// SPEC B6: what the program and its command line bring is said too, path by path.
func TestDescribeNamesWhatIsBrought(t *testing.T) {
	p := Plan{Data: "/data/lab", Read: []string{"/real"}, Write: []string{"/w"}, Files: []string{"/f.py"}, Runtimes: []string{"/nvm"}, Protect: []string{"/w/.git/hooks"}}
	said := words(Describe(Reach{Read: []string{"/by-link"}, Write: []string{Workspace}}, &p))
	for _, want := range []string{"can read and change /w\n", "can read /real\n", "the one file /f.py", "/nvm, where its program lives", "own data folder /data/lab", "git repositories"} {
		if !strings.Contains(said, want) {
			t.Errorf("lacks %q:\n%s", want, said)
		}
	}
	if strings.Contains(said, "by-link") || strings.Contains(said, "project folder") {
		t.Errorf("says what was written, not what is reached:\n%s", said)
	}
}

func words(lines []Line) string {
	var b strings.Builder
	for _, l := range lines {
		b.WriteString(l.String() + "\n")
	}
	return b.String()
}

func TestNetworkWordsAreExact(t *testing.T) {
	for _, w := range Networks() {
		if n, ok := ParseNetwork(w); !ok || string(n) != w {
			t.Errorf("ParseNetwork(%q) = %q, %v", w, n, ok)
		}
	}
	for _, w := range []string{"", "On", "yes", "off ", "none"} {
		if n, ok := ParseNetwork(w); ok || n != NetworkOff {
			t.Errorf("ParseNetwork(%q) = %q, %v; want off, false", w, n, ok)
		}
	}
}

// SPEC B3: package runners and container engines, by program name and verb.
func TestStarterNamesRunnersAndEngines(t *testing.T) {
	for _, c := range []struct {
		line           string
		runner, engine string
	}{
		{"npx -y pkg", "npx", ""},
		{"/usr/local/bin/uvx pkg", "uvx", ""},
		{`C:\nodejs\npx.CMD -y pkg`, "npx", ""},
		{"bunx pkg", "bunx", ""},
		{"pnpm dlx pkg", "pnpm dlx", ""},
		{"pnpm --silent dlx pkg", "pnpm dlx", ""},
		{"pnpm run dlx", "", ""},
		{"npm exec -- pkg", "npm exec", ""},
		{"npm", "", ""},
		{"uv tool run pkg", "uv tool run", ""},
		{"uv run server.py", "uv run", ""},
		{"uv tool list", "", ""},
		{"pipx run pkg", "pipx run", ""},
		{"docker run -v /:/host --privileged img", "", "docker"},
		{"/usr/bin/docker --host=unix:///run/docker.sock run img", "", "docker"},
		{"podman run img", "", "podman"},
		{"env FOO=1 npx pkg", "npx", ""},
		{"env -i A=b docker run img", "", "docker"},
		{"env", "", ""},
		{"env -S docker", "", "docker"},
		{"env -u A -C /x --unset=B docker run img", "", "docker"},
		{"env -u docker prog", "", ""},
		{"env -C docker prog", "", ""},
		{"env -iu A docker run", "", ""},
		{"env -vu A npx pkg", "", ""},
		{"env -v docker run", "", ""},
		{"env -- docker run", "", ""},
		{"env PATH=/x docker run", "", ""},
		{"env LD_PRELOAD=/x docker run", "", ""},
		{"./podman run", "", ""},
		{"bin/docker run", "", ""},
		{"../docker run", "", ""},
		{"env ./podman run", "", ""},
		{"cmd /c npx -y pkg", "npx", ""},
		{"cmd.exe /C npx pkg", "npx", ""},
		{"cmd /k npx", "", ""},
		{"node npx", "", ""},
		{"mynpx", "", ""},
	} {
		words := strings.Fields(c.line)
		runner, engine := Starter(words[0], words[1:])
		if runner != c.runner || engine != c.engine {
			t.Errorf("Starter(%q) = %q, %q; want %q, %q", c.line, runner, engine, c.runner, c.engine)
		}
	}
}
