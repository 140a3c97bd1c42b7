package proc

import (
	"slices"
	"strings"
)

// Basic is the part of an environment that every child gets (SPEC H8), in a
// fixed order; the caller adds what is the event's. Of entries with one name
// the last wins, as in a shell. Nothing else of environ passes: no proxy with
// its password, no agent's socket, no token.
func Basic(environ []string) []string {
	last := make(map[string]string, len(environ))
	for _, entry := range environ {
		// From 1: Windows keeps entries such as "=C:=C:\dir".
		i := strings.IndexByte(entry[min(1, len(entry)):], '=')
		if i < 0 || strings.IndexByte(entry, 0) >= 0 {
			continue
		}
		last[envKey(entry[:i+1])] = entry
	}
	var out []string
	for _, name := range basicNames() {
		if name == localeFamily {
			out = append(out, family(last, name)...)
		} else if entry, ok := last[envKey(name)]; ok {
			out = append(out, entry)
		}
	}
	return out
}

// localeFamily stands for every name that begins so.
const localeFamily = "LC_"

func family(last map[string]string, prefix string) []string {
	var out []string
	for key, entry := range last {
		if strings.HasPrefix(key, prefix) && len(key) > len(prefix) {
			out = append(out, entry)
		}
	}
	slices.Sort(out)
	return out
}
