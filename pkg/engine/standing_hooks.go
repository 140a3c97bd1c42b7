package engine

import (
	"bytes"
	"path/filepath"
	"slices"

	"usher/pkg/effective"
	"usher/pkg/fault"
	"usher/pkg/trust"
)

// HooksFile is a hooks file as it was read, beside what a person accepted of it
// last (SPEC H13, A3).
type HooksFile struct {
	trust.HooksKey
	Path     string // absolute
	Data     []byte
	Present  bool
	Err      error  // it could not be read: the other fields say nothing
	Decided  bool   // a person accepted some bytes of it, or that there is none
	Accepted bool   // and these are the last ones
	Differs  string // how it is not what was accepted, as "was edited since you accepted it"; "" where it is
}

// OwnHooks is the person's own hooks.json.
func (s *Standing) OwnHooks() HooksFile {
	yours := s.input.Layers[len(s.input.Layers)-1]
	e := yours.Files[effective.HooksFile]
	f := HooksFile{
		HooksKey: trust.OwnHooks(effective.HooksFile, e), Path: filepath.Join(yours.Dir, effective.HooksFile),
		Data: e.Data, Present: e.Present, Err: e.Err,
	}
	if yours.Err != nil {
		f.Err = yours.Err
	}
	s.compare(&f)
	return f
}

// ProjectHooks are the hooks files of the project folder, in the order they run.
func (s *Standing) ProjectHooks() []HooksFile { return s.hooksOf(s.Project.Folder) }

func (s *Standing) hooksOf(folder trust.Folder) []HooksFile {
	var out []HooksFile
	for _, file := range folder.InOrder() {
		if file.Part != trust.PartHooks {
			continue
		}
		f := HooksFile{
			HooksKey: trust.ProjectHooks(folder, file), Path: filepath.Join(folder.Path, filepath.FromSlash(file.Path)),
			Data: file.Data, Present: true,
		}
		s.compare(&f)
		out = append(out, f)
	}
	return out
}

// compare says what became of a file since it was accepted.
func (s *Standing) compare(f *HooksFile) {
	was, decided := s.Ledger.HooksDecision(f.HooksKey)
	f.Decided, f.Accepted = decided, s.Ledger.HooksAccepted(f.HooksKey)
	switch {
	case f.Accepted:
	case !decided && !f.Present:
		f.Differs = "does not exist, which has never been accepted"
	case !decided:
		f.Differs = "has never been accepted"
	case was == trust.HooksDigest(f.File, nil, false):
		f.Differs = "has turned up since you accepted that there is none"
	case !f.Present:
		f.Differs = "was deleted since you accepted it"
	case len(bytes.TrimSpace(f.Data)) == 0:
		f.Differs = "was emptied since you accepted it"
	default:
		f.Differs = "was edited since you accepted it"
	}
}

// pin makes an own hooks.json that is not what the person accepted last a fault
// that refuses every call, where policy hooks.pinned is true (SPEC H13). It stands
// before what else is wrong with the file. hooks.enabled false lifts it.
func (s *Standing) pin() {
	if !s.Policy.Usable() || !s.Policy.HooksPinned || !s.Policy.HooksEnabled || s.LedgerErr != nil {
		return
	}
	own := s.OwnHooks()
	if own.Err != nil || own.Accepted {
		return
	}
	f := effective.Fault{
		Layer: trust.Yours, Path: own.Path, File: own.Path,
		Says: "your " + effective.HooksFile + " " + own.Differs + ", and policy hooks.pinned refuses every call until you accept it",
		Hint: "read it and answer at a terminal of your own: usher hooks accept",
	}
	if slices.ContainsFunc(s.Set.Faults, func(o effective.Fault) bool { return o.Path == own.Path }) {
		f.Hint = "mend the file, then at a terminal of your own: usher hooks accept"
	}
	s.Set.Faults = append([]effective.Fault{f}, s.Set.Faults...)
	s.Problems = append(s.Problems, fault.Problem{File: f.Path, Rule: notAcceptedRule, Message: f.Says, Hint: f.Hint})
}

const notAcceptedRule = "hooks/not-accepted"
