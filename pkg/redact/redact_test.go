package redact_test

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"log"
	"log/slog"
	"strings"
	"testing"
	"text/template"

	"usher/pkg/redact"
)

const secret = "hunter2-S3CRET"

// leaks are the forms in which printing could give the secret away.
func leaks(out string) bool {
	low := strings.ToLower(out)
	for _, form := range []string{
		secret, fmt.Sprintf("%x", secret), fmt.Sprintf("% x", secret), fmt.Sprintf("%d", []byte(secret)), fmt.Sprintf("%o", []byte(secret)),
		fmt.Sprintf("%q", secret), fmt.Sprintf("%U", []rune(secret)), "hunter2", "aHVudGVyMi1TM0NSRVQ",
	} {
		if strings.Contains(low, strings.ToLower(strings.Trim(form, "[]"))) {
			return true
		}
	}
	return false
}

type open struct {
	Name  string
	Token redact.Value
}

type closed struct {
	name  string
	token redact.Value
	ptr   *redact.Value
}

type nested struct {
	Server open
	inner  closed
	list   []redact.Value
	byName map[string]redact.Value
	any    any
}

// shapes are the ways a secret travels: bare, in fields that fmt may and may
// not look behind, in lists, maps, pointers and errors.
func shapes() map[string]any {
	v := redact.New(secret)
	c := closed{"acme", v, &v}
	return map[string]any{
		"value": v, "pointer": &v, "open": open{"acme", v}, "closed": c, "pointer to closed": &c,
		"nested": nested{open{"acme", v}, c, []redact.Value{v}, map[string]redact.Value{"A": v}, v},
		"list":   []redact.Value{v}, "array": [1]redact.Value{v}, "map": map[string]redact.Value{"A": v}, "key": map[redact.Value]string{v: "A"},
		"list of closed": []closed{c}, "map of closed": map[string]closed{"A": c}, "any": []any{v, c, &c},
		"error": fmt.Errorf("server acme: token %v", v), "joined": errors.Join(fmt.Errorf("%s", v), fmt.Errorf("%+v", c)), "struct error": failure{v},
	}
}

type failure struct{ token redact.Value }

func (f failure) Error() string { return "sign-in with " + f.token.String() + " failed" }

// SPEC Q11: every verb and flag, those that are wrong for a text too.
func TestNoVerbPrintsASecret(t *testing.T) {
	verbs := []string{"%v", "%+v", "%#v", "%s", "%q", "%x", "%X", "%d", "%o", "%b", "%c", "%U", "%t", "%e", "%g", "%p", "%T", "%w", "%z",
		"no verb", "% x", "%#x", "%#q", "%+q", "%40s", "%-40v|", "%.3s", "%08d", "%[1]*[1]v", "%!", "%"}
	for shape, x := range shapes() {
		for _, verb := range verbs {
			if out := fmt.Sprintf(verb, x); leaks(out) {
				t.Errorf("%s with %s: %s", shape, verb, out)
			}
			if out := fmt.Errorf(verb+" %w", x, x).Error(); leaks(out) {
				t.Errorf("%s in an error with %s: %s", shape, verb, out)
			}
		}
		for how, out := range map[string]string{"Sprint": fmt.Sprint(x), "Sprintln": fmt.Sprintln(x, x)} {
			if leaks(out) {
				t.Errorf("%s with %s: %s", shape, how, out)
			}
		}
	}
	v := redact.New(secret)
	for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%x", "%d", "%40s"} {
		if out := fmt.Sprintf(verb, v); out != "***" {
			t.Errorf("%s: %s", verb, out)
		}
	}
}

// SPEC Q11: documents and logs. What cannot be written at all is no leak.
func TestNoDocumentOrLogHoldsASecret(t *testing.T) {
	for shape, x := range shapes() {
		var out bytes.Buffer
		for how, write := range map[string]func(){
			"json": func() { _ = json.NewEncoder(&out).Encode(x) },
			"xml":  func() { _ = xml.NewEncoder(&out).Encode(x) },
			"slog text": func() {
				slog.New(slog.NewTextHandler(&out, nil)).Info("m", "k", x, slog.Any("a", x), slog.Group("g", "k", x))
			},
			"slog json": func() {
				slog.New(slog.NewJSONHandler(&out, nil)).With("w", x).Info("m", "k", x, slog.Group("g", "k", x))
			},
			"log": func() { log.New(&out, "", 0).Print(x, fmt.Sprint(x)) },
			"template": func() {
				_ = template.Must(template.New("").Parse(`{{.}} {{printf "%x" .}} {{print .}}`)).Execute(&out, x)
			},
			"panic": func() {
				defer func() { _, _ = fmt.Fprint(&out, recover()) }()
				panic(fmt.Sprintf("bad %v", x))
			},
		} {
			out.Reset()
			write()
			if leaks(out.String()) {
				t.Errorf("%s by %s: %s", shape, how, out.String())
			}
		}
	}
}

// SPEC Q11: the exact forms others rely on.
func TestStars(t *testing.T) {
	v := redact.New(secret)
	text, err := v.MarshalText()
	if err != nil || string(text) != "***" || v.String() != "***" || v.GoString() != "***" {
		t.Errorf("%s, %v, %s, %s", text, err, v, v.GoString())
	}
	var log bytes.Buffer
	slog.New(slog.NewTextHandler(&log, nil)).Info("m", "k", v)
	slog.New(slog.NewJSONHandler(&log, nil)).Info("m", "k", v)
	if said := log.String(); !strings.Contains(said, "k=***\n") || !strings.Contains(said, `"k":"***"}`) {
		t.Errorf("logged as %s", said)
	}
	for want, x := range map[string]any{
		`"***"`: v, `{"Name":"acme","Token":"***"}`: open{"acme", v}, `["***"]`: []redact.Value{v}, `{"A":"***"}`: map[string]*redact.Value{"A": &v}, `{"***":1}`: map[redact.Value]int{v: 1},
	} {
		if out, err := json.Marshal(x); err != nil || string(out) != want {
			t.Errorf("%s, %v, want %s", out, err, want)
		}
	}
	if out := fmt.Sprintf("%v", redact.Value{}); out != "***" {
		t.Errorf("an empty one shows as %s", out)
	}
}

// SPEC Q11: only Reveal gives it back; equal secrets are equal.
func TestRevealAlone(t *testing.T) {
	v := redact.New(secret)
	if v.Reveal() != secret || v.Empty() || v != redact.New("hunter2-"+"S3CRET") || v == redact.New("other") {
		t.Error("the secret is lost, or is not itself")
	}
	for _, empty := range []redact.Value{{}, redact.New("")} {
		if empty.Reveal() != "" || !empty.Empty() || empty != (redact.Value{}) {
			t.Error("the empty value is not empty")
		}
	}
}
