package texts

import (
	"errors"
	"fmt"
	"io/fs"

	"usher/pkg/fault"
	"usher/pkg/safefile"
	"usher/pkg/trust"
)

const (
	instructionsFile = "instructions.md"
	skillsDir        = "skills"
	promptsDir       = "prompts"
	skillFile        = "SKILL.md"
	maxTexts         = 512 // entries of one folder that are read (SPEC 18)
)

// loader collects a Set.
type loader struct {
	in  Input
	set Set
	at  string // the layer that is read
}

// load reads the layers in the order of precedence.
func (l *loader) load() {
	l.layer(trust.Machine, l.in.Machine, safefile.Machine)
	if l.in.ProjectFirst {
		l.project()
	}
	l.layer(trust.Yours, l.in.Home, safefile.Self)
	if !l.in.ProjectFirst {
		l.project()
	}
	l.shared()
	l.order()
	l.behind()
	l.announce()
}

// taken reports, and says, that an earlier text has the name.
func (l *loader) taken(kind, name, at, firstLayer, firstFile string) string {
	l.note(fault.Problem{
		File: at, Entry: name, Rule: "text/shadowed", Severity: fault.SeverityWarning,
		Message: fmt.Sprintf("the %s %q is shadowed by the one in %s", kind, name, firstFile), Hint: "rename one of the two",
	})
	return firstLayer
}

func (l *loader) note(ps ...fault.Problem) { l.set.Problems = append(l.set.Problems, ps...) }

// unreadable names what is there and could not be read; what is not there is
// nothing, and false.
func (l *loader) unreadable(at string, err error) bool {
	if errors.Is(err, fs.ErrNotExist) {
		return false
	}
	var fe *fault.Error
	if errors.As(err, &fe) && len(fe.Problems) > 0 {
		l.note(fe.Problems...)
		return true
	}
	l.note(fault.Problem{File: at, Rule: "file/unreadable", Message: err.Error()})
	return true
}
