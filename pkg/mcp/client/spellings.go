package client

import (
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/url"
	"strconv"
	"strings"
	"unicode/utf16"

	"usher/pkg/redact"
)

// spelled are the values in all their spellings, each once: what covers the texts
// of a server, whether it is a program or remote (SPEC E3).
func spelled(values []redact.Value) []redact.Value {
	seen := map[string]bool{"": true}
	var out []redact.Value
	for _, v := range values {
		if v.Empty() {
			continue
		}
		for _, s := range spellings(v.Reveal()) {
			if !seen[s] {
				seen[s] = true
				out = append(out, redact.New(s))
			}
		}
	}
	return out
}

// spellings are a value as it is and as programs encode it: quoted, escaped for
// JSON and for an address, in hex and in base64.
func spellings(s string) []string {
	all := []string{s, inside(strconv.Quote(s)), inside(strconv.QuoteToASCII(s))}
	all = append(all, inJSON(s)...)
	all = append(all, inAddress(s)...)
	if len(s) < minCovered {
		return all
	}
	all = append(all, hex.EncodeToString([]byte(s)), strings.ToUpper(hex.EncodeToString([]byte(s))))
	return append(all, inBase64(s)...)
}

func inside(quoted string) string { return quoted[1 : len(quoted)-1] }

// inJSON are the escapes of encoding/json and of the libraries that write \u00e9
// for what is not ASCII, in small letters or capitals, with / or with \/.
func inJSON(s string) []string {
	var all []string
	if marshalled, err := json.Marshal(s); err == nil {
		all = append(all, inside(string(marshalled)))
	}
	for _, unit := range []string{`\u%04x`, `\u%04X`} {
		for _, ascii := range []bool{false, true} {
			text := escaped(s, unit, ascii)
			all = append(all, text, strings.ReplaceAll(text, "/", `\/`))
		}
	}
	return all
}

// escaped is the text of a JSON string; ascii says that nothing else is left.
func escaped(s, unit string, ascii bool) string {
	var b strings.Builder
	for _, r := range s {
		switch at := strings.IndexRune("\"\\\b\f\n\r\t", r); {
		case at >= 0:
			b.WriteString(`\` + `"\bfnrt`[at:at+1])
		case r < ' ' || ascii && r >= 0x7f:
			for _, u := range utf16.AppendRune(nil, r) {
				fmt.Fprintf(&b, unit, u)
			}
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// inAddress are the escapes of an address: what the libraries leave as it is
// differs, and so do the letters behind %.
func inAddress(s string) []string {
	all := []string{url.QueryEscape(s), url.PathEscape(s)}
	for _, plain := range []string{"", "/", "!'()*", "!'()*;,/?:@&=+$#"} { // of python's quote twice, of JavaScript's two
		all = append(all, percent(s, plain))
	}
	for _, text := range all[:len(all):len(all)] {
		all = append(all, lowerHex(text))
	}
	return all
}

func percent(s, plain string) string {
	var b strings.Builder
	for i := range len(s) {
		c := s[i]
		if c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || strings.IndexByte("-_.~"+plain, c) >= 0 {
			b.WriteByte(c)
		} else {
			fmt.Fprintf(&b, "%%%02X", c)
		}
	}
	return b.String()
}

// lowerHex writes %2F as %2f.
func lowerHex(s string) string {
	b := []byte(s)
	for i := 0; i+2 < len(b); i++ {
		if b[i] == '%' {
			copy(b[i+1:i+3], strings.ToLower(string(b[i+1:i+3])))
		}
	}
	return string(b)
}

// inBase64 are both alphabets, whole with padding and without, and inside of a
// longer text, where a value looks different at each of three places: what the
// neighbours decide is left out.
func inBase64(s string) []string {
	var all []string
	for _, enc := range []*base64.Encoding{base64.StdEncoding, base64.URLEncoding} {
		all = append(all, enc.EncodeToString([]byte(s)))
		raw := enc.WithPadding(base64.NoPadding)
		all = append(all, raw.EncodeToString([]byte(s)))
		for before := range 3 {
			text := raw.EncodeToString([]byte(strings.Repeat("\x00", before) + s))
			from := (before*8 + 5) / 6
			to := len(text)
			if (before+len(s))%3 != 0 {
				to--
			}
			all = append(all, text[from:to])
		}
	}
	return all
}
