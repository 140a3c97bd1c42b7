package policy

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"usher/pkg/digest"
	"usher/pkg/strictjson"
)

// Pin is one digest of trust.digests and where it stands as file:line:column.
type Pin struct {
	Digest digest.Digest
	Place  string
}

// digestHint is where a digest to pin comes from.
const digestHint = "a folder's digest is what usher trust show DIR prints"

// Pinned is the entry of trust.digests that a folder's whole content has (SPEC T6).
func (p Policy) Pinned(d digest.Digest) (Pin, bool) {
	i := slices.IndexFunc(p.TrustDigests, func(pin Pin) bool { return pin.Digest == d })
	if i < 0 || !d.Valid() {
		return Pin{}, false
	}
	return p.TrustDigests[i], true
}

// ProjectsOff reports that projects.enabled is false, and where that stands. A policy
// that cannot be used refuses every call, so it turns nothing off besides.
func (p Policy) ProjectsOff() (place string, off bool) {
	if !p.usable || p.ProjectsEnabled {
		return "", false
	}
	_, place = p.Where(keys[projectsEnabled].full())
	return place, true
}

// MachineOnly reports a key that only the machine's policy may hold (SPEC C4).
func MachineOnly(full string) bool {
	i := find(full)
	return i >= 0 && keys[i].shape == digests
}

// pinned reads the list of digests; the second result is the list as JSON on one
// line. In a person's own file it is an error: whatever they may write, an assistant
// that runs as them may write too, and a folder would trust itself.
func (f *file) pinned(k key, m strictjson.Member) ([]Pin, string) {
	full, v := k.full(), m.Value
	items := v.Items()
	switch {
	case !f.machine:
		f.report(m.Place, full, "machine-only", full+" counts in the machine's policy only: in your own file, whatever may write there could have a folder trust itself",
			"remove it; to trust one folder yourself: usher trust grant DIR")
		return nil, ""
	case v.Kind() != strictjson.KindArray:
		f.wrongType(full, "a list of digests", v)
		return nil, ""
	case len(items) > maxRules:
		f.report(v.Place(), full, "too-many", fmt.Sprintf("%s has at most %d digests, got %d", full, maxRules, len(items)), "remove those of contents that no folder has any more")
		return nil, ""
	}
	pins := make([]Pin, 0, len(items))
	texts := make([]string, 0, len(items))
	for n, item := range items {
		entry := full + "[" + strconv.Itoa(n) + "]"
		text, ok := item.Text()
		switch d, err := digest.Parse(text); {
		case item.Kind() == strictjson.KindNull: // noted by Decode
		case !ok:
			f.wrongType(entry, "a digest in quotes", item)
		case err != nil:
			f.report(item.Place(), entry, "digest", entry+" is no digest: it must be sha256: and 64 lower-case hex digits", digestHint)
		default:
			pins = append(pins, Pin{Digest: d, Place: f.place(item.Place())})
			texts = append(texts, string(item.Raw()))
		}
	}
	return pins, "[" + strings.Join(texts, ", ") + "]"
}

// pinsMore reports a digest of after that before has not.
func pinsMore(before, after []Pin) bool {
	return slices.ContainsFunc(after, func(a Pin) bool {
		return !slices.ContainsFunc(before, func(b Pin) bool { return b.Digest == a.Digest })
	})
}
