package client

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"time"
)

func TestNumbersAreOnlyOurs(t *testing.T) {
	for _, raw := range []string{"1", "7", "1000001", "9223372036854775807"} {
		if _, ok := number(raw); !ok {
			t.Errorf("%s is none", raw)
		}
	}
	for _, raw := range []string{"", "0", "-1", "01", "+1", "1.0", "1e0", `"1"`, "null", "true", "[1]", "9223372036854775808", "1_0", " 1", "１"} {
		if n, ok := number(raw); ok {
			t.Errorf("%q is %d", raw, n)
		}
	}
}

func TestWhatALineIs(t *testing.T) {
	for line, want := range map[string]string{
		"": "0", "hello": "0", "Welcome {": "0", "\x00\x00": "0", "5": "0", `"x"`: "0", "null": "0",
		`{}`: "0", `{"ID":1,"RESULT":{}}`: "0", `{"jsonrpc":"2.0"}`: "0", `{"jsonrpc":"2.0","id":1,"METHOD":"ping","result":{}}`: "1 1 !",
		`{"jsonrpc":"2.0","id":1,"result":{},"Result":{}}`: "1 1 !", `{"jsonrpc":"2.0","id":1,"re\u017fult":1,"result":{}}`: "1 1 !",
		`{"jsonrpc":"2.0","id":1,"result":{"ID":1},"_meta":{},"x":1}`: "1 1",
		`{"jsonrpc":"2.0","id":1,"result":{}}`:                        "1 1",
		` {"jsonrpc":"2.0","id":"a","result":{}}`:                     `1 "a"`,
		`{"jsonrpc":"2.0","id":1,"result":null}`:                      "1 1",
		`{"jsonrpc":"2.0","result":{}}`:                               "1",
		`{"jsonrpc":"2.0","id":1,"method":"ping"}`:                    "2 1 ping", `{"id":null,"method":"ping"}`: "2 null ping",
		`{"jsonrpc":"2.0","method":"x"}`: "3  x", `{"method":"x","result":{}}`: "3  x",
		`{`: "4", `{not json}`: "4", `[`: "4", `[INFO] ready`: "4", `[]`: "4", `[1]`: "4", `{"id":1,"id":2}`: "4", `{"id":1,"method":7}`: "4",
		`{"jsonrpc":"1.0","id":1,"result":{}}`: "1 1 !", `{"id":1,"error":{}}`: "1 1 !", `{"jsonrpc":"2.0","id":1}`: "1 1 !",
		`{"jsonrpc":"2.0","id":1,"result":1,"error":{}}`: "1 1 !", `{"jsonrpc":2.0,"id":1,"result":{}}`: "1 1 !",
	} {
		f := readFrame([]byte(line))
		got := strings.Join(strings.Fields(fmt.Sprintf("%d %s %s", f.kind, f.id, f.method)), " ")
		if f.kind == answer && f.why != "" {
			got += " !"
		}
		if (f.kind == flawed) != (got == "4") || f.kind == flawed && f.why == "" || got != strings.Join(strings.Fields(want), " ") {
			t.Errorf("%s is %q (%s), want %q", line, got, f.why, want)
		}
	}
}

