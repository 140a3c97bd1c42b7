package cmd

import (
	"fmt"
	"strings"

	"usher/pkg/fault"
)

// unrun keeps a script from running what stands on the line. The shells' scripts put
// the words typed so far through eval, for the sake of $HOME: at the press of TAB it
// would run what is in $(…), and in fish a folder's escaped name. bash and zsh do not
// complete a line with anything of the kind that is not escaped; fish escapes each
// word again.
//
// PowerShell's is left as it is: it has other rules, and no test tries it.
func unrun(shell, script string) (string, error) {
	const evals = "    # Use eval to handle any environment variables and such\n"
	const dangers = "[[ ${requestComp//\\\\?/} == *[$'\\n;|&<>(`']* ]]"
	const why = "    # What is typed is completed, and never run\n"
	var old, safe string
	switch shell {
	case "bash":
		old, safe = evals, why+"    if "+dangers+"; then\n        out='' directive=4\n        return\n    fi\n\n"+evals
	case "zsh":
		old, safe = evals, why+"    if "+dangers+"; then\n        return\n    fi\n\n"+evals
	case "fish":
		old = "    set -l args (commandline -opc)\n"
		safe = why + "    set -l args (commandline -opc | string replace --regex '^~(?=/|$)' \"$HOME\" | string escape)\n"
	default:
		return script, nil
	}
	if strings.Count(script, old) != 1 {
		return "", fault.New(fault.Failed, fmt.Sprintf("the completion of %s is not the one that usher makes safe", shell))
	}
	return strings.Replace(script, old, safe, 1), nil
}
