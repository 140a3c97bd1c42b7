package trust

import (
	"io/fs"
	"path/filepath"
	"unicode/utf8"

	"usher/pkg/digest"
	"usher/pkg/fault"
)

// hooksDomain is that of the digest of one hooks file (SPEC 20).
const hooksDomain = "usher/hooks/1"

// HooksKey is a hooks file as it was at one moment: the person's own, or one of a
// project folder, by its slash separated path in the layer (SPEC H13, A3).
type HooksKey struct {
	Layer  string
	Folder string // of a project's, its real path; "" for the person's own
	File   string
	Digest digest.Digest
}

// HooksDigest is that of a hooks file: its path in the layer with its bytes, or
// with the mark that there is none. No file is not the same as an empty one, and
// the same bytes in another place are something else (SPEC Q3).
func HooksDigest(file string, data []byte, present bool) digest.Digest {
	b := digest.New(hooksDomain)
	if !present {
		return b.Absent(file).Sum()
	}
	return b.Field(file, data).Sum()
}

// OwnHooks is the key of the person's own hooks.json as it was read.
func OwnHooks(file string, e Entry) HooksKey {
	return HooksKey{Layer: Yours, File: file, Digest: HooksDigest(file, e.Data, e.Present)}
}

// ProjectHooks is the key of a hooks file of a folder as it was read.
func ProjectHooks(f Folder, file File) HooksKey {
	return HooksKey{Layer: Project, Folder: f.Path, File: file.Path, Digest: HooksDigest(file.Path, file.Data, true)}
}

func (d Decision) ofHooks(k HooksKey) bool {
	return d.Kind == HooksKind && d.Layer == k.Layer && d.Folder == k.Folder && d.File == k.File
}

// HooksAccepted reports whether a person accepted exactly these bytes, and
// nothing later, of that hooks file.
func (l *Ledger) HooksAccepted(k HooksKey) bool {
	was, decided := l.HooksDecision(k)
	return decided && k.Digest.Valid() && was == k.Digest
}

// HooksDecision is the digest that a person accepted last for that file, whatever
// it is now; false where nobody accepted any.
func (l *Ledger) HooksDecision(k HooksKey) (digest.Digest, bool) {
	for _, d := range l.decisions {
		if d.ofHooks(k) {
			return d.Digest, true
		}
	}
	return "", false
}

// AcceptHooks records that a person accepted a hooks file exactly so, in place of
// what was accepted of it before: what was is gone for good (SPEC A6). Of a folder
// that nobody trusts nothing can be accepted, and a path that cannot be written
// down exactly is an error; then nothing changes.
func (l *Ledger) AcceptHooks(k HooksKey) error {
	if k.Layer == Project && !l.Decided(k.Folder) && k.Folder != "" {
		return fault.New(fault.Refused, "the folder "+k.Folder+" is not trusted, so nothing of it can be accepted", "usher trust show")
	}
	return l.AcceptPinnedHooks(k)
}

// AcceptPinnedHooks is AcceptHooks of a folder that nobody needs to have decided about,
// because the machine's policy trusts its content (SPEC T6); whether it does is for the
// caller to see to.
func (l *Ledger) AcceptPinnedHooks(k HooksKey) error {
	d := Decision{Kind: HooksKind, Layer: k.Layer, Folder: k.Folder, File: k.File, Digest: k.Digest, Decision: Approve}
	switch {
	case !utf8.ValidString(k.Folder) || !utf8.ValidString(k.File):
		return fault.New(fault.Refused, "the path of the hooks file is not UTF-8 and cannot be written down exactly", "rename the folder")
	case d.hooksFault() != "" || k.Folder != "" && !filepath.IsAbs(k.Folder):
		return fault.New(fault.Failed, "the hooks file was not read, so there is nothing to accept")
	}
	l.drop(func(o Decision) bool { return o.ofHooks(k) })
	l.decisions = append(l.decisions, d)
	return nil
}

// hooksDecided reports a decision about the same hooks file.
func (l *Ledger) hooksDecided(d Decision) bool {
	_, decided := l.HooksDecision(HooksKey{Layer: d.Layer, Folder: d.Folder, File: d.File})
	return decided
}

// hooksFault says why a decision about a hooks file is not one usher writes.
func (d Decision) hooksFault() string {
	alone := Decision{Kind: HooksKind, Layer: d.Layer, Folder: d.Folder, File: d.File, Digest: d.Digest, Decision: Approve}
	switch {
	case d != alone:
		return "a decision about a hooks file accepts it, and says nothing else"
	case !d.Digest.Valid():
		return "a decision about a hooks file must accept a digest"
	case d.File == "." || !fs.ValidPath(d.File):
		return "a decision about a hooks file must name it by its path in the layer"
	case d.Layer == Yours && d.Folder == "" || d.Layer == Project && d.Folder != "":
		return ""
	}
	return "a decision about a hooks file is about yours, or about one of a project folder"
}
