package cmd

import (
	"usher/pkg/clean"
	"usher/pkg/effective"
	"usher/pkg/engine"
	"usher/pkg/sandbox"
	"usher/pkg/trust"
)

// unseen says of each folder that a server's command line names, and that it would
// not see in its sandbox, how a person gives it (SPEC B1). The entries of other apps
// say nothing of folders.
func (w looking) unseen(sv effective.Server) []string {
	if !sandboxed(sv) {
		return nil
	}
	x, err := w.folders(sv)
	if err != nil {
		return nil
	}
	var says []string
	for _, dir := range w.needs(w.g).Unseen(launching(sv, w.set.Launch(sv), x)) {
		line := "the folder " + clean.Quote(dir) + " that its command line names is not shown to it; "
		if sv.Layer == trust.Project || sv.Layer == trust.Machine {
			says = append(says, line+`to give it: "sandbox": {"read": [DIR]}, or "write", at `+sv.Where())
			continue
		}
		edit := w.again("usher server edit " + string(sv.ID))
		says = append(says, line+"to give it: "+edit+" --read "+engine.QuoteArg(dir)+", or to let it change that too: --write")
	}
	return says
}

// unseen says the same of a server that comes from elsewhere, and that it has no
// network where that is so.
func (in *intake) unseen(sv effective.Server) []string {
	w := looking{in.app, in.g, in.g.Set, in.g.TrustedProject(), false}
	says := w.unseen(sv)
	if sandboxed(sv) && !sv.Reach.Off && sv.Reach.Runner == "" && (sv.Reach.Network == "" || sv.Reach.Network == sandbox.NetworkOff) {
		says = append(says, "it starts in usher's sandbox, without the network; if it needs one: "+in.again("usher server edit "+string(sv.ID)+" --network on"))
	}
	return says
}

// unseenNow are those lines for a server of one's own that was just saved.
func (a *app) unseenNow(g ground, sv effective.Server) []string {
	return looking{a, g, g.Set, g.TrustedProject(), false}.unseen(sv)
}
