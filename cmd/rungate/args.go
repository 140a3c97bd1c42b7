package rungate

import (
	"strconv"
	"strings"
	"time"
)

// read takes flags as pflag does, with its words for what is wrong: --name
// value, --name=value, -n value, -nvalue, -n=value, -ab; -- ends them. The
// differential test in args_test.go holds the two together.
func (o *Options) read(args []string) (why string) {
	operands := 0
	for len(args) > 0 && why == "" {
		arg := args[0]
		args = args[1:]
		switch {
		case len(arg) < 2 || arg[0] != '-':
			operands++
		case arg == "--":
			operands += len(args)
			args = nil
		case arg[1] == '-':
			args, why = o.long(arg, args)
		default:
			args, why = o.shorts(arg[1:], args)
		}
	}
	switch {
	case why != "":
		return "run-gate: " + why
	case operands > 0:
		return "run-gate takes no arguments, only flags"
	}
	return ""
}

func (o *Options) long(arg string, args []string) (rest []string, why string) {
	name, value, valued := strings.Cut(arg[2:], "=")
	if name == "" || name[0] == '-' {
		return nil, "bad flag syntax: " + arg
	}
	i := indexOf(func(f *flag) bool { return f.name == name })
	switch {
	case i < 0:
		return nil, "unknown flag: --" + name
	case valued:
	case isSwitch(i):
		value = "true"
	case len(args) == 0:
		return nil, "flag needs an argument: --" + name
	default:
		value, args = args[0], args[1:]
	}
	return args, o.set(i, value)
}

// shorts reads one word of short flags.
func (o *Options) shorts(word string, args []string) (rest []string, why string) {
	for len(word) > 0 && why == "" {
		c := word[:1]
		i := indexOf(func(f *flag) bool { return f.short == c })
		if i < 0 {
			return nil, "unknown shorthand flag: " + strconv.QuoteRune(rune(c[0])) + " in -" + word
		}
		value, left := "", ""
		switch {
		case len(word) > 2 && word[1] == '=':
			value = word[2:]
		case isSwitch(i):
			value, left = "true", word[1:]
		case len(word) > 1:
			value = word[1:]
		case len(args) == 0:
			return nil, "flag needs an argument: " + strconv.QuoteRune(rune(c[0])) + " in -" + word
		default:
			value, args = args[0], args[1:]
		}
		why = o.set(i, value)
		word = left
	}
	return args, why
}

func indexOf(is func(*flag) bool) int {
	for i := range flags {
		if is(&flags[i]) {
			return i
		}
	}
	return -1
}

func isSwitch(i int) bool {
	_, ok := flags[i].at(&Options{}).(*bool)
	return ok
}

func (o *Options) set(i int, value string) (why string) {
	f := &flags[i]
	switch at := f.at(o).(type) {
	case *string:
		*at = value
	case *bool:
		b, err := strconv.ParseBool(value)
		if err != nil {
			return f.invalid(value, "must be true or false")
		}
		*at = b
	case *time.Duration:
		d, err := time.ParseDuration(value)
		if err != nil {
			return f.invalid(value, `must be a duration like "30s" or "5m"`)
		}
		*at = d
	}
	o.given |= 1 << i
	return ""
}

func (f *flag) invalid(value, must string) string {
	name := "--" + f.name
	if f.short != "" {
		name = "-" + f.short + ", " + name
	}
	return "invalid argument " + strconv.Quote(value) + " for " + strconv.Quote(name) + " flag: " + must
}
