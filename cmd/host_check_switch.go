package cmd

import (
	"slices"

	"usher/pkg/hosts/files"
)

// switches adds what keeps usher out of the assistant, of that which was looked at.
func (c *hostChecking) switches(folders []string) {
	found := c.site.switches(c.host, folders)
	for _, o := range c.fileOff {
		if !slices.ContainsFunc(found, func(f hostOff) bool { return f.File == o.File && f.Setting == o.Setting }) {
			found = append(found, o)
		}
	}
	found = append(found, c.site.distrusted(c.host)...)
	looked := func(what string) bool {
		return slices.ContainsFunc(c.view.Probes, func(p hostProbe) bool { return (p.What == holdsGateway) == (what == holdsGateway) })
	}
	for _, o := range found {
		if looked(o.What) {
			c.view.Off = append(c.view.Off, o)
		}
	}
}

// switched says before the question what will keep usher out.
func (b *hostBench) switched(h hostApp, noHooks, noGateway bool) {
	for _, o := range b.site.switches(h, b.folders()) {
		if o.What == holdsHooks && !noHooks || o.What == holdsGateway && !noGateway {
			b.notes = append(b.notes, o.line())
		}
	}
}

// switched says the same of what stands there now.
func (r *hostRow) switched(s hostSite, h hostApp, folders []string) {
	stands := func(word string) bool { return word != hasNone && word != presenceWord(files.Missing) }
	if !stands(r.Hooks) && !stands(r.Gateway) {
		return
	}
	for _, o := range append(s.switches(h, folders), s.distrusted(h)...) {
		if o.What == holdsHooks && stands(r.Hooks) || o.What == holdsGateway && stands(r.Gateway) {
			r.Notes = append(r.Notes, o.line())
		}
	}
}
