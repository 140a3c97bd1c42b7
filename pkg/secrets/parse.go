package secrets

import (
	"fmt"

	"usher/pkg/fault"
	"usher/pkg/redact"
	"usher/pkg/secrets/wire"
	"usher/pkg/strictjson"
)

// parse reads the document. Whatever usher would not have written is an error,
// and never taken for a new start (SPEC Q10). No message holds a value.
func parse(path string, data []byte) (document, error) {
	doc, problems := strictjson.Decode(data, strictjson.Options{File: path, Rules: "secrets", MaxBytes: maxFile})
	if doc == nil || len(problems) > 0 {
		e := broken(path, strictjson.Place{}, "it is not the JSON that usher writes")
		e.Problems = problems
		return document{}, e
	}
	if doc.Kind() != strictjson.KindObject || len(strictjson.Unknown(doc, []string{"version", "store", "secrets"})) > 0 {
		return document{}, broken(path, doc.Place(), "it is no object of the keys that this usher knows")
	}
	if err := versioned(path, doc); err != nil {
		return document{}, err
	}
	list := doc.Get("secrets")
	kind, err := ParseKind(textOf(doc, "store"))
	if err != nil || list == nil || list.Kind() != strictjson.KindArray {
		return document{}, broken(path, doc.Place(), "its store or its list of secrets is not one that usher writes")
	}
	d := document{store: kind}
	for _, it := range list.Items() {
		e, ok := parseEntry(it, kind)
		if _, twice := d.find(e.key); !ok || twice {
			return document{}, broken(path, it.Place(), "one of its entries is not one that usher writes")
		}
		d.put(e.key, e.value)
	}
	return d, nil
}

func parseEntry(it *strictjson.Value, kind Kind) (entry, bool) {
	known := []string{"name"}
	if kind == File {
		known = append(known, "value")
	}
	if it.Kind() != strictjson.KindObject || len(strictjson.Unknown(it, known)) > 0 {
		return entry{}, false
	}
	key, ok := wire.ParseKey(wire.Prefix + textOf(it, "name"))
	value := textOf(it, "value")
	return entry{key, redact.New(value)}, ok && (kind == Keychain || wire.Unfit(value) == "")
}

func versioned(path string, doc *strictjson.Value) error {
	v := doc.Get("version")
	if v == nil {
		return broken(path, doc.Place(), "it has no version")
	}
	switch n, ok := v.Int(); {
	case !ok || n < 1:
		return broken(path, v.Place(), "its version is not a number")
	case n > version:
		return broken(path, v.Place(), fmt.Sprintf("it was written by a newer usher (version %d; this one knows %d)", n, version))
	}
	return nil
}

// textOf is the text under a key, "" where there is none or something else.
func textOf(v *strictjson.Value, key string) string {
	m := v.Get(key)
	if m == nil {
		return ""
	}
	s, _ := m.Text()
	return s
}

func broken(path string, at strictjson.Place, why string) *fault.Error {
	e := fault.New(fault.Failed, "the file of secrets "+path+" cannot be used: "+why,
		"restore it from a backup, or move it away to start with no secrets: mv "+path+" "+path+".broken")
	e.Problems = []fault.Problem{{File: path, Line: at.Line, Column: at.Column, Rule: "secrets/corrupt", Message: why}}
	return e
}
