package hosts

import (
	"bytes"
	"fmt"

	"usher/pkg/names"
	"usher/pkg/strictjson"
)

// hostEventName checks the names that hosts have for the event: of another one
// the hooks of this one would be asked about the wrong thing.
func (r *eventReader) hostEventName() {
	for _, key := range [...]string{hostEvent, hostEventAgain} {
		v := r.doc.Get(key)
		if v == nil {
			continue
		}
		if s, ok := v.Text(); !ok {
			r.wrong(v.Place(), key+" must be text")
		} else if s != r.name {
			r.wrong(v.Place(), key+" must be "+r.name)
		}
	}
}

// doubles refuses what is given twice and not the same: a guard would be shown
// the one, and the host might do the other.
func (r *eventReader) doubles() {
	if len(r.problems) > 0 {
		return
	}
	for _, pair := range [...][2]string{{"tool", hostTool}, {"args", hostArgs}, {"conversationId", hostConversation}, {"message", hostMessage}, {"result", hostResult}} {
		own, host := r.member(pair[0]), r.member(pair[1])
		if own == nil || host == nil || equal(own, host) || pair[0] == "tool" && sameTool(own, host) || pair[0] == "result" && sameResult(own, host) {
			continue
		}
		at := own.Place()
		r.wrong(host.Place(), fmt.Sprintf("%s is not the same as %s at %d:%d", pair[1], pair[0], at.Line, at.Column))
	}
}

func sameTool(own, host *strictjson.Value) bool {
	a, _ := own.Text()
	b, _ := host.Text()
	one, err := names.ParseTool(a)
	other, otherErr := names.ParseTool(b)
	return err == nil && otherErr == nil && one == other
}

func sameResult(own, host *strictjson.Value) bool {
	ok, text, _ := readResult(own)
	said, _ := host.Text()
	return text == said && host.Kind() == strictjson.KindString && ok || text == string(host.Raw()) && ok != saysFailed(host)
}

// equal reports the same JSON but for blanks, the order of members and how texts
// are written. Numbers are the same where they are written the same.
func equal(a, b *strictjson.Value) bool {
	if a.Kind() != b.Kind() {
		return false
	}
	switch a.Kind() {
	case strictjson.KindObject:
		return equalMembers(a.Members(), b.Members())
	case strictjson.KindArray:
		as, bs := a.Items(), b.Items()
		for i := range min(len(as), len(bs)) {
			if !equal(as[i], bs[i]) {
				return false
			}
		}
		return len(as) == len(bs)
	case strictjson.KindString:
		s, _ := a.Text()
		t, _ := b.Text()
		return s == t
	case strictjson.KindNull, strictjson.KindBool, strictjson.KindNumber:
	}
	return bytes.Equal(a.Raw(), b.Raw())
}

func equalMembers(as, bs []strictjson.Member) bool {
	if len(as) != len(bs) {
		return false
	}
	by := make(map[string]*strictjson.Value, len(bs))
	for _, m := range bs {
		by[m.Key] = m.Value
	}
	for _, m := range as {
		if v := by[m.Key]; v == nil || !equal(m.Value, v) {
			return false
		}
	}
	return true
}
