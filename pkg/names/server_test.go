package names_test

import (
	"strings"
	"testing"

	"usher/pkg/names"
)

// SPEC S2, H3, X3: the forms of ids and names. x is the longest id.
func TestIDForms(t *testing.T) {
	x := "a" + strings.Repeat("9", 31)
	for _, c := range []struct {
		in string
		ok bool
	}{
		{"a", true}, {"acme", true}, {"a-", true}, {"a--b", true}, {"z9", true}, {"app-2", true}, {"cads", true}, {x, true},
		{"cad", true}, // reserved, which is another question
		{"", false}, {x + "9", false}, {"-a", false}, {"9a", false}, {"--force", false}, {"A", false}, {"aB", false},
		{"a_b", false}, {"a.b", false}, {"a/b", false}, {"a b", false}, {" a", false}, {"a ", false}, {"a\n", false},
		{"a\x00", false}, {"../a", false}, {"café", false}, {"аpp", false}, {"cad\u200b", false}, {"ａ", false},
		{"a\u0301", false}, {"\u212aratos", false}, {"a\xff", false}, {"KRATOS", false},
	} {
		id, err := names.ParseServerID(c.in)
		if (err == nil) != c.ok || c.ok && string(id) != c.in || !c.ok && id != "" {
			t.Errorf("server id %q: %q, %v", c.in, id, err)
		}
		h, err := names.ParseHookName(c.in)
		if (err == nil) != c.ok || c.ok && string(h) != c.in || !c.ok && h != "" {
			t.Errorf("hook name %q: %q, %v", c.in, h, err)
		}
		text, err := names.ParseTextName(c.in)
		if ok := c.ok || c.in == x+"9"; (err == nil) != ok || ok && string(text) != c.in || !ok && text != "" {
			t.Errorf("text name %q: %q, %v", c.in, text, err)
		}
	}
	longest := strings.Repeat("a", 48)
	if _, err := names.ParseTextName(longest); err != nil {
		t.Errorf("48 characters: %v", err)
	}
	if _, err := names.ParseTextName(longest + "a"); err == nil {
		t.Error("49 characters are taken")
	}
}

// SPEC S2, 1: reserved ids as they stand, and what reads like one after
// Unicode folding. None of the look-alikes is an id either.
func TestNothingReadsAsAReservedID(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"app", "app"}, {"cad", "cad"}, {"kratos", "kratos"}, {"mcp", "mcp"}, {"mesh", "mesh"}, {"pdf", "pdf"}, {"usher", "usher"},
		{"аpp", "app"},                             // Cyrillic а
		{"арр", "app"},                             // Cyrillic throughout
		{"АРР", "app"},                             // Cyrillic capitals
		{"cad\u200b", "cad"},                       // zero-width space
		{"c\u00ada\u2060d\ufeff", "cad"},           // soft hyphen, word joiner, BOM
		{"c\u034fad\ufe0f", "cad"},                 // grapheme joiner, variation selector
		{"cad\u3164", "cad"},                       // Hangul filler
		{"cad\u2800", "cad"},                       // braille blank
		{"\U000e0063cad", "cad"},                   // tag character
		{"\u202ecad", "cad"},                       // right-to-left override
		{"c\u0301ad", "cad"}, {"cad\u20dd", "cad"}, // combining accent
		{"cad\u00a0", "cad"}, {" cad", "cad"}, // blanks
		{"cad\n", "cad"}, {"cad\x00", "cad"}, // controls
		{"KRATOS", "kratos"}, {"Mesh", "mesh"}, // case
		{"\u212aratos", "kratos"},                            // Kelvin sign
		{"u\u017fher", "usher"},                              // long s
		{"ｃａｄ", "cad"}, {"ＰＤＦ", "pdf"}, {"ｋratos", "kratos"}, // full width
		{"ρdf", "pdf"}, {"αpp", "app"}, {"κρατοs", ""}, // Greek; ρ reads as p, so this one reads as nothing reserved
		{"κrατοs", "kratos"}, {"ΜΕSΗ", "mesh"}, {"µcp", "mcp"}, // Greek, its capitals, the micro sign
		{"кгатоѕ", "kratos"}, {"мср", "mcp"}, {"МСР", "mcp"}, {"мeѕһ", "mesh"}, {"MESН", "mesh"}, // Cyrillic
		{"սsher", "usher"},             // Armenian
		{"ⅽaⅾ", "cad"}, {"ⅿcp", "mcp"}, // Roman numerals
		{"ᴍᴇꜱʜ", "mesh"}, {"ᴘᴅꜰ", "pdf"}, // small capitals
		{"𝐜𝐚𝐝", "cad"}, {"𝕂𝕣𝕒𝕥𝕠𝕤", "kratos"}, {"𝘜𝘚𝘏𝘌𝘙", "usher"}, {"ℙdf", "pdf"}, {"mesℎ", "mesh"}, // mathematical
		{"ⓒⓐⓓ", "cad"}, {"ⒶⓅⓅ", "app"}, {"🇵🇩🇫", "pdf"}, // circled, regional
		{"app-2", ""}, {"cads", ""}, {"acme", ""}, {"ap", ""}, {"apps", ""}, {"my-cad", ""}, {"", ""}, {"lab", ""},
		{"caп", ""}, {"\xff", ""}, {"日本", ""},
	} {
		if got := names.Reserved(c.in); got != c.want {
			t.Errorf("%q (%+q) reads as %q, want %q", c.in, c.in, got, c.want)
		}
		if _, err := names.ParseServerID(c.in); c.want != "" && c.in != c.want && err == nil {
			t.Errorf("%+q is an id", c.in)
		}
	}
}

// SPEC S2, L8: the machine's ids are reserved for everyone below in the same way.
func TestMachineIDsAreReserved(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"lab-1", "lab-1"}, {"Lab-1", "lab-1"}, {"lab‐1", "lab-1"}, {"lab−1", "lab-1"}, {"lab–𝟏", "lab-1"}, {"ｌａｂ－１", "lab-1"},
		{"ӏаь-1", "lab-1"}, {"quiz", "quiz"}, {"ԛսіᴢ", "quiz"}, {"cad", "cad"}, {"lab-2", ""}, {"lab", ""}, {"lab--1", ""},
	} {
		if got := names.Reserved(c.in, "lab-1", "quiz"); got != c.want {
			t.Errorf("%+q reads as %q, want %q", c.in, got, c.want)
		}
		if got := names.Reserved(c.in); got != "" && got != "cad" {
			t.Errorf("%+q is reserved without the machine's ids: %q", c.in, got)
		}
	}
}
