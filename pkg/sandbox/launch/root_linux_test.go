package launch

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"usher/pkg/sandbox"
)

// home makes a person's home folder with everything a server must not see, and
// gives a plan with some of it granted.
func home(t *testing.T, script string) (p sandbox.Plan, dir string) {
	t.Helper()
	p, dir = planOf(t, script), newFolder(t)
	for _, path := range []string{
		".ssh/id", "notes", "read/a", "read/usher/secret", "read/agent", "other/data",
		"ws/a", "ws/.git/hooks/x", "ws/.git/config", "ws/.usher/mcp.json", "tool/neighbour", "lib/mod/index",
	} {
		put(t, filepath.Join(dir, path), "text of "+path+"\n", 0o644)
	}
	put(t, dir+"/tool/run", "#!/bin/sh\necho ran\n", 0o755)
	in := func(names ...string) (out []string) {
		for _, n := range names {
			out = append(out, filepath.Join(dir, n))
		}
		return out
	}
	p.Read, p.Write, p.Files, p.Runtimes = in("read"), in("ws"), in("tool/run"), in("lib/mod")
	p.Protect, p.Mask = in("ws/.git/hooks", "ws/.git/config", "ws/.usher", "ws/.gone"), in("read/usher", "read/agent", "other", "nowhere")
	p.Env = append(p.Env, "H="+dir)
	return p, dir
}

const lookRound = `
can() { n=$1; shift; if "$@" >/dev/null 2>&1; then echo "$n=yes"; else echo "$n=no"; fi; }
can readKey cat $H/.ssh/id; can statKey test -e $H/.ssh; can listHome ls $H; can walkHome test -d $H; can writeHome touch $H/x
can statNotes test -e $H/notes; can other cat $H/other/data; can otherThere test -e $H/other
can read cat $H/read/a; can writeRead touch $H/read/b; can maskedFolder cat $H/read/usher/secret; can listMasked ls $H/read/usher; can chmodMasked chmod 700 $H/read/usher
can maskedFile cat $H/read/agent; can chmodMaskedFile chmod 600 $H/read/agent; can unmask rm -f $H/read/agent
can readWs cat $H/ws/a; can writeWs touch $H/ws/new; can mkdirWs mkdir $H/ws/dir; can renameWs mv $H/ws/dir $H/ws/dir2
can hook touch $H/ws/.git/hooks/y; can hookRm rm -f $H/ws/.git/hooks/x; can gitConfig sh -c 'echo >>$H/ws/.git/config'; can gitOther touch $H/ws/.git/index
can moveGit mv $H/ws/.git $H/ws/.g; can moveHooks mv $H/ws/.git/hooks $H/ws/h; can moveConfig mv $H/ws/.git/config $H/ws/c
can usherFile sh -c 'echo >>$H/ws/.usher/mcp.json'; can moveUsher mv $H/ws/.usher $H/ws/u; can linkOut ln $H/ws/.git/config $H/ws/hard
can tool $H/tool/run; can neighbour test -e $H/tool/neighbour; can listTool ls $H/tool; can writeTool sh -c 'echo >>$H/tool/run'
can runtime cat $H/lib/mod/index; can listRuntime ls $H/lib/mod; can writeRuntime touch $H/lib/mod/x; can besideRuntime ls $H/lib
can data touch $HOME/x; can dataMove mv $HOME/x $HOME/y; can dataMode chmod 600 $HOME/y; can tmp touch /tmp/x; can shm touch /dev/shm/x
can etc touch /etc/x; can usr touch /usr/bin/x; can root touch /x; can rootMode chmod 777 /; can shadow cat /etc/shadow; can null sh -c 'echo >/dev/null'; can random head -c 8 /dev/urandom
can tty sh -c 'echo </dev/tty'; can sysctl sh -c 'echo >/proc/sys/kernel/core_pattern'; can trigger sh -c 'echo h >/proc/sysrq-trigger'; can kcore head -c 1 /proc/kcore; can sys test -e /sys/kernel
can init cat /proc/1/environ; can initRoot ls /proc/1/root/; can proc test -e /proc/self/status; can keys ls /etc/ssl/private
can symlink sh -c 'ln -s $H/.ssh/id $HOME/l && cat $HOME/l'; can dotdot cat $HOME/../../../../../../../..$H/.ssh/id
echo procs=$(ls /proc | grep -c '^[0-9]'); echo host=$(uname -n)`

