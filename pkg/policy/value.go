package policy

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"usher/pkg/names"
	"usher/pkg/strictjson"
)

// maxRules bounds one list of one file: matching takes time on every call.
const maxRules = 1000

// value reads one key's value. A null was noted by Decode.
func (f *file) value(i int, m strictjson.Member) {
	k, v := keys[i], m.Value
	if v.Kind() == strictjson.KindNull {
		return
	}
	out := value{at: m.Place, origin: origin{set: true, layer: f.src.Layer, place: f.place(v.Place()), value: string(v.Raw())}}
	switch k.shape {
	case flag:
		on, ok := v.Bool()
		if !ok {
			f.wrongType(k.full(), "true or false", v)
			return
		}
		out.flag = on
	case choice:
		word, ok := v.Text()
		if !ok || !slices.Contains(k.words, word) {
			f.wrongChoice(k, word, v)
			return
		}
		out.word = word
	case digests:
		out.pins, out.value = f.pinned(k, m)
	case filePath:
		path, ok := v.Text()
		if why := notAFile(path); !ok || why != "" {
			f.wrongFile(k, why, v)
			return
		}
		out.word = path
	case patterns, launches, openings:
		if v.Kind() != strictjson.KindArray {
			f.wrongType(k.full(), "a list of patterns", v)
			return
		}
		out.rules, out.value = f.rules(k, v)
	}
	f.values[i] = out
}

// rules reads a list of patterns; the second result is the list as JSON on one line.
func (f *file) rules(k key, list *strictjson.Value) ([]Rule, string) {
	full, items := k.full(), list.Items()
	if len(items) > maxRules {
		f.report(list.Place(), full, "too-many", fmt.Sprintf("%s has at most %d patterns, got %d", full, maxRules, len(items)),
			"join some of them with *")
		return nil, ""
	}
	rules := make([]Rule, 0, len(items))
	texts := make([]string, 0, len(items))
	for n, item := range items {
		entry := full + "[" + strconv.Itoa(n) + "]"
		if text, ok := item.Text(); ok {
			if p, ok := f.pattern(k, entry, text, item.Place()); ok {
				rules = append(rules, Rule{Pattern: p, Layer: f.src.Layer, Place: f.place(item.Place()), Key: full})
				texts = append(texts, string(item.Raw()))
			}
		} else if item.Kind() != strictjson.KindNull {
			f.wrongType(entry, "a pattern in quotes", item)
		}
	}
	return rules, "[" + strings.Join(texts, ", ") + "]"
}

func (f *file) pattern(k key, entry, text string, at strictjson.Place) (names.Pattern, bool) {
	p, err := names.ParsePattern(text)
	if err != nil {
		f.report(at, entry, "pattern", entry+" is no pattern: "+err.Error(), k.meansHint())
		return p, false
	}
	if k.regexp(p) {
		f.warn(at, entry, "pattern-regexp", entry+" looks like a regular expression, but only * is special in it",
			"write one pattern for each, with * for any run of characters")
	}
	if i := strings.IndexFunc(text, func(r rune) bool { return !unicode.IsPrint(r) }); i >= 0 {
		f.warn(at, entry, "pattern-invisible", entry+" holds a character that cannot be seen", "type the pattern anew")
	}
	return p, true
}

// lock reads the machine's "locked": true for every key, or a list of keys.
func (f *file) lock(m strictjson.Member) {
	v := m.Value
	switch v.Kind() {
	case strictjson.KindBool:
		if all, _ := v.Bool(); all {
			for i := range f.locks {
				f.locks[i] = f.place(m.Place)
			}
		}
	case strictjson.KindArray:
		for n, item := range v.Items() {
			f.lockOne("locked["+strconv.Itoa(n)+"]", item)
		}
	case strictjson.KindNull: // noted by Decode
	case strictjson.KindNumber, strictjson.KindString, strictjson.KindObject:
		f.wrongType("locked", "true or a list of keys", v)
	}
}

func (f *file) lockOne(entry string, item *strictjson.Value) {
	full, ok := item.Text()
	i := find(full)
	switch {
	case item.Kind() == strictjson.KindNull:
	case !ok:
		f.wrongType(entry, "a key in quotes", item)
	case i >= 0:
		f.locks[i] = f.place(item.Place())
	case isLater(full):
		f.report(item.Place(), entry, "not-enforced", entry+` names the key "`+full+`", which is not one this usher enforces`,
			"remove it, or use a version of usher that enforces it")
	default:
		f.report(item.Place(), entry, "unknown-key", entry+" names a key that is not one this usher enforces", meant(full))
	}
}

func (f *file) wrongType(entry, want string, got *strictjson.Value) {
	hint := ""
	switch {
	case got.Kind() == strictjson.KindString && want == "true or false":
		hint = "write true or false without quotes"
	case got.Kind() == strictjson.KindString:
		hint = "put it in [ ]"
	}
	f.report(got.Place(), entry, "type", entry+" must be "+want+", got "+got.Kind().String(), hint)
}

func (f *file) wrongChoice(k key, word string, got *strictjson.Value) {
	full, want := k.full(), `"`+strings.Join(k.words, `" or "`)+`"`
	if got.Kind() != strictjson.KindString {
		f.report(got.Place(), full, "type", full+" must be "+want+", got "+got.Kind().String(), "")
		return
	}
	hint := "write " + want
	if n := strictjson.Nearest(word, k.words); n != "" {
		hint = `did you mean "` + n + `"?`
	}
	f.report(got.Place(), full, "value", full+" must be "+want, hint)
}
