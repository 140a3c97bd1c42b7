package sandbox

import "strings"

// EnvLine is what env(1) would do.
type EnvLine struct {
	Sets []string // the names of the variables it sets
	Dir  string   // where it goes first, "" for nowhere
	Line []string // the command line that it starts; none where it starts nothing
}

// ReadEnv reads env's arguments. It knows -i, -u NAME, -C DIR, -S TEXT, each by
// itself, and NAME=VALUE; of anything else it is not known what would start, and then
// it is false: a program that somebody else names is not what usher goes by.
func ReadEnv(args []string) (EnvLine, bool) {
	var e EnvLine
	for split := false; len(args) > 0; {
		word, rest := args[0], args[1:]
		if name, _, ok := strings.Cut(word, "="); ok && name != "" && !strings.HasPrefix(word, "-") {
			e.Sets, args = append(e.Sets, name), rest
			continue
		}
		if !strings.HasPrefix(word, "-") {
			e.Line = args
			return e, word != ""
		}
		option, value, rest, ok := envOption(word, rest)
		if !ok || option == "-S" && (split || strings.ContainsAny(value, "'\"\\$#")) {
			return EnvLine{}, false
		}
		switch option {
		case "-C":
			e.Dir = value
		case "-S":
			split, rest = true, append(strings.Fields(value), rest...)
		}
		args = rest
	}
	return e, true
}

// envOption is one option in its short form, with its value.
func envOption(word string, after []string) (option, value string, rest []string, ok bool) {
	switch word {
	case "-", "-i", "--ignore-environment":
		return "-i", "", after, true
	case "-u", "-C", "-S", "--unset", "--chdir", "--split-string":
		if len(after) == 0 {
			return "", "", nil, false
		}
		option, value, rest = word, after[0], after[1:]
	default:
		if name, text, assigned := strings.Cut(word, "="); assigned && strings.HasPrefix(word, "--") {
			option, value, rest = name, text, after
		} else if len(word) > 2 && word[1] != '-' {
			option, value, rest = word[:2], word[2:], after
		}
	}
	switch option {
	case "-u", "--unset":
		return "-u", value, rest, true
	case "-C", "--chdir":
		return "-C", value, rest, true
	case "-S", "--split-string":
		return "-S", value, rest, true
	}
	return "", "", nil, false
}
