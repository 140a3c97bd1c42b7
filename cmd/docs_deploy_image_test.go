//go:build linux && !race

package cmd_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
)

// TestTheImageFromScratchServes_V7: the recipe of docs/deploy.md without an engine. Its
// commands build the files, its COPY lines fill an empty root, and in that, with mounts
// and processes of its own, its user runs what it says: it serves over HTTP, the server
// runs in a sandbox, and the record is whole.
func TestTheImageFromScratchServes_V7(t *testing.T) {
	t.Parallel()
	page := deployPage(t)
	h := newHouse(t)
	m := &image{house: h, root: filepath.Join(h.dir, "root"), built: filepath.Join(h.dir, "built")}
	m.context(t, page)
	m.build(t, page["Dockerfile"])
	m.decides(t, page)

	g := listens(t, m.container(m.cmd...))
	c := &fleetClient{t: t, url: "http://127.0.0.1" + g.url[strings.LastIndex(g.url, ":"):]}
	c.begins()
	if a := c.older("tools/list", "{}"); !strings.Contains(a.text, `"corp-notes__search"`) || strings.Contains(a.text, `"corp-notes__write"`) {
		t.Errorf("the list: %+v", a)
	}
	c.wants(200, "A beam of 4 m", c.older("tools/call", `{"name":"corp-notes__search","arguments":{"word":"beam"}}`))
	c.wants(200, "A beam of 4 m", c.modern("corp-notes__search"))
	c.wants(200, `"isError":true`, c.modern("corp-notes__wipe"))
	must(t, syscall.Kill(-g.Process.Pid, syscall.SIGTERM))
	_ = g.Wait() // by a signal
	if r := launch(t, m.container("server", "show", "corp-notes"), ""); !strings.Contains(r.out, "its sandbox is built with namespaces") {
		t.Errorf("%v", r)
	}
	if r := launch(t, m.container("audit", "verify"), ""); r.code != 0 || !strings.Contains(r.out, "whole: 3 lines") {
		t.Errorf("%v", r)
	}
}

// image is a root that a recipe fills.
type image struct {
	*house
	root, built string
	env, cmd    []string
	user        string
}

// context is the folder that the recipe is built from: the page's layer, and a server.
func (m *image) context(t *testing.T, page map[string]string) {
	t.Helper()
	for name, text := range page {
		if strings.HasPrefix(name, "/etc/usher/") {
			at := filepath.Join(m.dir, name)
			must(t, os.MkdirAll(filepath.Dir(at), 0o755))
			must(t, os.WriteFile(at, []byte(text), 0o644))
		}
	}
	must(t, os.Mkdir(filepath.Join(m.dir, "servers"), 0o755))
	must(t, os.Link(filepath.Join(os.Getenv(rootVar), "bin", "usher-demo-server"), filepath.Join(m.dir, "servers", "usher-demo-server")))
	must(t, os.WriteFile(filepath.Join(m.dir, "ledger.json"), []byte(`{"version":1,"decisions":[]}`), 0o600))
	must(t, os.MkdirAll(filepath.Join(m.built, "out"), 0o755))
	must(t, os.Mkdir(m.root, 0o755))
}

// build does what each line of the recipe says.
func (m *image) build(t *testing.T, recipe string) {
	t.Helper()
	stage := ""
	for _, line := range strings.Split(strings.TrimSpace(recipe), "\n") {
		word, rest, _ := strings.Cut(line, " ")
		switch word {
		case "FROM":
			stage = strings.Fields(rest)[0]
		case "RUN":
			m.run(t, rest)
		case "COPY":
			if stage == "scratch" {
				m.copy(t, strings.Fields(rest))
			}
		case "ENV":
			m.env = append(m.env, strings.Fields(rest)...)
		case "USER":
			m.user = rest
		case "ENTRYPOINT":
			if rest != `["/usr/bin/usher"]` {
				t.Errorf("it starts %s", rest)
			}
		case "CMD":
			must(t, json.Unmarshal([]byte(strings.Replace(rest, ":8765", ":0", 1)), &m.cmd))
		case "WORKDIR", "VOLUME", "EXPOSE", "":
		default:
			t.Errorf("nothing does %q", line)
		}
	}
	if stage != "scratch" || m.user == "" || len(m.cmd) == 0 || len(m.env) == 0 {
		t.Fatalf("not all of the recipe was understood: %+v", m)
	}
}

