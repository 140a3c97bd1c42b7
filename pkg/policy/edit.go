package policy

import (
	"fmt"
	"slices"
	"strings"

	"usher/pkg/digest"
	"usher/pkg/fault"
	"usher/pkg/names"
	"usher/pkg/strictjson"
)

// Set gives a policy file with one key set to the words a person typed: true or
// false, one of a few words, or the items of a list, which they replace. Empty data
// is a new file; comments and order stay. It writes nothing and does not ask
// whether the change loosens: see Loosens. An unknown key or word is a
// *fault.Error of kind Usage.
func Set(data []byte, key string, words ...string) ([]byte, error) {
	i := find(key)
	if i < 0 {
		return nil, unknownKey(key)
	}
	value, err := keys[i].json(words)
	if err != nil {
		return nil, err
	}
	return strictjson.Set(data, []string{keys[i].group, keys[i].name}, value)
}

// Lock gives a policy file of the machine's that locks a key, whether it sets it or
// not (SPEC C2). One that is locked already, by name or with all others, is given
// back as it is.
func Lock(data []byte, key string) ([]byte, error) {
	if find(key) < 0 {
		return nil, unknownKey(key)
	}
	root, _ := strictjson.Decode(data, strictjson.Options{Comments: true})
	var locked []string
	switch was := root.Get("locked"); was.Kind() {
	case strictjson.KindBool:
		if all, _ := was.Bool(); all {
			return data, nil
		}
	case strictjson.KindArray:
		for _, item := range was.Items() {
			name, _ := item.Text()
			locked = append(locked, name)
		}
	case strictjson.KindNull, strictjson.KindNumber, strictjson.KindString, strictjson.KindObject: // none, or one that Parse refuses
	}
	if slices.Contains(locked, key) {
		return data, nil
	}
	value, err := list(append(locked, key), func(string) error { return nil })
	if err != nil {
		return nil, err
	}
	return strictjson.Set(data, []string{"locked"}, value)
}

// Unset gives a policy file without a key; one that is not there is an error.
func Unset(data []byte, key string) ([]byte, error) {
	i := find(key)
	if i < 0 {
		return nil, unknownKey(key)
	}
	return strictjson.Remove(data, []string{keys[i].group, keys[i].name})
}

func unknownKey(key string) error {
	return fault.New(fault.Usage, fmt.Sprintf("policy key %q is not one this usher enforces", short(key)), meant(key))
}

// json turns typed words into the key's JSON.
func (k key) json(words []string) ([]byte, error) {
	one := ""
	if len(words) == 1 {
		one = words[0]
	}
	switch k.shape {
	case flag:
		if one == "true" || one == "false" {
			return []byte(one), nil
		}
		return nil, fault.New(fault.Usage, k.full()+" must be true or false", "usher policy set "+k.full()+" "+k.standard)
	case choice:
		if slices.Contains(k.words, one) {
			return []byte(`"` + one + `"`), nil
		}
		return nil, fault.New(fault.Usage, k.full()+" must be "+strings.Join(k.words, " or "), "usher policy set "+k.full()+" "+k.words[0])
	case filePath:
		if why := notAFile(one); why != "" || len(words) != 1 {
			return nil, fault.New(fault.Usage, k.full()+" must be the absolute path of one file", "usher policy set "+k.full()+" "+fileExample)
		}
		return quote(nil, one), nil
	case patterns, launches, openings:
		return list(words, func(w string) error {
			if _, err := names.ParsePattern(w); err != nil {
				return fault.New(fault.Usage, k.full()+" takes patterns: "+err.Error())
			}
			return nil
		})
	case digests:
		return list(words, func(w string) error {
			if _, err := digest.Parse(w); err != nil {
				return fault.New(fault.Usage, k.full()+" takes digests: "+err.Error(), digestHint)
			}
			return nil
		})
	}
	return nil, fault.New(fault.Usage, k.full()+" cannot be set")
}

// list is a list of words that each pass the check.
func list(words []string, check func(string) error) ([]byte, error) {
	out := []byte{'['}
	for n, w := range words {
		if err := check(w); err != nil {
			return nil, err
		}
		if n > 0 {
			out = append(out, ", "...)
		}
		out = quote(out, w)
	}
	return append(out, ']'), nil
}

// quote writes a text that is UTF-8 as a JSON string.
func quote(out []byte, s string) []byte {
	out = append(out, '"')
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c < ' ':
			out = fmt.Appendf(out, `\u%04x`, c)
		case c == '"' || c == '\\':
			out = append(out, '\\', c)
		default:
			out = append(out, c)
		}
	}
	return append(out, '"')
}
