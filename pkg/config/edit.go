package config

import (
	"fmt"

	"usher/pkg/fault"
	"usher/pkg/strictjson"
)

// Set gives a settings file with one preference set to the word a person typed.
// Empty data is a new file; comments and order stay; nothing is written (SPEC
// C2). An unknown key or a word that makes no sense is a *fault.Error of kind
// Usage.
func Set(data []byte, name, word string) ([]byte, error) {
	i := find(name)
	if i < 0 {
		return nil, unknown(name)
	}
	k := keys[i]
	value, ok := k.fromText(word)
	if !ok {
		e := fault.New(fault.Usage, k.name+" must be "+k.want())
		if h := k.hint(word); h != "" {
			e.Hints = append(e.Hints, h)
		}
		return nil, e
	}
	text := fmt.Sprint(value)
	if k.words != "" {
		text = `"` + text + `"`
	}
	return strictjson.Set(data, []string{k.name}, []byte(text))
}

// Unset gives a settings file without a preference; one that is not there is an
// error.
func Unset(data []byte, name string) ([]byte, error) {
	if find(name) < 0 {
		return nil, unknown(name)
	}
	return strictjson.Remove(data, []string{name})
}

func unknown(name string) error {
	e := fault.New(fault.Usage, fmt.Sprintf("no setting is called %q", name))
	if n := strictjson.Nearest(name, Keys()); n != "" {
		e.Hints = append(e.Hints, "did you mean "+n+"?")
	}
	return e
}
