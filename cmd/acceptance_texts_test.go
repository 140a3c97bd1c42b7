//go:build linux && !race

package cmd_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// Texts of the kinds that people and assistants write and no case has: templates and
// arguments letter for letter, messages that only look like a name, names, headers,
// the edge of 6000 characters, and folders with more than is read.

// TestTemplatesLetterForLetter_X5: what stands in a template beside its places.
func TestTemplatesLetterForLetter_X5(t *testing.T) {
	h := newHouse(t)
	for i, c := range []struct{ template, args, want string }{
		{"$\n", "x", "$\n\nx"}, {"$\n", "", "$\n"}, {"$", "", "$"}, {"$$1\n", "x", "$x\n"}, {`\\$1` + "\n", "x", `\$1` + "\n\nx"},
		{`\$1 $1`, "x", "$1 x"}, {`\\\$1 $1`, "x", `\\$1 x`}, {`\$ARGUMENTS|$ARGUMENTS`, "x y", "$ARGUMENTS|x y"}, {`\`, "x", "\\\n\nx"}, {`a\`, "", `a\`},
		{"$0\n", "x", "$0\n\nx"}, {"${1}\n", "x", "${1}\n\nx"}, {"$1$2\n", "x y", "xy\n"}, {"$1$2", "x", "x"}, {"$9$8", "1 2 3 4 5 6 7 8 9 10", "98"},
		{"$ARGUMENTS$ARGUMENTS", "ab", "abab"}, {"$ARGUMENT $argumentS $Arguments", "x", "$ARGUMENT $argumentS $Arguments\n\nx"}, {"$ARGUMENTS1", "x", "x1"},
		{"$ 1\n", "x", "$ 1\n\nx"}, {"\u0661$\u0661\n", "x", "\u0661$\u0661\n\nx"}, {"a\r\n", "x", "a\n\nx"}, {"a\n\n\n", "x", "a\n\nx"}, {"a\n\n\n", "", "a\n\n\n"}, {"", "x", "x"},
		{"---\ndescription: d\n---\n", "x", "x"}, {"\ufeff$1", "x", "x"}, {"a\ufeff$1", "x", "a\ufeffx"},
	} {
		name := fmt.Sprintf("t%d", i)
		h.put(t, "prompts/"+name+".md", c.template)
		if r := launch(t, h.command("usher", "prompt", "expand"), "/"+name+" "+c.args); r.code != 0 || r.out != c.want {
			t.Errorf("%q with %q: %v\nwant %q", c.template, c.args, r, c.want)
		}
	}
}

// TestArgumentsLetterForLetter_X5: whatever an argument holds is put in and never
// looked at again, as a word and through a pipe.
func TestArgumentsLetterForLetter_X5(t *testing.T) {
	h := newHouse(t)
	h.put(t, "prompts/p.md", "[$ARGUMENTS][$1][$2]")
	for _, c := range []struct{ args, want string }{
		{"$1 $2", "[$1 $2][$1][$2]"}, {"$ARGUMENTS", "[$ARGUMENTS][$ARGUMENTS][]"}, {`\$1 \`, `[\$1 \][\$1][\]`}, {`\\ \n`, `[\\ \n][\\][\n]`},
		{"a\nb\n\nc", "[a\nb\n\nc][a][b]"}, {"a\r\nb", "[a\r\nb][a][b]"}, {`"open a`, `["open a]["open][a]`}, {`'open a`, `['open a]['open][a]`},
		{`a"b c"d e`, `[a"b c"d e][ab cd][e]`}, {`"" x`, `["" x][][x]`}, {`"a 'b" c`, `["a 'b" c][a 'b][c]`}, {`it's "not'`, `[it's "not'][it's]["not']`},
		{"\x01\x1b[2J\x7f x", "[\x01\x1b[2J\x7f x][\x01\x1b[2J\x7f][x]"}, {"\u202e\u200b\ufffd \U0001f469\u200d\U0001f680", "[\u202e\u200b\ufffd \U0001f469\u200d\U0001f680][\u202e\u200b\ufffd][\U0001f469\u200d\U0001f680]"},
		{"a\u00a0b\u3000c", "[a\u00a0b\u3000c][a\u00a0b\u3000c][]"}, {"e\u0301 \u00e9", "[e\u0301 \u00e9][e\u0301][\u00e9]"}, {"   ", "[][][]"}, {"\t\n x  ", "[x  ][x][]"},
		{"/p $1", "[/p $1][/p][$1]"}, {"@/etc/passwd !id", "[@/etc/passwd !id][@/etc/passwd][!id]"}, {"%s %d", "[%s %d][%s][%d]"}, {"{{.}} ${x}", "[{{.}} ${x}][{{.}}][${x}]"},
	} {
		for _, r := range []ran{h.usher(t, "prompt", "expand", "/p "+c.args), launch(t, h.command("usher", "prompt", "expand"), "/p "+c.args), launch(t, h.command("usher", "message", "--text"), "/p "+c.args)} {
			if r.code != 0 || r.out != c.want || r.err != "" {
				t.Errorf("%q: %v\nwant %q", c.args, r, c.want)
			}
		}
	}
}

// TestOnlyADefinedNameAtTheVeryStart_X5: any other message is printed as it is typed.
func TestOnlyADefinedNameAtTheVeryStart_X5(t *testing.T) {
	h := newHouse(t)
	h.put(t, "prompts/p.md", "[$ARGUMENTS]")
	h.put(t, "prompts/tmp.md", "wrong")
	typed := []string{
		"/tmp/x", "/tmp/", "/", "/ x", "/ p", " /p x", "\n/p x", "\t/p", "\ufeff/p x", "/P x", "/p: x", "/p:", "/a:b:c", "/p:q", "/:p", "/p.", "/p.md", "/p,x", "/-p", "/p_",
		"/\u0440 x", "/p\u200b x", "/p\u00a0x", "/p\x00 x", "p x", "see /p x", "\\/p x", "/p/q", "/./p", "/" + strings.Repeat("p", 49), "/\uff50 x", "/pp", "", "\n", "/\n", "/p\vx",
	}
	for _, m := range typed {
		for _, command := range [][]string{{"prompt", "expand"}, {"message", "--text"}} {
			if r := launch(t, h.command("usher", command...), m); r.code != 0 || r.out != m {
				t.Errorf("%v: %q is changed: %v", command, m, r)
			}
		}
	}
	for in, want := range map[string]string{"//x": "/x", "//": "/", "///p x": "//p x", "//p x": "/p x", "/p\tx": "[x]", "/p\nx": "[x]", "/p\r\nx": "[x]", "/p": "[]", "/p\n": "[]", "/tmp": "wrong"} {
		if r := launch(t, h.command("usher", "prompt", "expand"), in); r.code != 0 || r.out != want {
			t.Errorf("%q: %v\nwant %q", in, r, want)
		}
	}
}

// TestNamesOfTexts_X3_X4: exactly the names that are names; every other file of the
// kind is named with its reason, and never taken for one that it looks like.
func TestNamesOfTexts_X3_X4(t *testing.T) {
	h := newHouse(t)
	long := strings.Repeat("q", 48)
	good := []string{"a", "a--b", "con", long, "x-", "x9"}
	bad := []string{
		"Review", "r\u0435view", "\uff52eview", "review ", " review", "rev\u202eiew", "-x", "9x", "x_y", "x.y", "\u00e9", "e\u0301", "caf\u00e9", "cafe\u0301", long + "q", "\u0131d",
		"x\x1b[2J", "two\nlines", "\u017f", "$(touch CANARY)", "`touch CANARY`", "a:b", `a\b`, "...",
	}
	for _, name := range slices.Concat(good, bad) {
		h.put(t, "prompts/"+name+".md", "hi")
		h.put(t, "skills/"+name+"/SKILL.md", "---\ndescription: d\n---\nx")
	}
	h.put(t, "prompts/upper.MD", "hi")
	h.put(t, "prompts/dot.md.", "hi")
	w := &worded{project: &project{house: h, yard: h.dir}}
	must(t, os.Mkdir(w.root(), 0o755))
	for _, kind := range []string{"skills", "prompts"} {
		l := w.list(t, kind)
		if got := strings.Fields(l.names()); !slices.Equal(slices.Sorted(slices.Values(got)), good) {
			t.Errorf("%s: %s", kind, got)
		}
		for _, name := range bad {
			if name[0] == '.' {
				continue // hidden files are nobody's business
			}
			found := 0
			for _, p := range l.Problems {
				if strings.HasSuffix(p.File, "/"+name+".md") || strings.HasSuffix(p.File, "/"+name+"/SKILL.md") {
					found++
					if p.Severity != "error" || p.Rule != "text/bad-name" {
						t.Errorf("%q: %+v", name, p)
					}
				}
			}
			if found != 1 {
				t.Errorf("%s: %q is named %d times", kind, name, found)
			}
			if r := w.run(t, "", "prompt", "expand", "/"+name+" x"); r.out != "/"+name+" x" {
				t.Errorf("%v", r)
			}
		}
		if r := w.run(t, "", strings.TrimSuffix(kind, "s"), "list"); strings.ContainsAny(r.out, "\x1b\u202e") || !strings.Contains(r.out, `x\x1b[2J`) {
			t.Errorf("%v", r)
		}
	}
	if ps := w.list(t, "prompts").about("error", "upper.MD"); len(ps) != 1 {
		t.Errorf("%+v", ps)
	}
	h.canary(t)
}

// TestHeadersOfSkills_X3: how people write them, and what each becomes.
func TestHeadersOfSkills_X3(t *testing.T) {
	h := newHouse(t)
	skill := func(head string) string { return "---\n" + head + "\n---\nGo\n" }
	rows := map[string]struct{ text, want string }{ // want: the description, or "!" and words of the reason
		"blanks": {"--- \t \ndescription: ok\n---  \t\nGo\n", "ok"}, "tab": {skill("description:\tok"), "ok"},
		"bomcrlf": {"\ufeff---\r\nname: bomcrlf\r\ndescription:   ok  \r\n---\r\nGo\r\n", "ok"}, "mixed": {"---\r\ndescription: ok\n---\r\nGo", "ok"},
		"flow": {skill("description: [a, b]"), "[a, b]"}, "number": {skill("description: 42"), "42"}, "folded": {skill("description: >\n  a\n  b"), "a b"},
		"colon": {skill("description: use: when"), "use: when"}, "quotes": {skill(`description: "it's"`), "it's"}, "html": {skill("description: <b>&amp;"), "<b>&amp;"},
		"empty": {skill("description:"), "!is empty"}, "only-blanks": {skill("description:   \t "), "!is empty"}, "quoted": {skill(`description: ""`), "!is empty"},
		"null": {skill("description: ~"), "!is empty"}, "list": {skill("description:\n  - a\n  - b"), "!is not a text"}, "map": {skill("description:\n  a: b"), "!is not a text"},
		"huge": {skill("description: " + strings.Repeat("x", 100000)), "!may have 4096"}, "tabbed": {skill("\tdescription: ok"), "!do not begin with"},
		"leading": {" ---\ndescription: ok\n---\n", "!does not begin with a header"}, "below": {"\n---\ndescription: ok\n---\n", "!does not begin with a header"},
		"four": {"----\ndescription: ok\n----\n", "!does not begin with a header"}, "dots": {"---\ndescription: ok\n...\nx", "!never closed"},
		"cased": {skill("Description: ok"), "!has no description"}, "twice": {skill("description: a\ndescription: b"), "!stands twice"},
		"utf16": {"\xff\xfe-\x00-\x00", "!UTF-16"}, "latin": {skill("description: caf\xe9"), "!not UTF-8"}, "nul": {skill("description: a\x00b"), "!U+0000"},
		"bidi": {skill("description: a\u202eb"), "!U+202E"}, "tagged": {skill("description: a\U000e0041b"), "!U+E0041"}, "other-name": {skill("name: x\ndescription: d"), "!the header says name"},
		"cr": {"---\rdescription: ok\r---\rGo", "!does not begin with a header"}, "anchor": {skill("x: &a b\ndescription: *a"), "!"},
	}
	for name, c := range rows {
		h.put(t, "skills/"+name+"/SKILL.md", c.text)
	}
	w := &worded{project: &project{house: h, yard: h.dir}}
	must(t, os.Mkdir(w.root(), 0o755))
	l := w.list(t, "skills")
	got := map[string]string{}
	for _, s := range l.Skills {
		got[s.Name] = s.Description
	}
	for name, c := range rows {
		why, dropped := strings.CutPrefix(c.want, "!")
		ps := l.about("error", name)
		switch {
		case !dropped && (got[name] != c.want || len(ps) > 0):
			t.Errorf("%s: %q, want %q: %+v", name, got[name], c.want, ps)
		case dropped && (got[name] != "" || len(ps) == 0 || !strings.Contains(ps[0].Message, why) || !strings.Contains(ps[0].Message, "so the skill is dropped")):
			t.Errorf("%s: %q, want a reason %q: %+v", name, got[name], why, ps)
		}
	}
	if r := w.run(t, "", "context"); strings.ContainsAny(r.out, "\x00\x1b\u202e\r") {
		t.Errorf("%v", r)
	}
}

// TestWhatIsNoSkillIsNamed_X3: a file in a skill's place, a folder with nothing, a
// name in small letters; links and pipes are files' own story.
func TestWhatIsNoSkillIsNamed_X3(t *testing.T) {
	inTextPlaces(t, "skills", filepath.Join(attacksDir, "defs", "text", "skills", "good"), func(t *testing.T, w *worded) {
		at := w.path(w.place.skills)
		must(t, os.Remove(filepath.Join(at, "SKILL.md")))
		files := map[string]string{"loose": "x", "loose.md": "x", "SKILL.md": "---\ndescription: d\n---\n", "low/skill.md": "x", "deep/a/SKILL.md": "x", "bare/note.txt": "x", "good/SKILL.md": "---\ndescription: d\n---\nx"}
		for name, text := range files {
			w.writes(t, filepath.Join(at, name), text)
		}
		if !strings.HasPrefix(w.place.skills, "~") {
			w.trusts(t, w.root())
		}
		l := w.list(t, "skills")
		for name, want := range map[string]string{"loose": "note", "loose.md": "note", "SKILL.md": "note", "low": "error", "deep": "error", "bare": "warning"} {
			if ps := l.about(want, name); len(ps) != 1 || ps[0].Rule != "text/no-skill" || ps[0].Hint == "" {
				t.Errorf("%s: %+v", name, l.Problems)
			}
		}
		if l.names() != "good" {
			t.Errorf("%+v", l)
		}
	})
}

// TestEdgeOfInstructions_X2: 6000 code points and no fewer, whatever they are; the
// mark at the start is none of them.
func TestEdgeOfInstructions_X2(t *testing.T) {
	h := newHouse(t)
	x, rocket := strings.Repeat("x", 5999), "\U0001f680"
	for _, c := range []struct {
		text string
		n    int
		sent string
	}{
		{x + rocket, 6000, x + rocket}, {x + rocket + "y", 6001, x + rocket}, {"\ufeff" + x + rocket, 6000, x + rocket}, {"\ufeff" + x + rocket + "\n", 6001, x + rocket},
		{strings.Repeat(rocket, 6001), 6001, strings.Repeat(rocket, 6000)}, {"\ufeff" + strings.Repeat("a\r\n", 2000), 6000, ""}, {x[1:] + "e\u0301", 6000, x[1:] + "e\u0301"},
	} {
		h.put(t, "instructions.md", c.text)
		var shown struct {
			Files []struct {
				Characters int
				Cut        bool
				Text       string
			}
			Problems []problem
		}
		must(t, json.Unmarshal([]byte(h.does(t, 0, "instructions", "show", "-o", "json").out), &shown))
		f := shown.Files
		// What is sent has one line end, so a count may differ from the file's where it has CRLF.
		if len(f) != 1 || f[0].Cut != (c.n > 6000) || (len(shown.Problems) > 0) != (c.n > 6000) || c.sent != "" && (f[0].Text != c.sent || f[0].Characters != c.n) {
			t.Errorf("%.20q: %+v", c.text, shown.Problems)
		}
	}
}

// TestMoreTextsThanAreRead (SPEC 18, F4): 512 are read; with one more nothing is, and
// wherever a name is asked for it is said that it may be there.
func TestMoreTextsThanAreRead(t *testing.T) {
	w := newWorded(t, textPlaces()[0])
	prompts := w.path("~/.config/usher/prompts")
	for i := range 512 {
		w.writes(t, filepath.Join(prompts, fmt.Sprintf("p%d.md", i)), "x")
		w.writes(t, w.at(fmt.Sprintf("proj/.usher/prompts/q%d.md", i)), "y")
	}
	w.trusts(t, w.root())
	if l := w.list(t, "prompts"); len(l.Prompts) != 1024 || len(l.Problems) > 0 {
		t.Errorf("%d prompts, %+v", len(l.Prompts), l.Problems)
	}
	w.writes(t, w.at("proj/.usher/prompts/q512.md"), "y")
	w.is(t, "unreadable", w.root())
	w.gives(t, "x", "/p1", "prompt", "expand")
	doubt := func(code int, name, file, out string, args ...string) {
		t.Helper()
		r := w.run(t, "", args...)
		if r.code != code || r.out != out || !strings.Contains(r.err, file) || strings.Count(r.err, "usher: hint: ")+strings.Count(r.err, "  hint: ") == 0 {
			t.Errorf("%s: %v", name, r)
		}
	}
	doubt(0, "a project's", w.root()+": warning: this project folder cannot be read", "/q1", "prompt", "expand", "/q1")
	doubt(2, "a project's", "this project folder cannot be read", "", "prompt", "expand", "q1")
	doubt(2, "a project's", "this project folder cannot be read", "", "skill", "show", "q1")
	w.writes(t, filepath.Join(prompts, "p512.md"), "x")
	says := prompts + ": error: this folder holds more than 512 entries"
	doubt(0, "yours", says, "/p1", "prompt", "expand", "/p1", "--no-project")
	doubt(2, "yours", says, "", "prompt", "expand", "p1", "--no-project")
	doubt(2, "yours", says, "", "prompt", "show", "p1", "--no-project")
	if l := w.list(t, "prompts"); len(l.Prompts) > 0 || len(l.about("error", "prompts")) == 0 {
		t.Errorf("%+v", l.Problems)
	}
	w.gives(t, "/tmp/x", "/tmp/x", "prompt", "expand")
}

// TestStreamsOfTexts (SPEC Z2): an answer that cannot be written is status 1 and no
// message that cannot be read is an empty one. So is a text for a stream that was
// closed. A listing's may have been /dev/null all along, as programs open it for
// another's output, which is a caller's right.
func TestStreamsOfTexts(t *testing.T) {
	h := newHouse(t)
	h.put(t, "prompts/p.md", "[$1]")
	h.put(t, "skills/s/SKILL.md", "---\ndescription: d\n---\nx")
	h.put(t, "instructions.md", "x")
	for _, line := range []string{"prompt expand '/p x'", "prompt expand p x", "prompt list", "prompt show p", "skill list", "skill show s", "context", "instructions show", "message --text <in"} {
		must(t, os.WriteFile(filepath.Join(h.dir, "in"), []byte("/p x"), 0o644))
		r := launch(t, h.command("/bin/sh", "-c", "usher "+line+" >/dev/full"), "")
		if r.code != 1 || !strings.Contains(r.err, "could not be written") || strings.Count(r.err, "usher: error: ") != 1 {
			t.Errorf("%s: %v", line, r)
		}
		r = launch(t, h.command("/bin/sh", "-c", "usher "+line+" >&-"), "")
		lost := 0
		if strings.HasPrefix(line, "prompt expand") || line == "skill show s" || line == "context" || strings.HasPrefix(line, "message") {
			lost = 1 // the text is the point, and nobody gets it
		}
		if r.code != lost || r.out != "" || (lost == 1) != strings.Contains(r.err, "could not be written") {
			t.Errorf("%s: %v", line, r)
		}
	}
	for _, line := range []string{"prompt expand", "message"} {
		for in, code := range map[string]int{"<&-": 0, "</dev/null": 0, "</etc": 1, "0>/dev/null": 1} {
			r := launch(t, h.command("/bin/sh", "-c", "usher "+line+" "+in), "")
			if r.code != code || r.out != "" || (code == 1) != strings.Contains(r.err, "usher: error: the message on stdin cannot be read") {
				t.Errorf("%s %s: %v", line, in, r)
			}
		}
	}
}
