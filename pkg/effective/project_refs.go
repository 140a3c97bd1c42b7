package effective

import (
	"strconv"
	"strings"

	"usher/pkg/mcp"
	"usher/pkg/trust"
)

// resolved is what a server's arguments and the values of its variables name where the
// defaults of ${env:NAME:-default} are taken, and what depends on what a variable holds
// when the server starts: nobody knows that file (SPEC T5).
func resolved(sv mcp.Server, name string) (found []string, open bool, more []trust.Uncovered) {
	depends := func(field string) {
		more = append(more, trust.Uncovered{Path: field + " of server " + string(sv.ID) + " of " + name, Why: "depends on a variable"})
	}
	var args, values []string
	for i, arg := range sv.Args {
		text, vars := mcp.WithDefaults(arg)
		if len(vars) > 0 {
			depends("args[" + strconv.Itoa(i) + "]")
		}
		args = append(args, text)
	}
	for _, v := range sv.Env {
		if v.Passed {
			continue
		}
		text, vars := mcp.WithDefaults(v.Value.Reveal())
		if len(vars) > 0 && strings.ContainsAny(text, `/\`) {
			depends("env." + string(v.Name))
		}
		values = append(values, text)
	}
	reached, open := trust.Reached(sv.Cwd, append([]string{sv.Command}, args...)...)
	guesses, full := trust.Guessed(sv.Cwd, append(args, values...)...)
	return append(reached, guesses...), open || full, more
}
