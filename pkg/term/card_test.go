package term

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"usher/pkg/clean"
	"usher/pkg/fault"
)

// server is a card as an approval shows it.
func server(args ...string) CardData {
	return CardData{
		Title: "Approve server lab",
		Rows: []Row{
			{Label: "command", Values: []string{"/usr/bin/npx"}},
			{Label: "arguments", Values: args, Numbered: true},
			{Label: "folder", Values: []string{"/home/u/lab"}},
			{Label: "environment", Values: []string{"LAB_API_URL", "LAB_MODE=fast"}},
			{Label: "network", Values: []string{"everything this computer reaches"}, Words: true},
		},
		Warnings: []string{"it is not sandboxed: it can do whatever you can do", "npx is a package runner: it fetches and runs a program from the internet, and another one tomorrow"},
	}
}

// A3, Q8: golden screens; read one before it is kept (UPDATE_GOLDEN=1 writes them).
func TestCards(t *testing.T) {
	tenArgs := strings.Fields("a b c d e f g h i j")
	narrow, colored := server("--allow=everything", strings.Repeat("long", 40)), server("-y", "lab@1.2.3")
	narrow.Width, colored.Color = 20, true
	colored.Rows[3].Red = true
	for name, d := range map[string]CardData{
		"plain":   server("-y", "lab@1.2.3"),
		"none":    server(),
		"empty":   server("", " ", "  ", "   "),
		"ten":     server(tenArgs...),
		"color":   colored,
		"narrow":  narrow,
		"ansi":    server("\x1b[2K\x1b[1A\x1b]0;safe\x07", "\x1b[31mred\x1b[0m", "\u009b2J"),
		"bidi":    server("safe\u202egnp.exe", "pay\u200bpal", "\U000e0041tag", "аpple", "日本"),
		"blanks":  server("ok"+strings.Repeat(" ", 4000)+"--allow=everything", strings.Repeat("\u00a0", 30)+"tail"),
		"newline": server("a\nApproved by administrator: yes", "a\r\n  network      off", "tab\there", "\x00nul"),
		"forged": server("x\" \n  2  \"y", `\n`, "1  \"-y\"", strings.Repeat("x", 55)+"  network      off\""+strings.Repeat(".", 40)+"Approved",
			strings.Repeat("y", 56)+"  warning: none", "↩ ↪ ⟨4000 blanks⟩"),
		"badutf8": server("\xff\xfe", "a\xc3", "\xed\xa0\x80"),
		"long":    server(strings.Repeat("0123456789", 70)+" rm -rf /home/u", "after"),
		"words":   {Title: strings.Repeat("title ", 30), Rows: []Row{{Label: "a label that is much too long to stand beside its value", Values: []string{"x"}}, {Label: "b\x1b[2K", Words: true, Values: []string{"\x1b[2J\n\n" + strings.Repeat("w", 100)}}}},
	} {
		var b bytes.Buffer
		if err := Card(&b, d); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		file := filepath.Join("testdata/card", name+".golden")
		if os.Getenv("UPDATE_GOLDEN") == "1" {
			if err := os.WriteFile(file, b.Bytes(), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if b.String() != string(want) {
			t.Errorf("%s:\n%s\nwant\n%s", name, b.String(), want)
		}
		checkCard(t, b.String(), d)
	}
}

// checkCard holds for every card: nothing moves the cursor, nothing reaches past
// the width, each value can be read back from it whole, in order.
func checkCard(t *testing.T, text string, d CardData) {
	t.Helper()
	width := max(narrowest, d.Width)
	if d.Width <= 0 {
		width = fallbackWidth
	}
	bare := strings.NewReplacer("\x1b[31m", "", "\x1b[0m", "").Replace(text)
	if !d.Color && bare != text {
		t.Error("colour that was not asked for")
	}
	var joined strings.Builder
	for i, line := range strings.Split(strings.TrimSuffix(bare, "\n"), "\n") {
		if n := utf8.RuneCountInString(line); n > width {
			t.Errorf("a line of %d columns of %d: %q", n, width, line)
		}
		if clean.Line(line) != line {
			t.Errorf("line %q is not clean", line)
		}
		if i > 0 && line != "" && !strings.HasPrefix(line, "  ") {
			t.Errorf("line %q begins at the first column", line)
		}
		if begun, cut := strings.CutSuffix(joined.String(), "↩"); cut {
			rest, marked := strings.CutPrefix(strings.TrimLeft(line, " "), "↪")
			if !marked {
				t.Errorf("a value goes on unmarked: %q", line)
			}
			joined.Reset()
			joined.WriteString(begun + rest)
		} else {
			joined.WriteString("\n" + line)
		}
	}
	rest := joined.String() + "\n"
	for _, r := range d.Rows {
		for _, v := range r.Values {
			if r.Words {
				continue
			}
			_, after, found := strings.Cut(rest, " "+clean.Quote(v)+"\n")
			if !found {
				t.Errorf("%.200s is not on the card whole and in order:\n%.2000s", clean.Quote(v), text)
			}
			rest = "\n" + after
		}
	}
}

// Q8: what is too long to show is an error that says so, and nothing is shown;
// blanks cost what their count costs.
func TestTooLongCannotBeApproved(t *testing.T) {
	words := func(n int) []string { return strings.Split(strings.Repeat("x ", n-1)+"x", " ") }
	only := func(values ...string) CardData {
		return CardData{Title: "t", Rows: []Row{{Label: "arguments", Values: values, Numbered: true}}}
	}
	for _, c := range []struct {
		law  string
		d    CardData
		want string
	}{
		{"8192 characters with their quotes", only(strings.Repeat("x", CardChars-2)), ""},
		{"a hundred thousand blanks", only(strings.Repeat(" ", 100_000)), ""},
		{"200 values", only(words(CardValues)...), ""},
		{"listed names count to their own bound", CardData{Title: "t", Rows: []Row{{Label: "files", Listed: true, Values: words(2000)}, {Label: "arguments", Values: words(CardValues)}}}, ""},
		{"listed names over it", CardData{Title: "t", Rows: []Row{{Label: "files", Listed: true, Values: []string{strings.Repeat("x", ListChars-1)}}}},
			"this is too long to be shown to a person, 262145 characters of names of at most 262144, and so it cannot be approved"},
		{"one character more", only(strings.Repeat("x", CardChars-1)),
			"this is too long to be shown to a person, 8193 characters of at most 8192, and so it cannot be approved"},
		{"escapes count", only(strings.Repeat("\u202e", 1100)),
			"this is too long to be shown to a person, 8802 characters of at most 8192, and so it cannot be approved"},
		{"all values together", only(strings.Repeat("x", 5000), strings.Repeat("x", 5000)),
			"this is too long to be shown to a person, 10004 characters of at most 8192, and so it cannot be approved"},
		{"201 values", only(words(CardValues + 1)...),
			"this is too long to be shown to a person, 201 lines of at most 200, and so it cannot be approved"},
		{"warnings count", CardData{Title: "t", Warnings: []string{strings.Repeat("w", CardChars+1)}},
			"this is too long to be shown to a person, 8193 characters of at most 8192, and so it cannot be approved"},
	} {
		var b bytes.Buffer
		err := Card(&b, c.d)
		if c.want == "" {
			if err != nil || b.Len() == 0 {
				t.Errorf("%s: %v", c.law, err)
			}
			checkCard(t, b.String(), c.d)
			continue
		}
		var f *fault.Error
		if !errors.As(err, &f) || f.Kind != fault.Refused || f.Message != c.want || len(f.Hints) != 1 || b.Len() != 0 {
			t.Errorf("%s: %v, %d bytes shown", c.law, err, b.Len())
		}
	}
}

// Q8: a card that could not be shown is an error.
func TestUnshownCardIsAnError(t *testing.T) {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	_ = r.Close()
	defer func() { _ = w.Close() }()
	if err := Card(w, server()); err == nil {
		t.Error("written to nobody")
	}
}

// Q8: any argument at any width.
func FuzzCard(f *testing.F) {
	f.Add("", "a\nb", 0)
	f.Add(strings.Repeat(" ", 300)+"tail", "\x1b[2K\u202e", 48)
	f.Add(strings.Repeat("\u202e", 50), strings.Repeat("  x", 40), 61)
	f.Fuzz(func(t *testing.T, a, b string, width int) {
		d := server(a, b)
		d.Width = width % 300
		var out bytes.Buffer
		if err := Card(&out, d); err == nil {
			checkCard(t, out.String(), d)
		} else if out.Len() > 0 {
			t.Error("shown and refused")
		}
	})
}

// Q8: names whose number is bounded elsewhere count to a limit of their own.
func TestListedNamesHaveALimitOfTheirOwn_Q8(t *testing.T) {
	names := func(n, long int) Row {
		r := Row{Label: "files", Listed: true}
		for range n {
			r.Values = append(r.Values, strings.Repeat("x", long))
		}
		return r
	}
	for _, c := range []struct {
		law  string
		rows []Row
		says string
	}{
		{"2000 names", []Row{names(2000, 80)}, ""},
		{"as many beside the most that may be said", []Row{names(2000, 80), {Label: "arguments", Values: make([]string, CardValues)}}, ""},
		{"beside one more", []Row{names(1, 1), {Label: "arguments", Values: make([]string, CardValues+1)}}, "201 lines of at most 200"},
		{"too long together", []Row{names(2000, 200)}, "characters of names"},
	} {
		var b strings.Builder
		err := Card(&b, CardData{Title: "t", Rows: c.rows})
		switch {
		case c.says == "" && err != nil:
			t.Errorf("%s: %v", c.law, err)
		case c.says != "" && (err == nil || !strings.Contains(err.Error(), c.says) || b.Len() > 0):
			t.Errorf("%s: %v", c.law, err)
		}
	}
}
