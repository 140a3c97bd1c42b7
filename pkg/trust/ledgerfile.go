package trust

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"usher/pkg/digest"
	"usher/pkg/fault"
	"usher/pkg/names"
	"usher/pkg/safefile"
	"usher/pkg/strictjson"
)

const (
	ledgerName    = "ledger.json"
	ledgerVersion = 1
	ledgerMax     = 16 << 20
	ledgerWait    = 5 * time.Second // SPEC 18
)

// LedgerPath is where the ledger of a state folder stands.
func LedgerPath(state string) string { return filepath.Join(state, ledgerName) }

// ReadLedger reads the ledger of a state folder. A missing folder or file is
// first use; an unreadable, corrupt or newer one is an error, and every call is
// to be refused (SPEC Q10, L4).
func ReadLedger(state string) (Ledger, error) {
	root, err := safefile.OpenRoot(state, safefile.Self)
	if os.IsNotExist(err) {
		return Ledger{}, nil
	}
	if err != nil {
		return Ledger{}, err
	}
	defer root.Close()
	data, err := root.Read(ledgerName, ledgerMax)
	if os.IsNotExist(err) {
		return Ledger{}, nil
	}
	if err != nil {
		return Ledger{}, err
	}
	return parseLedger(LedgerPath(state), data)
}

// ChangeLedger makes the state folder if it is missing, then locks, reads,
// changes and writes the ledger; f's error leaves it as it was (SPEC F5).
func ChangeLedger(ctx context.Context, state string, f func(*Ledger) error) error {
	if err := safefile.Private(state); err != nil {
		return err
	}
	path := LedgerPath(state)
	return safefile.Update(ctx, safefile.Change{
		Path: path, Perm: 0o600, Max: ledgerMax, Lock: filepath.Join(state, "ledger.lock"),
		Wait: ledgerWait, Who: safefile.Self,
	}, func(old []byte, exists bool) ([]byte, error) {
		l := Ledger{}
		if exists {
			var err error
			if l, err = parseLedger(path, old); err != nil {
				return nil, err
			}
		}
		if err := f(&l); err != nil {
			return nil, err
		}
		return l.encode(), nil
	})
}

func (l *Ledger) encode() []byte {
	var b bytes.Buffer
	b.WriteString(`{"version":` + strconv.Itoa(ledgerVersion) + `,"decisions":[`)
	for i, d := range l.decisions {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString("\n{")
		text := func(key, value string) {
			if value != "" {
				b.WriteString(`"` + key + `":`)
				quoted, _ := jsontext.AppendQuote(nil, value)
				b.Write(quoted)
				b.WriteByte(',')
			}
		}
		text("kind", string(d.Kind))
		text("server", string(d.Server))
		text("tool", d.Tool)
		text("env", string(d.Env))
		text("layer", d.Layer)
		text("folder", d.Folder)
		text("spelled", d.Spelled)
		text("file", d.File)
		text("digest", string(d.Digest))
		text("toolDigest", string(d.ToolDigest))
		text("decision", d.Decision)
		if d.Kind == FolderKind {
			b.WriteString(`"guards":` + strconv.FormatBool(d.Guards) + `,"definitionsOnly":` + strconv.FormatBool(d.DefinitionsOnly) + "}")
		} else {
			if d.Asleep {
				b.WriteString(`"asleep":true,`)
			}
			b.WriteString(`"readOnly":` + strconv.FormatBool(d.ReadOnly) + "}")
		}
	}
	b.WriteString("\n]}\n")
	return b.Bytes()
}

func parseLedger(path string, data []byte) (Ledger, error) {
	corrupt := func(p strictjson.Place, why string) (Ledger, error) {
		e := fault.New(fault.Failed, fmt.Sprintf("the ledger of decisions %s cannot be used: %s", path, why),
			"restore it from a backup, or move it away to start with no decisions: mv "+path+" "+path+".broken")
		e.Problems = []fault.Problem{{File: path, Line: p.Line, Column: p.Column, Rule: "ledger/corrupt", Message: why}}
		return Ledger{}, e
	}
	doc, problems := strictjson.Decode(data, strictjson.Options{File: path, Rules: "ledger", MaxBytes: ledgerMax})
	if doc == nil {
		e := fault.New(fault.Failed, fmt.Sprintf("the ledger of decisions %s cannot be read", path),
			"restore it from a backup, or move it away to start with no decisions: mv "+path+" "+path+".broken")
		e.Problems = problems
		return Ledger{}, e
	}
	if doc.Kind() != strictjson.KindObject {
		return corrupt(doc.Place(), "it must be an object")
	}
	for _, s := range strictjson.Unknown(doc, []string{"version", "decisions"}) {
		return corrupt(s.Member.Place, "it holds a key that this usher does not know")
	}
	v := doc.Get("version")
	if v == nil {
		return corrupt(doc.Place(), "it has no version")
	}
	if n, ok := v.Int(); !ok || n < 1 {
		return corrupt(v.Place(), "its version is not a number")
	} else if n > ledgerVersion {
		return corrupt(v.Place(), fmt.Sprintf("it was written by a newer usher (version %d; this one knows %d)", n, ledgerVersion))
	}
	list := doc.Get("decisions")
	if list == nil || list.Kind() != strictjson.KindArray {
		return corrupt(doc.Place(), "it has no list of decisions")
	}
	const each = 160 // bytes that a decision takes, about
	l := Ledger{decisions: make([]Decision, 0, 1+len(data)/each)}
	var bad strictjson.Place
	why := ""
	list.Each(func(_ string, it strictjson.Value) bool {
		var d Decision
		d, why = parseDecision(&it)
		if why == "" {
			why = l.twice(d)
		}
		l.decisions, bad = append(l.decisions, d), it.Place()
		return why == ""
	})
	if why != "" {
		return corrupt(bad, why)
	}
	return l, nil
}

