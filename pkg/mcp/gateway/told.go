package gateway

import (
	"fmt"
	"slices"
	"strings"

	"usher/pkg/clean"
	"usher/pkg/effective"
	"usher/pkg/fault"
	"usher/pkg/gate"
	"usher/pkg/names"
	"usher/pkg/strictjson"
)

// maxWho code points of what an assistant calls itself are kept.
const maxWho = 100

// Clients are what the assistants of all sessions call themselves, cleaned and cut. It
// is their own word.
func (g *Gateway) Clients() []string {
	g.mu.Lock()
	defer g.mu.Unlock()
	var out []string
	for s := range g.sessions {
		s.mu.Lock()
		if s.who != "" {
			out = append(out, s.who)
		}
		s.mu.Unlock()
	}
	slices.Sort(out)
	return out
}

// whoOf is a clientInfo in words, "" for none.
func whoOf(info []byte) string {
	root, _ := strictjson.Decode(info, strictjson.Options{AllowNull: true})
	name, _ := root.Get("name").Text()
	version, _ := root.Get("version").Text()
	short, _ := clean.Cut(strings.TrimSpace(name+" "+version), maxWho)
	return clean.Line(short)
}

// NotListed is the rule of a server that nobody asked for its tools yet.
const NotListed = "serve/not-listed"

// Offer is what is offered as things stand, as far as lists are known.
type Offer struct {
	Tools   int             // usher's own included
	LeftOut []fault.Problem // what is not offered, and why; tools of one server for one reason together
}

// Offered says what is offered and what is left out. It starts nothing and asks nobody.
func (g *Gateway) Offered(gr Ground) Offer {
	r := &request{g: g, s: g.newSession()}
	var o Offer
	if own, err := names.ParseTool(ownTool); err == nil && r.offers(gr, own) {
		o.Tools++
	}
	at := gr.Standing()
	for _, sv := range at.Set.Servers {
		l := at.Set.Launch(sv)
		state, why := at.State(sv, l)
		switch list, known := gr.Known(l.Key.Digest); {
		case sv.ShadowedBy != "":
			o.leave(sv, "serve/shadowed", "its id is taken by a server of the layer "+sv.ShadowedBy, "usher server list")
		case state != gate.Ready:
			o.leave(sv, "serve/not-ready", why.Says, why.Hint)
		case !known:
			o.leave(sv, NotListed, "nobody asked it for its tools yet; that is done when they are listed", "usher server tools "+string(sv.ID))
		default:
			o.count(r, gr, sv, list)
		}
	}
	return o
}

// leave notes a server that is left out as a whole.
func (o *Offer) leave(sv effective.Server, rule, why, hint string) {
	p := fault.Problem{Rule: rule, Severity: fault.SeverityNote, Entry: string(sv.ID), Hint: hint,
		Message: fmt.Sprintf("server %q is not offered: %s", sv.ID, why)}
	o.LeftOut = append(o.LeftOut, p)
}
