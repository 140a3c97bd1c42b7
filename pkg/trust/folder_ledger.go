package trust

import (
	"path/filepath"
	"slices"
	"unicode/utf8"

	"usher/pkg/digest"
	"usher/pkg/fault"
)

// FolderState says what a folder is now (SPEC T1, T2). fleet are the contents
// that the machine's policy trusts in every folder (SPEC T6, trust.digests).
func (l *Ledger) FolderState(f Folder, fleet ...digest.Digest) State {
	if f.Err != nil || !f.Digest.Valid() || !f.Definitions.Valid() {
		return Unreadable
	}
	d, decided := l.FolderDecision(f.Path)
	now := f.Digest
	if d.DefinitionsOnly {
		now = f.Definitions
	}
	switch {
	case decided && d.Digest == now:
		return Trusted
	case f.Defined() && slices.Contains(fleet, f.Digest):
		return Trusted
	case decided:
		return Changed
	case !f.Defined():
		return None
	}
	return NotTrusted
}

// TrustFolder records that a person trusts exactly what f holds, in place of
// what was decided about that folder before (SPEC T6). guards says whether
// PreToolUse hooks are in it: if they are lost later, calls ask (SPEC G2).
// definitionsOnly leaves out the files that definitions name (SPEC T5). A folder
// that is unreadable, holds no definitions, or cannot be written down exactly is
// an error, and nothing changes.
func (l *Ledger) TrustFolder(f Folder, guards, definitionsOnly bool) error {
	switch {
	case f.Err != nil:
		return f.Err
	case !f.Digest.Valid() || !f.Definitions.Valid() || !filepath.IsAbs(f.Path):
		return fault.New(fault.Failed, "the folder was not read, so there is nothing to trust")
	case !f.Defined():
		return fault.New(fault.Refused, "the folder "+f.Path+" holds no definition files, so there is nothing to trust")
	case !utf8.ValidString(f.Path):
		return fault.New(fault.Refused, "the path of the folder is not UTF-8 and cannot be written down exactly", "rename the folder")
	}
	d := Decision{
		Kind: FolderKind, Layer: Project, Folder: f.Path, Digest: f.Digest, Decision: Approve,
		Guards: guards, DefinitionsOnly: definitionsOnly,
	}
	if definitionsOnly {
		d.Digest = f.Definitions
	}
	l.drop(func(o Decision) bool { return o.Kind == FolderKind && o.Folder == f.Path })
	l.decisions = append(l.decisions, d)
	return nil
}

// RevokeFolder takes back the trust in a folder, the approvals of its servers and
// what was accepted of its hooks (SPEC A3), and reports whether it was trusted. Marks stay: without an approval
// they allow nothing.
func (l *Ledger) RevokeFolder(path string) bool {
	if !l.Decided(path) {
		return false
	}
	return l.drop(func(d Decision) bool {
		return d.Folder == path && (d.Kind == FolderKind || d.Kind == HooksKind || d.Kind == Launch && d.Layer == Project)
	})
}

// FolderDecision is what a person decided about a folder, by its real path.
func (l *Ledger) FolderDecision(path string) (Decision, bool) {
	for _, d := range l.decisions {
		if d.Kind == FolderKind && d.Folder == path {
			return d, true
		}
	}
	return Decision{}, false
}

// Decided reports whether a person decided about a folder, by its real path
// (SPEC L5).
func (l *Ledger) Decided(path string) bool {
	_, ok := l.FolderDecision(path)
	return ok
}

// Folders are the decisions about folders, in the order they were made.
func (l *Ledger) Folders() []Decision {
	var out []Decision
	for _, d := range l.decisions {
		if d.Kind == FolderKind {
			out = append(out, d)
		}
	}
	return out
}

// HadGuards reports whether PreToolUse hooks were in a folder when it was last
// trusted.
func (l *Ledger) HadGuards(path string) bool {
	d, ok := l.FolderDecision(path)
	return ok && d.Guards
}

// LostGuard reports whether a folder was trusted with PreToolUse hooks and is
// not that any more: every call with that root is at least an ask until it is
// trusted again or revoked (SPEC G2).
func (l *Ledger) LostGuard(f Folder, fleet ...digest.Digest) bool {
	s := l.FolderState(f, fleet...)
	return l.HadGuards(f.Path) && (s == Changed || s == Unreadable)
}

// folderFault says why a decision about a folder is not one usher writes.
func (d Decision) folderFault() string {
	switch {
	case d.Decision != Approve || d.Digest == "":
		return "a decision about a folder must approve a digest"
	case d.Folder == "" || d.Layer != Project:
		return "a decision about a folder must name it, and be of the project layer"
	case d.Server != "" || d.Tool != "" || d.ToolDigest != "" || d.ReadOnly || d.Asleep:
		return "a decision about a folder holds a key of another kind"
	}
	return ""
}
