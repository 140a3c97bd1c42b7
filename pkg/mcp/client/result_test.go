package client

import (
	"reflect"
	"strings"
	"testing"
	"time"

	"usher/pkg/strictjson"
)

func value(t *testing.T, raw string) *strictjson.Value {
	t.Helper()
	v, problems := strictjson.Decode([]byte(raw), strictjson.Options{AllowNull: true})
	if v == nil {
		t.Fatal(problems)
	}
	return v
}

func TestWhatAResultIs(t *testing.T) {
	c := &Conn{}
	for raw, want := range map[string]string{
		`{}`: "", `{"content":null,"isError":null,"structuredContent":null}`: "", `{"content":[]}`: "", `{"resultType":"complete","content":[]}`: "",
		`{"content":[],"isError":true}`: "", `{"content":[{"type":"video","text":7}]}`: "",
		`[]`: "its result is a list, not an object", `"x"`: "its result is a text, not an object",
		`{"content":{}}`: "its content is an object, not a list", `{"content":[5]}`: "content[0] is a number, not an object",
		`{"content":[{"type":"text","text":"a"},{}]}`: "content[1] has no type", `{"content":[{"type":5}]}`: "content[0] has no type",
		`{"content":[{"type":"text"}]}`: "content[0] is a text without text", `{"content":[{"type":"text","text":null}]}`: "content[0] is a text without text",
		`{"isError":"no"}`: "its isError is a text, not true or false", `{"structuredContent":[]}`: "its structuredContent is a list, not an object",
		`{"content":[` + strings.Repeat(`{"type":"x"},`, maxContent) + `{"type":"x"}]}`: "answered tools/call with more than 10000 items of content",
	} {
		got, err := c.result("tools/call", "content", value(t, raw))
		switch {
		case want == "" && (err != nil || string(got.Raw) != raw):
			t.Errorf("%.80s: %v", raw, err)
		case want != "" && (err == nil || !strings.HasSuffix(err.Error(), want) || got.Raw != nil):
			t.Errorf("%.80s: %v", raw, err)
		}
	}
}

func TestContentOfEveryKind(t *testing.T) {
	got, err := (&Conn{}).result("tools/call", "content", value(t, `{"isError":true,"content":[
		{"type":"text","text":"a"},{"type":"image","data":"AA==","mimeType":"image/png"},{"type":"audio","data":"BB==","mimeType":"audio/wav"},
		{"type":"resource","resource":{"uri":"x:1","mimeType":"text/plain","text":"t"}},{"type":"resource","resource":{"uri":"x:2","blob":"CC=="}},
		{"type":"resource_link","uri":"x:3","name":"n","mimeType":"m"},{"type":"resource","resource":"x"}]}`))
	want := []Content{
		{Type: "text", Text: "a"}, {Type: "image", Data: "AA==", MIME: "image/png"}, {Type: "audio", Data: "BB==", MIME: "audio/wav"},
		{Type: "resource", URI: "x:1", MIME: "text/plain", Text: "t"}, {Type: "resource", URI: "x:2", Data: "CC=="},
		{Type: "resource_link", URI: "x:3", MIME: "m"}, {Type: "resource"},
	}
	if err != nil || !got.IsError || !reflect.DeepEqual(got.Content, want) {
		t.Errorf("%v %+v", err, got.Content)
	}
}

// What is said while the list is looked at is told once more, and never twice at
// the same time.
func TestRelistNeverRunsTwiceAtOnce(t *testing.T) {
	r := &relist{every: time.Millisecond}
	inside, leave, told := make(chan struct{}), make(chan struct{}), 0
	r.set(func() {
		told++ // the race detector sees two at once
		inside <- struct{}{}
		<-leave
	})
	r.changed()
	<-inside
	for range 100 {
		r.changed()
	}
	select {
	case <-inside:
		t.Error("it runs twice at once")
	case <-time.After(20 * time.Millisecond):
	}
	leave <- struct{}{}
	<-inside
	leave <- struct{}{}
	r.stop()
	r.changed()
	r.mu.Lock()
	defer r.mu.Unlock()
	if told != 2 || r.timer != nil {
		t.Errorf("told %d times", told)
	}
}