// A line that is no sound message fails the requests it seems to answer, and
// never one that it only mentions.
func TestWhatABrokenLineClaims(t *testing.T) {
	for line, want := range map[string][]int64{
		`{"jsonrpc":"2.0","id":7,"result":{},"result":{}}`: {7},
		`{"id":7,"id":8}`:                                  {7, 8},
		`{ "id" : 7 , x`:                                   {7},
		"{\"a\":\"\xff\",\"id\":7}":                        {7},
		`{"result":` + strings.Repeat("[", 100_000):        nil,
		`{"id":7,"result":` + strings.Repeat("[", 100_000): {7},
		`{"result":` + strings.Repeat("]", 10) + `"id":7}`: nil,
		`{"result":{"id":7}}`:                              nil,
		`{"result":"\"id\":7"}`:                            nil,
		`{"x":"id","y":7}`:                                 nil,
		`{"id":"7"}`:                                       nil,
		`{"id":7.0}`:                                       nil,
		`{"id":7e1}`:                                       nil,
		`{"id":-7}`:                                        nil,
		`{"id":`:                                           nil,
		`{"id"`:                                            nil,
		`{"id`:                                             nil,
		`{"id\`:                                            nil,
		`{"method":"ping","id":7,"id":7}`:                  nil,
		`{"id":7,"params":{},"params":{},"method":"x"}`: nil,
		`{"id":7,"result":{"method":"x"},"result":{}}`:  {7},
		`[{"jsonrpc":"2.0","id":7,"result":{}}]`:        {7},
		`[{"id":7},{"id":8},{"result":{"id":9}}]`:       {7, 8},
		`[[{"id":7}]]`:                nil,
		`["id",7]`:                    nil,
		"":                            nil,
		`{"id":99999999999999999999}`: nil,
		`[` + strings.Repeat(`{"id":7},`, 2*maxClaims) + `{}]`: slices.Repeat([]int64{7}, maxClaims),
	} {
		if got := claimed([]byte(line)); !slices.Equal(got, want) {
			t.Errorf("%.60s claims %v, want %v", line, got, want)
		}
	}
}

// Only what can be neither an answer nor a request is passed over unread.
func TestWhatIsPassedOverUnread(t *testing.T) {
	for line, want := range map[string]bool{
		`{"jsonrpc":"2.0","method":"notifications/progress","params":{"x":1}}`: true,
		`{"method":"x","result":{}}`: true, `{"method"`: true,
		`{"method":"notifications/tools/list_changed"}`: false,
		`{"method":"x","id":7}`:                         false, `{"method":"x","\u0069d":7,"result":{}}`: false, `{"jsonrpc":"2.0","id":7,"result":{"a":"method"}}`: false,
		`{"result":{}}`: false, `"method"`: false, `method`: false, ``: false,
	} {
		if got := passing([]byte(line)); got != want {
			t.Errorf("%s: %v", line, got)
		}
		if f := readFrame([]byte(line)); want && (f.kind == answer || f.kind == request) && f.id != "" {
			t.Errorf("%s is %+v", line, f)
		}
	}
}

// readers of odd sizes must give the same lines.
type dribble struct {
	s    string
	step int
}

func (d *dribble) Read(p []byte) (int, error) {
	if d.s == "" {
		return 0, io.EOF
	}
	n := copy(p, d.s[:min(d.step, len(d.s))])
	d.s = d.s[n:]
	return n, nil
}

func TestLinesAreBounded(t *testing.T) {
	const limit = 200_000
	long := strings.Repeat("x", 150_000)
	for _, step := range []int{1 << 20, 65536, 4097} {
		l := newLines(&dribble{"a\r\n\n" + long + "\nb\n" + strings.Repeat("y", limit-1) + "\nhalf", step}, limit)
		for _, want := range []string{"a", "", long, "b", strings.Repeat("y", limit-1)} {
			if got, err := l.next(); err != nil || string(got) != want {
				t.Fatalf("%v: %d bytes, want %d", err, len(got), len(want))
			}
		}
		if got, err := l.next(); err == nil {
			t.Errorf("half a line: %q", got)
		}
		if got, err := newLines(&dribble{strings.Repeat("z", limit+1), step}, limit).next(); err != errTooLong {
			t.Errorf("%d bytes, %v", len(got), err)
		}
	}
}

// box is an inbox that waits for the requests 1000 and 1001.
func box(input string) (*inbox, *calls, *strings.Builder) {
	var sent strings.Builder
	c := &calls{open: map[int64]*pending{}, last: 999}
	c.begin("tools/call", maxLine)
	c.begin("tools/list", maxLine)
	in := newInbox(newLines(strings.NewReader(input), maxLine), c, &asks{out: &sent}, words{})
	in.changed, in.end = func() {}, func(*Failure) {}
	return in, c, &sent
}

// The transport is handed nothing but the numbers of settled requests, each once.
func TestTransportSeesOnlyEnvelopes(t *testing.T) {
	in, c, sent := box(`{"jsonrpc":"2.0","id":1000,"result":{"a":[1, 2]}}
{"jsonrpc":"2.0","id":1000,"result":"second"}
{"jsonrpc":"2.0","id":"s","method":"ping"}
{"jsonrpc":"2.0","id":-5.5,"method":"sampling/createMessage"}
{"jsonrpc":"2.0","id":{},"method":"ping"}
{"jsonrpc":"2.0","id":1001,"error":{"code":-1,"message":"no"}}
`)
	in.run()
	got, err := io.ReadAll(in)
	want := `{"jsonrpc":"2.0","id":1000,"result":{}}` + "\n" + `{"jsonrpc":"2.0","id":1001,"result":{}}` + "\n"
	if err != nil || string(got) != want {
		t.Errorf("%v\n%s", err, got)
	}
	if p := c.finish(1000); string(p.result.Raw()) != `{"a":[1, 2]}` || p.fault != nil {
		t.Errorf("%s %v", p.result.Raw(), p.fault)
	}
	if p := c.finish(1001); p.result != nil || p.fault.Error() != "answered tools/list with error -1: no" || p.fault.Code != -1 {
		t.Errorf("%v", p.fault)
	}
	wantSent := `{"jsonrpc":"2.0","id":"s","result":{}}` + "\n" +
		`{"jsonrpc":"2.0","id":-5.5,"error":{"code":-32601,"message":"usher does not offer this method"}}` + "\n"
	if sent.String() != wantSent {
		t.Errorf("sent\n%s", sent)
	}
}

// SPEC Q7: a server's own requests are answered at a limited rate, and too many
// end it.
func TestRequestsOfTheServerAreBounded(t *testing.T) {
	var sent strings.Builder
	a := &asks{out: &sent}
	now := time.Now()
	for i := range maxAsked {
		if err := a.answer(frame{id: "1", method: "ping"}, now); err != nil {
			t.Fatal(i, err)
		}
	}
	if n := strings.Count(sent.String(), "\n"); n != maxAnswered {
		t.Errorf("%d answers", n)
	}
	if err := a.answer(frame{id: "1", method: "ping"}, now); err != errFlood {
		t.Error(err)
	}
	if err := a.answer(frame{id: "1", method: "ping"}, now.Add(time.Second)); err != nil {
		t.Error("a new second", err)
	}
	sent.Reset()
	for _, id := range []string{"null", "true", "[1]", "{}", `"` + strings.Repeat("x", maxID) + `"`} {
		if err := a.answer(frame{id: id, method: "ping"}, now.Add(time.Second)); err != nil || sent.Len() > 0 {
			t.Errorf("%s: %v %s", id, err, sent.String())
		}
	}
}

func TestErrorsOfAnotherShape(t *testing.T) {
	for object, says := range map[string]string{
		`{"code":1.5,"message":"x"}`: "an error that has no code and message", `{"code":1}`: "no code and message", `"x"`: "no code and message",
		`null`: "no code and message", `{"code":"1","message":"x"}`: "no code and message",
		`{"code":1e2,"message":""}`: "answered tools/call with error 100:",
	} {
		in, c, _ := box(`{"jsonrpc":"2.0","id":1000,"error":` + object + "}\n")
		in.run()
		if p := c.finish(1000); p.fault == nil || !strings.Contains(p.fault.Message, says) {
			t.Errorf("%s: %v", object, p.fault)
		}
	}
}

// Whatever a server writes, it does not panic, and a request is settled only by a
// line that is wholly sound or by one that claims its number.
func FuzzInbox(f *testing.F) {
	f.Add(`{"jsonrpc":"2.0","id":1000,"result":{}}` + "\n")
	f.Add(`{"jsonrpc":"2.0","id":1000,"result":{},"result":1}` + "\n[{\"id\":1001}]\nbanner\n")
	f.Add(`{"id":1000,"method":"ping"}` + "\r\n{\"ID\":1000,\"result\":{}}\n")
	f.Fuzz(func(t *testing.T, input string) {
		in, c, _ := box(input)
		in.run()
		got, err := io.ReadAll(in)
		if err != nil {
			t.Fatal(err)
		}
		for _, id := range []int64{1000, 1001} {
			p := c.finish(id)
			envelope := fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"result":{}}`+"\n", id)
			if n := strings.Count(string(got), envelope); n > 1 || p.answered != (n == 1) || p.answered && !strings.Contains(input, fmt.Sprint(id)) {
				t.Fatalf("%q: %+v, %d envelopes", input, p, n)
			}
			if p.answered && (p.result == nil) == (p.fault == nil) {
				t.Fatalf("%q: %+v", input, p)
			}
			if p.result != nil && !strings.Contains(input, string(p.result.Raw())) {
				t.Fatalf("%q: the result is not the server's bytes: %s", input, p.result.Raw())
			}
		}
	})
}