// run is a line of the stage that builds, in the source; an ordinary user can give
// nothing away, and is root in the container itself.
func (m *image) run(t *testing.T, line string) {
	t.Helper()
	line = strings.NewReplacer("/out/", m.built+"/out/", "/image/", m.built+"/image/").Replace(line)
	if os.Geteuid() != 0 {
		line = regexp.MustCompile(` -[og] \d+`).ReplaceAllString(line, "")
	}
	c := exec.Command("/bin/sh", "-ec", line)
	c.Dir = ".." // the environment is the developer's: go has its cache there
	if out, err := c.CombinedOutput(); err != nil {
		t.Fatalf("%s: %v\n%s", line, err, out)
	}
}

// copy is a COPY line; a folder's content goes to a folder.
func (m *image) copy(t *testing.T, words []string) {
	t.Helper()
	args, base := []string{"-R", "-p"}, m.dir
	var after [][]string
	for strings.HasPrefix(words[0], "--") {
		switch flag, value, _ := strings.Cut(words[0], "="); flag {
		case "--from":
			base = m.built
		case "--chown":
			if os.Geteuid() == 0 {
				after = append(after, []string{"chown", value})
			}
		case "--chmod":
			after = append(after, []string{"chmod", value})
		default:
			t.Errorf("nothing does %s", flag)
		}
		words = words[1:]
	}
	from, to := filepath.Join(base, words[0]), filepath.Join(m.root, words[1])
	if strings.HasPrefix(words[0], "/etc/ssl/") {
		from = words[0] // of the image that builds; this computer's is as good
	}
	if strings.HasSuffix(words[0], "/") {
		from += "/."
	}
	must(t, os.MkdirAll(to, 0o755))
	steps := [][]string{append(append([]string{"cp"}, args...), from, to)}
	for _, step := range after {
		steps = append(steps, append(step, filepath.Join(to, filepath.Base(words[0]))))
	}
	for _, step := range steps {
		if r := launch(t, m.command(step[0], step[1:]...), ""); r.code != 0 {
			t.Fatal(r)
		}
	}
}

// decides makes the decisions of the page in the image itself, as a pilot whose policy
// lets a script do it, and hands them out.
func (m *image) decides(t *testing.T, page map[string]string) {
	t.Helper()
	policy := filepath.Join(m.root, "etc", "usher", "policy.json")
	pilot := strings.Replace(page["/etc/usher/policy.json"], `"unattended": false`, `"unattended": true`, 1)
	must(t, os.WriteFile(policy, []byte(pilot), 0o644))
	asked := regexp.MustCompile(`(?m)^\$ usher (.*)$`).FindAllStringSubmatch(page["pilot"], -1)
	if len(asked) < 2 {
		t.Fatal("the page decides nothing")
	}
	for _, line := range asked {
		words := strings.Fields(line[1])
		if words[0] == "grant" {
			list := launch(t, m.container("server", "list", "--no-probe", "-o", "json"), "")
			words = append(words, "--digest", regexp.MustCompile(`sha256:[0-9a-f]{64}`).FindString(list.out))
		}
		if r := launch(t, m.container(words...), ""); r.code != 0 {
			t.Fatal(r)
		}
	}
	state := filepath.Join(m.root, "var", "lib", "usher")
	ledger, err := os.ReadFile(filepath.Join(state, "ledger.json"))
	must(t, err)
	must(t, os.WriteFile(policy, []byte(page["/etc/usher/policy.json"]), 0o644))
	for _, left := range []string{"manifests", "sandbox.json", ".local"} {
		must(t, os.RemoveAll(filepath.Join(state, left)))
	}
	must(t, os.WriteFile(filepath.Join(m.dir, "ledger.json"), ledger, 0o600))
	m.copy(t, strings.Fields(regexp.MustCompile(`(?m)^COPY (.* ledger\.json .*)$`).FindStringSubmatch(page["Dockerfile"])[1]))
}

// container runs the image's program there: the root is the image and nothing else but
// /proc and /dev. For an ordinary user it is the root of a user namespace.
func (m *image) container(args ...string) *exec.Cmd {
	flags, as := []string{"--mount", "--pid", "--fork", "--kill-child", "--propagation", "private"}, m.user
	if os.Geteuid() != 0 {
		flags, as = append([]string{"--user", "--map-root-user"}, flags...), ""
	}
	const enter = `as=$1; shift
mount --bind "$0" "$0"; cd "$0"; mkdir -p proc dev
mount -t proc proc proc; mount --rbind /dev dev; mount -n --move . /
exec /usr/sbin/chroot ${as:+"--userspec=$as"} . /usr/bin/usher "$@"`
	c := m.command("unshare", append(append(flags, "/bin/sh", "-ec", enter, m.root, as), args...)...)
	c.Env = append(append([]string{}, m.env...), "USHER_TOKEN="+fleetToken)
	return c
}