// SPEC B1, B2: what no field of the plan names is not there; grants are what they
// say; what is protected and hidden stays so in any grant. As root and as a user.
func TestServerSeesOnlyWhatThePlanShows(t *testing.T) {
	ordinary(t)
	p, dir := home(t, lookRound)
	got := launched(t, p, "")
	if got.status != 0 {
		t.Fatalf("ended %d: %s", got.status, got.err)
	}
	allowed := "walkHome read readWs writeWs mkdirWs renameWs gitOther tool runtime listRuntime data dataMove dataMode tmp shm null random proc"
	said := answers(got.out)
	for name, answer := range said {
		want := "no"
		if strings.Contains(" "+allowed+" ", " "+name+" ") {
			want = "yes"
		}
		if name != "procs" && name != "host" && answer != want {
			t.Errorf("%s: %s, want %s", name, answer, want)
		}
	}
	if len(said) < 60 {
		t.Errorf("only %d answers:\n%s", len(said), got.out)
	}
	if n := number(t, said["procs"]); n > 6 || said["host"] != hostName {
		t.Errorf("%d processes, host %q", n, said["host"])
	}
	for path, want := range map[string]string{
		"ws/.git/config": "text of ws/.git/config\n", "read/agent": "text of read/agent\n", "tool/run": "#!/bin/sh\necho ran\n",
	} {
		if text, err := os.ReadFile(filepath.Join(dir, path)); err != nil || string(text) != want {
			t.Errorf("%s outside: %q, %v", path, text, err)
		}
	}
	if _, err := os.Stat(dir + "/ws/new"); err != nil {
		t.Errorf("what was written in a grant is not there: %v", err)
	}
	if _, err := os.Stat(dir + "/ws/.gone"); err == nil {
		t.Error("a protected path that did not exist was made in the person's folder")
	}
}

// A data folder that lies in what is hidden is shown all the same, and a file is;
// a file in a folder that may be written stays writable.
func TestDataAndFilesAreShownInWhatIsHidden(t *testing.T) {
	p, dir := home(t, `cat $HOME/own $H/read/usher/named && touch $HOME/new && ! ls $H/read/usher && ! cat $H/read/usher/secret && echo changed >$H/ws/a && cat $H/ws/a`)
	p.Data = dir + "/read/usher/servers/x"
	p.Dir, p.Env[1] = p.Data, "HOME="+p.Data
	put(t, p.Data+"/own", "own\n", 0o644)
	put(t, dir+"/read/usher/named", "named\n", 0o644)
	p.Files = append(p.Files, dir+"/read/usher/named", dir+"/ws/a")
	if got := launched(t, p, ""); got.status != 0 || got.out != "own\nnamed\nchanged\n" {
		t.Errorf("%+v", got)
	}
}

// The folder that a server starts in is there, even where nothing shows it.
func TestTheWorkingFolderExistsInside(t *testing.T) {
	p := planOf(t, `echo *; ls / >/dev/null && pwd; ls . 2>/dev/null; touch x 2>/dev/null; echo $?`)
	p.Dir = newFolder(t)
	put(t, p.Dir+"/file", "", 0o644)
	if got := launched(t, p, ""); got.out != "*\n"+p.Dir+"\n1\n" {
		t.Errorf("%+v", got)
	}
}

// Programs of every kind start: by their links, scripts, scripts of other
// interpreters, static and dynamic ones.
func TestProgramsOfEveryKindStart(t *testing.T) {
	dir := newFolder(t)
	put(t, dir+"/script", "#!/bin/sh\necho script $0 $1\n", 0o755)
	put(t, dir+"/interpreter", "#!/bin/sh\necho interpreted $2\n", 0o755)
	put(t, dir+"/second", "#!"+dir+"/interpreter x\n", 0o755)
	put(t, dir+"/env", "#!/usr/bin/env sh\necho env\n", 0o755)
	for program, want := range map[string]string{
		"script": "script " + dir + "/script word\n", "env": "env\n", "second": "interpreted " + dir + "/second\n",
	} {
		p := planOf(t, "")
		p.Program, p.Argv0, p.Args, p.Files = dir+"/"+program, program, []string{"word"}, []string{dir + "/" + program, dir + "/interpreter"}
		if got := launched(t, p, ""); got.out != want {
			t.Errorf("%s: %+v", program, got)
		}
	}
	p := planOf(t, "")
	p.Program, p.Argv0, p.Args = myself(t), "trial", Trial{Data: p.Data, Hidden: dir + "/script", Namespaces: true}.Args()
	p.Files = []string{p.Program}
	if got := launched(t, p, ""); got.out != TrialHeld {
		t.Errorf("this binary: %+v", got)
	}
	p = planOf(t, "")
	p.Program, p.Args, p.Files = dir+"/script", nil, []string{dir + "/script"}
	p.Links = []sandbox.Link{{At: dir + "/bin/tool", To: "../script"}}
	p.Program, p.Argv0, p.Args = "/usr/bin/env", "env", []string{dir + "/bin/tool", "x"}
	if got := launched(t, p, ""); got.out != "script "+dir+"/bin/tool x\n" {
		t.Errorf("by its link: %+v", got)
	}
}
