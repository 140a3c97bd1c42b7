package hooks

import "usher/pkg/strictjson"

// The keys of an answer that mean something. Everything else in it is the hook's
// own affair.
const (
	keySpecific   = "hookSpecificOutput"
	keyPermission = "permissionDecision"
)

// read takes every key that means something; what is not understood under one is
// a failed hook, for it may have been a refusal.
func (r *answerReader) read(doc *strictjson.Value) {
	r.spelling(doc, keySpecific, "decision", "reason", "continue", "stopReason", keyPermission)
	specific := doc.Get(keySpecific)
	if specific != nil && specific.Kind() != strictjson.KindObject {
		r.fails(keySpecific + " in its answer is not an object")
	}
	r.spelling(specific, keyPermission, keyPermission+"Reason", "decision", "continue", "reason", "stopReason")
	r.misplaced(specific)
	r.permission(specific)
	if specific.Get(keyPermission) == nil && doc.Get(keyPermission) != nil {
		r.fails(keyPermission + " in its answer does not stand under " + keySpecific)
	}
	r.decision(doc)
	r.goesOn(doc)
}

// misplaced fails where what belongs to the answer itself stands under
// hookSpecificOutput, as permissionDecision does where it stands outside.
func (r *answerReader) misplaced(specific *strictjson.Value) {
	for _, key := range [...]string{"decision", "continue", "reason", "stopReason"} {
		if specific.Get(key) != nil {
			r.fails(key + " in its answer stands under " + keySpecific)
		}
	}
}

// spelling fails where a key differs from a known one only in case.
func (r *answerReader) spelling(v *strictjson.Value, known ...string) {
	for _, m := range v.Members() {
		for _, k := range known {
			if m.Key != k && folded(m.Key) == folded(k) {
				r.fails("a key of its answer differs from " + k + " only in case")
			}
		}
	}
}

// permission is hookSpecificOutput.permissionDecision, of PreToolUse alone.
func (r *answerReader) permission(v *strictjson.Value) {
	reason := r.words(v, keyPermission+"Reason")
	d := v.Get(keyPermission)
	if d == nil {
		return
	}
	word, _ := d.Text()
	switch {
	case !r.hook.Event.guards():
		r.fails(keyPermission + " in its answer has no meaning on " + string(r.hook.Event))
	case word == "deny":
		r.says(Refused, reason)
	case word == "ask" || word == "defer":
		r.says(AsksFirst, reason)
	case word == "allow": // no opinion (SPEC H7)
	default:
		r.fails(keyPermission + " in its answer is none of allow, deny, ask and defer")
	}
}

// decision is the older "decision": "block".
func (r *answerReader) decision(doc *strictjson.Value) {
	reason := r.words(doc, "reason")
	d := doc.Get("decision")
	if d == nil {
		return
	}
	switch word, _ := d.Text(); word {
	case "block":
		r.says(Refused, reason)
	case "approve", "allow": // no opinion (SPEC H7)
	default:
		r.fails("decision in its answer is none of block, approve and allow")
	}
}

// goesOn is "continue": false. Where a turn is about to stop it says that it may.
func (r *answerReader) goesOn(doc *strictjson.Value) {
	reason := r.words(doc, "stopReason")
	v := doc.Get("continue")
	if v == nil {
		return
	}
	switch on, ok := v.Bool(); {
	case !ok:
		r.fails("continue in its answer is neither true nor false")
	case !on && r.hook.Event != Stop:
		r.says(Refused, reason)
	}
}

// words are a key's text, "" where it is absent.
func (r *answerReader) words(v *strictjson.Value, key string) string {
	w := v.Get(key)
	if w == nil {
		return ""
	}
	s, ok := w.Text()
	if !ok {
		r.fails(key + " in its answer is not a text")
	}
	return s
}
