package templates_test

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"usher/pkg/fault"
	"usher/pkg/templates"
)

// SPEC X5: the same text as an expansion that is plainly right.
func FuzzExpandEqualsReference(f *testing.F) {
	for _, s := range [][2]string{
		{"$ARGUMENTS.", "$& and $$"}, {"[$10] [$1x] [$0] [$9]", "a b"}, {`\$1 $1 \\$2`, `"a b" c`}, {"Check.\n", "x"}, {"", "x"},
		{"$1$2$3", `don't "stop now`}, {"$$ARGUMENTS$", "\xff"}, {`\$` + "\r\n", "'a' b\"c d\""},
	} {
		f.Add(s[0], s[1])
	}
	f.Fuzz(func(t *testing.T, text, rest string) {
		p := body(text)
		got := p.Expand(rest)
		if want := reference(text, rest); got != want {
			t.Fatalf("%q with %q: %q, want %q", text, rest, got, want)
		}
		if p.Size(rest) != int64(len(got)) || written(t, p, rest) != got {
			t.Fatalf("%q with %q: other sizes or bytes written", text, rest)
		}
		said, _ := strings.CutSuffix(rest, "\n")
		if out, expanded := templates.ExpandMessage("/review x"+said+"\n", only(p)); !expanded || out != p.Expand(strings.TrimSuffix("x"+said, "\r")) {
			t.Fatalf("%q with %q: as a message %q", text, said, out)
		}
		if out, expanded := templates.ExpandMessage("/other "+rest, only(p)); expanded || out != "/other "+rest {
			t.Fatalf("an unknown name changed: %q", out)
		}
	})
}

// reference expands byte by byte.
func reference(text, rest string) string {
	words := referenceWords(rest)
	var b strings.Builder
	used := false
	for i := 0; i < len(text); {
		s := text[i:]
		switch {
		case len(s) > 1 && s[0] == '\\' && s[1] == '$':
			b.WriteByte('$')
			i += 2
		case len(s) > 1 && s[0] == '$' && s[1] >= '1' && s[1] <= '9':
			if n := int(s[1] - '1'); n < len(words) {
				b.WriteString(words[n])
			}
			used = true
			i += 2
		case strings.HasPrefix(s, "$ARGUMENTS"):
			b.WriteString(rest)
			used = true
			i += len("$ARGUMENTS")
		default:
			b.WriteByte(s[0])
			i++
		}
	}
	out := b.String()
	if used || rest == "" {
		return out
	}
	for strings.HasSuffix(out, "\n") {
		out = strings.TrimSuffix(strings.TrimSuffix(out, "\n"), "\r")
	}
	if out == "" {
		return rest
	}
	return out + "\n\n" + rest
}

// referenceWords marks what each byte is, then collects.
func referenceWords(s string) []string {
	const plain, blank, quote = 0, 1, 2
	kind := make([]int, len(s))
	var open byte
	for i := 0; i < len(s); i++ {
		c := s[i]
		before, _ := utf8.DecodeLastRuneInString(s[:i])
		letter := unicode.In(before, unicode.L, unicode.M, unicode.Nd)
		switch {
		case open != 0 && c == open:
			kind[i], open = quote, 0
		case open != 0:
		case strings.IndexByte(" \t\r\n", c) >= 0:
			kind[i] = blank
		case (c == '"' || c == '\'' && !letter) && strings.IndexByte(s[i+1:], c) >= 0:
			kind[i], open = quote, c
		}
	}
	var words []string
	in := false
	for i := range len(s) {
		if kind[i] == blank {
			in = false
			continue
		}
		if !in {
			words, in = append(words, ""), true
		}
		if kind[i] == plain {
			words[len(words)-1] += s[i : i+1]
		}
	}
	return words
}

// SPEC X4, F1, F3: a file is read whole or refused, never in between, and every
// problem points into it.
func FuzzParsePromptKeepsTheText(f *testing.F) {
	for _, s := range []string{
		"---\ndescription: x\n---\nBody $1\n", "\ufeff---\r\ndescription: 'a: b'\r\n---\r\nx", "---\ndescription: a: b\nk: [*a]\n---\n",
		"---\na: &a [x]\nb: *a\n<<: *a\n---\n", "---\ndescription: >\n  a\n\n  b\n---", "---\n{a: b}\n---\n", "---\nk: !!x y\n? z\n---\n", "a\xffb", "---\nx: |\n\ty\n---\n",
		"---\ndescription: [a,\n b]\n\"k\": v # c\n---\n", "---\nk: \u2028x\n...\n---\n", "---\n- a\n---\n", "---\nk: \x00\n---\n",
	} {
		f.Add("review.md", s)
	}
	f.Add("Re view.MD", "x")
	f.Fuzz(func(t *testing.T, name, text string) {
		p, found, ok := templates.ParsePrompt(name, []byte(text), "project", "f")
		bad := false
		for _, problem := range found {
			if problem.File != "f" || problem.Line > strings.Count(text, "\n")+1 || (problem.Line == 0) != (problem.Column == 0) || problem.Column < 0 {
				t.Fatalf("%q: place of %+v", text, problem)
			}
			bad = bad || problem.Severity == fault.SeverityError
		}
		if ok == bad {
			t.Fatalf("%q: usable %v with %v", text, ok, found)
		}
		if !ok {
			if p != (templates.Prompt{}) {
				t.Fatalf("%q: refused with %v, %+v", text, found, p)
			}
			return
		}
		whole := strings.TrimPrefix(text, "\ufeff")
		if !strings.HasSuffix(whole, p.Body) || !utf8.ValidString(whole) {
			t.Fatalf("%q: body %q", text, p.Body)
		}
		if head := whole[:len(whole)-len(p.Body)]; head != "" && !strings.HasPrefix(head, "---") {
			t.Fatalf("%q: %q is lost", text, head)
		}
		for _, s := range []string{p.Description, p.ArgumentHint} {
			if strings.ContainsFunc(s, unicode.IsControl) || s != strings.TrimSpace(s) || len(s) > len(whole) && len(s) > 2*templates.MaxHeader {
				t.Fatalf("%q: %q", text, s)
			}
		}
	})
}
