package config

import (
	"slices"
	"strconv"
	"strings"

	"usher/pkg/strictjson"
)

// index of a key in keys.
const (
	color = iota
	format
	width
	logLevel
	keyCount
)

// key is one preference: its name in settings.json, its variable and its flag.
// words are what it may be; without any it is a width.
type key struct {
	name, env, flag string
	words           string
}

// keys are named one by one, so that no variable gets a say by the look of its
// name: viper's own guessing lets a variable called like a parent key hide all
// that is below it.
var keys = [keyCount]key{
	color:    {"color", "USHER_COLOR", "color", "auto always never"},
	format:   {"format", "USHER_FORMAT", "output", "text json"},
	width:    {"width", "USHER_WIDTH", "width", ""},
	logLevel: {"logLevel", "USHER_LOG_LEVEL", "log-level", "debug info warn error"},
}

const minWidth, maxWidth = 20, 1000

// Keys are the preferences of settings.json, in a fixed order.
func Keys() []string {
	all := make([]string, 0, keyCount)
	for _, k := range keys {
		all = append(all, k.name)
	}
	return all
}

// find is a key's index by its name, exact to the byte; -1 for none.
func find(name string) int {
	return slices.Index(Keys(), name)
}

// want is what the key's value must be, in a person's words.
func (k key) want() string {
	if k.words == "" {
		return "a whole number from " + strconv.Itoa(minWidth) + " to " + strconv.Itoa(maxWidth) + ", or 0 for the terminal's"
	}
	words := strings.Fields(k.words)
	last := len(words) - 1
	return strings.Join(words[:last], ", ") + " or " + words[last]
}

// hint names the word that was likely meant.
func (k key) hint(given string) string {
	if n := strictjson.Nearest(given, strings.Fields(k.words)); n != "" {
		return "did you mean " + n + "?"
	}
	return ""
}

// fromText reads a value of the environment or a flag.
func (k key) fromText(s string) (any, bool) {
	if k.words != "" {
		return s, slices.Contains(strings.Fields(k.words), s)
	}
	n, err := strconv.ParseInt(s, 10, 64)
	return int(n), err == nil && inRange(n)
}

// fromJSON reads a value of settings.json, never one of another type.
func (k key) fromJSON(v *strictjson.Value) (value any, ok bool) {
	if k.words != "" {
		s, isText := v.Text()
		return s, isText && slices.Contains(strings.Fields(k.words), s)
	}
	n, isInt := v.Int()
	return int(n), isInt && inRange(n)
}

func inRange(n int64) bool { return n == 0 || n >= minWidth && n <= maxWidth }
