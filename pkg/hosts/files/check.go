package files

import (
	"errors"
	"strings"

	"usher/pkg/fault"
	"usher/pkg/mcp"
)

// check reads the entry as it would be read from one's own mcp.json, so that
// nothing is offered that would not load there, and looks once more that no
// secret is left in it.
func (e *entry) check() {
	if left := mcp.PlainSecrets(e.out); len(left) > 0 {
		e.fail(e.at, "import/secret", left[0]+" still looks like a secret, and usher cannot take it out", "keep it in your environment and name it: ${env:NAME}")
		return
	}
	data, err := mcp.With(nil, e.out)
	if err != nil {
		e.refusedBy(err)
		return
	}
	rules := mcp.Rules{Layer: "yours"}
	for _, name := range e.allow {
		rules.AllowEnv = append(rules.AllowEnv, string(name))
	}
	f := mcp.ParseFile(data, mcp.Source{Path: e.im.file}, rules)
	for _, p := range f.Problems {
		e.note(p.Severity, e.at, p.Rule, strings.TrimPrefix(p.Message, `server "`+string(e.id)+`": `), p.Hint)
	}
	if len(f.Servers) == 1 && !e.failed {
		e.out = f.Servers[0]
		e.out.File, e.out.Place = e.im.file, e.at
		return
	}
	if !e.failed {
		e.fail(e.at, "import/bad-entry", "it would not load", "")
	}
}

func (e *entry) refusedBy(err error) {
	var known *fault.Error
	if errors.As(err, &known) {
		e.fail(e.at, "import/bad-entry", known.Message, "")
		return
	}
	e.fail(e.at, "import/bad-entry", "it cannot be written down", "")
}
