package gateway

import (
	"fmt"

	"usher/pkg/fault"
	"usher/pkg/names"
	"usher/pkg/strictjson"
)

// maxOdd entries of one server's list are named one by one.
const maxOdd = 20

// fit are the entries that every client can read, under the names they are offered by;
// the others are said (SPEC V5, Q7).
func (g *Gateway) fit(id names.ServerID, items []*strictjson.Value, what gathering) [][]byte {
	out := make([][]byte, 0, len(items))
	odd := 0
	say := func(words string) {
		g.say(fault.Problem{Rule: "serve/not-offered", Severity: fault.SeverityWarning, Entry: string(id), Hint: "usher server show " + string(id),
			Message: fmt.Sprintf("of the %s of server %q %s", what.key, id, words)})
	}
	for i, l := range what.unfit(items) {
		it := renamed(items[i].Raw(), what, id)
		if l.Why == "" && it != nil {
			out = append(out, it)
			continue
		}
		if odd++; odd <= maxOdd {
			say(fmt.Sprintf("%q is not offered: %s", l.Name, l.Why))
		}
	}
	if odd > maxOdd {
		say(fmt.Sprintf("%d more are not offered", odd-maxOdd))
	}
	return out
}

// renamed is an item under the name it is offered by; nil for one without a name.
func renamed(item []byte, what gathering, id names.ServerID) []byte {
	members, ok := strictjson.Skim(item, maxDepth)
	m := members.Pick(what.named)
	if !ok || m == nil {
		return nil
	}
	name, isText := textOf(m.Of(item))
	if !isText || name == "" {
		return nil
	}
	return spliced(item, m.Start, m.Stop, quote(what.prefix(id, name)))
}
