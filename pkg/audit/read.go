package audit

import (
	"strconv"
	"time"

	"usher/pkg/digest"
	"usher/pkg/strictjson"
)

// Each calls for every whole line of a file that is a record, in order, with the line as
// it stands; broken counts the others.
func Each(path string, each func(Record, []byte) error) (broken int, err error) {
	err = lines(path, func(line []byte, whole bool) error {
		r, ok := Parse(line)
		if !ok || !whole {
			broken++
			return nil
		}
		return each(r, line)
	})
	return broken, err
}

// Parse reads a line whose hash is its own.
func Parse(line []byte) (Record, bool) {
	if _, ok := intact(line); !ok {
		return Record{}, false
	}
	v, problems := strictjson.Decode(line, strictjson.Options{})
	if v == nil || len(problems) > 0 {
		return Record{}, false
	}
	text := func(v *strictjson.Value, key string) string { s, _ := v.Get(key).Text(); return s }
	r := Record{
		Version: int(number(v, "version")), Sequence: uint64(number(v, "seq")), Torn: number(v, "torn"), After: text(v, "after"),
		Surface: text(v, "surface"), Host: text(v, "host"), Front: text(v, "front"), Tool: text(v, "tool"), Server: text(v, "server"), Layer: text(v, "layer"),
		Launch: text(v, "launch"), Verdict: text(v, "verdict"), More: int(number(v, "more")),
		Project: text(v, "project"), ProjectState: text(v, "projectState"), Conversation: text(v, "conversation"), Source: text(v, "source"),
		PID: int(number(v, "pid")), UID: int(number(v, "uid")), Prev: digest.Digest(text(v, "prev")), Hash: digest.Digest(text(v, "hash")),
	}
	r.Time, _ = time.Parse(time.RFC3339Nano, text(v, "time"))
	for _, i := range v.Get("reasons").Items() {
		r.Reasons = append(r.Reasons, Reason{By: text(i, "by"), Layer: text(i, "layer"), File: text(i, "file")})
	}
	for _, i := range v.Get("hooks").Items() {
		r.Hooks = append(r.Hooks, Hook{Name: text(i, "name"), Layer: text(i, "layer"), File: text(i, "file"), Ending: text(i, "ending")})
	}
	return r, true
}

func number(v *strictjson.Value, key string) int64 {
	m := v.Get(key)
	if m == nil {
		return 0
	}
	n, _ := strconv.ParseInt(string(m.Raw()), 10, 64)
	return n
}

// HeadOf is the head of a file now, without checking what stands before it.
func HeadOf(path string) (Head, error) {
	var h Head
	err := lines(path, func(line []byte, _ bool) error {
		if now, ok := intact(line); ok {
			h = now
		}
		return nil
	})
	return h, err
}