// decisionKeys are what a decision holds: texts, then, from firstFlag, true or false.
var decisionKeys = [...]string{
	"kind", "server", "tool", "env", "layer", "folder", "file", "digest", "toolDigest", "decision", "spelled",
	"readOnly", "asleep", "guards", "definitionsOnly",
}

const firstFlag = 11

func parseDecision(v *strictjson.Value) (Decision, string) {
	if v.Kind() != strictjson.KindObject {
		return Decision{}, "a decision must be an object"
	}
	var found [len(decisionKeys)]strictjson.Value
	var given [len(decisionKeys)]bool
	stray := false
	v.Each(func(key string, item strictjson.Value) bool {
		if i := slices.Index(decisionKeys[:], key); i >= 0 {
			found[i], given[i] = item, true
		} else {
			stray = stray || !strictjson.Ignored(key)
		}
		return true
	})
	if stray {
		return Decision{}, "a decision holds a key that this usher does not know"
	}
	var text [firstFlag]string
	for i := range text {
		var ok bool
		if text[i], ok = found[i].Text(); given[i] && !ok {
			return Decision{}, decisionKeys[i] + " of a decision must be text"
		}
	}
	d := Decision{
		Kind: Kind(text[0]), Server: names.ServerID(text[1]), Tool: text[2], Env: names.EnvName(text[3]), Layer: text[4],
		Folder: text[5], File: text[6], Digest: digest.Digest(text[7]), ToolDigest: digest.Digest(text[8]), Decision: text[9],
		Spelled: text[10],
	}
	d.Guards = d.Kind == FolderKind // unless the file says that there were none
	for i, flag := range [...]*bool{&d.ReadOnly, &d.Asleep, &d.Guards, &d.DefinitionsOnly} {
		if !given[firstFlag+i] {
			continue
		}
		var ok bool
		if *flag, ok = found[firstFlag+i].Bool(); !ok {
			return Decision{}, decisionKeys[firstFlag+i] + " of a decision must be true or false"
		}
	}
	return d, d.fault()
}

// twice says why a decision cannot stand beside those before it: of a folder and
// of a hooks file there is one, so that nobody can tell two different stories.
func (l *Ledger) twice(d Decision) string {
	switch {
	case d.Kind == FolderKind && l.Decided(d.Folder):
		return "a folder is decided about twice"
	case d.Kind == HooksKind && l.hooksDecided(d):
		return "a hooks file is accepted twice"
	}
	return ""
}

// fault says why a decision read from a file is not one usher writes.
func (d Decision) fault() string {
	if d.Digest != "" && !d.Digest.Valid() || d.ToolDigest != "" && !d.ToolDigest.Valid() {
		return "a decision holds a malformed digest"
	}
	if d.Env != "" && d.Kind != EnvKind {
		return "only a decision about a variable has env"
	}
	if d.File != "" && d.Kind != HooksKind {
		return "only a decision about a hooks file has file"
	}
	if d.Spelled != "" && d.Kind != FolderKind {
		return "only a decision about a folder has spelled"
	}
	switch d.Kind {
	case Launch:
		if d.Decision != Approve || d.Digest == "" {
			return "a launch decision must approve a digest"
		}
	case Covered:
		if d.Digest == "" || d.ToolDigest == "" || d.Tool == "" || d.Tool == Star || d.Decision != Allow && d.Decision != "" {
			return "a tool that '*' covers must name its digests and be allowed"
		}
	case Mark:
		switch d.Decision {
		case Allow, Ask, "":
			if d.Digest == "" {
				return "a mark other than a denial must hold a digest"
			}
		case Deny:
		default:
			return "a mark is allow, ask, deny or unset"
		}
		if d.Tool == "" {
			return "a mark names no tool"
		}
	case EnvKind:
		if why := d.envFault(); why != "" {
			return why
		}
	case FolderKind:
		return d.folderFault()
	case HooksKind:
		return d.hooksFault()
	default:
		return "a decision is of a kind this usher does not know"
	}
	if d.Guards || d.DefinitionsOnly {
		return "only a decision about a folder has guards and definitionsOnly"
	}
	if _, err := names.ParseServerID(string(d.Server)); err != nil {
		return "a decision names no server"
	}
	return ""
}
