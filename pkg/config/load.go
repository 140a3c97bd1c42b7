package config

import (
	"github.com/spf13/pflag"
	"github.com/spf13/viper"

	"usher/pkg/fault"
)

// Load joins settings.json at the absolute path file, the four USHER_ variables
// and the flags --color, --output, --width and --log-level, where flags has them
// and they were given. Each is stronger than the one before. getenv and flags may
// be nil, and file "".
//
// Preferences are always good to use: a file that is absent counts for nothing,
// one with any fault counts for nothing and its problems say why (rule ids
// settings/… and safefile's), a variable that makes no sense is a problem of its
// own and not counted. A flag that makes no sense is the error, of kind Usage.
func Load(file string, getenv func(string) string, flags *pflag.FlagSet) (Preferences, []fault.Problem, error) {
	l := loader{v: viper.New()}
	l.defaults()
	l.file(file)
	if getenv != nil {
		l.environment(getenv)
	}
	err := l.flags(flags)
	p := Preferences{from: l.from}
	if bad := l.v.UnmarshalExact(&p); bad != nil {
		p, err = Default(), fault.New(fault.Failed, "preferences cannot be read: "+bad.Error())
	}
	return p, l.problems, err
}

// loader fills viper from weak to strong. viper only joins: what enters has been
// checked, because viper turns a value of the wrong type into zero in silence.
type loader struct {
	v        *viper.Viper
	from     [keyCount]origin
	problems []fault.Problem
}

func (l *loader) defaults() {
	d := Default()
	l.v.SetDefault(keys[color].name, d.Color)
	l.v.SetDefault(keys[format].name, d.Format)
	l.v.SetDefault(keys[width].name, d.Width)
	l.v.SetDefault(keys[logLevel].name, d.LogLevel)
}

// merge lays a value over those that came before.
func (l *loader) merge(i int, value any, from origin) {
	// Cannot fail: the map has no value that is a map.
	_ = l.v.MergeConfigMap(map[string]any{keys[i].name: value})
	l.from[i] = from
}

// environment asks for each variable by name; an empty one is unset. Values are
// not repeated in problems: they may be anything.
func (l *loader) environment(getenv func(string) string) {
	for i, k := range keys {
		text := getenv(k.env)
		if text == "" {
			continue
		}
		value, ok := k.fromText(text)
		if !ok {
			l.problems = append(l.problems, fault.Problem{Entry: k.env, Rule: "settings/environment",
				Message: "environment variable " + k.env + " must be " + k.want(), Hint: "unset " + k.env})
			continue
		}
		l.merge(i, value, origin{"environment", k.env})
	}
}

func (l *loader) flags(flags *pflag.FlagSet) error {
	if flags == nil {
		return nil
	}
	for i, k := range keys {
		f := flags.Lookup(k.flag)
		if f == nil || !f.Changed {
			continue
		}
		if _, ok := k.fromText(f.Value.String()); !ok {
			return fault.New(fault.Usage, "flag --"+k.flag+" must be "+k.want())
		}
		if err := l.v.BindPFlag(k.name, f); err != nil {
			return fault.New(fault.Usage, "flag --"+k.flag+" cannot be read")
		}
		l.from[i] = origin{"flag", "--" + k.flag}
	}
	return nil
}
