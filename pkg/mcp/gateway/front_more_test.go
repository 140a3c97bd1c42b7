package gateway

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/iotest"
	"time"

	"usher/pkg/digest"
	"usher/pkg/effective"
	"usher/pkg/mcp"
	"usher/pkg/mcp/client"
	"usher/pkg/strictjson"
	"usher/pkg/trust"
)

// SPEC C4: a decision that cannot be recorded where that is required is a refusal.
func TestUnrecordedRefuses_C4(t *testing.T) {
	w := newWorld(t, map[string]string{"policy.json": serving})
	w.decide(mark("lookup", "allow"))
	w.unwritten = errors.New("the audit log is full")
	c := w.begun(w.gateway(false))
	if got := c.ask(lookup("1", "")); !strings.Contains(got, "the audit log is full") || len(w.came) > 0 {
		t.Errorf("%s, forwarded %d", got, len(w.came))
	}
}

// SPEC X7: usher's own templates are prompts, its own tool loads a skill.
func TestOwnPromptsAndSkills_X7(t *testing.T) {
	w := newWorld(t, nil)
	c := w.begun(w.gateway(false))
	if got := c.ask(`{"jsonrpc":"2.0","id":1,"method":"prompts/list"}`); got != `{"jsonrpc":"2.0","id":1,"result":{"prompts":[`+
		`{"name":"review","description":"look at it","arguments":[{"name":"arguments","description":"what"}]},{"name":"plain"}]}}` {
		t.Error(got)
	}
	wantPart(t, c.ask(`{"jsonrpc":"2.0","id":2,"method":"prompts/get","params":{"name":"review","arguments":{"arguments":"a \"b\" <c>"}}}`),
		`"messages":[{"role":"user","content":{"type":"text","text":"review:a \"b\" <c>"}}]`)
	wantPart(t, c.ask(`{"jsonrpc":"2.0","id":3,"method":"prompts/get","params":{"name":"other"}}`), `-32602`)
	wantPart(t, c.ask(`{"jsonrpc":"2.0","id":4,"method":"prompts/get","params":{"name":"review","arguments":{"x":"y"}}}`), `-32602`)
	wantPart(t, c.ask(`{"jsonrpc":"2.0","id":5,"method":"tools/call","params":{"name":"app__skill_load","arguments":{"name":"lab"}}}`), `"text":"skill {\"name\":\"lab\"}"`)
	wantPart(t, c.ask(`{"jsonrpc":"2.0","id":6,"method":"completion/complete","params":{"ref":{"type":"ref/prompt","name":"review"},"argument":{"name":"x","value":""}}}`), `"values":[]`)
}

// SPEC V1, M2: servers' prompts and resources only where the policy says so, and under
// the grants for them.
func TestServersPromptsAndResources_V1(t *testing.T) {
	asks := []string{
		`{"jsonrpc":"2.0","id":1,"method":"prompts/get","params":{"name":"acme__p","arguments":{"k":"v"}}}`,
		`{"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"uri":"acme+file:///n"}}`,
		`{"jsonrpc":"2.0","id":1,"method":"completion/complete","params":{"ref":{"type":"ref/prompt","name":"acme__p"},"argument":{"name":"k","value":"v"}}}`,
	}
	sent := []string{`{"name":"p","arguments":{"k":"v"}}`, `{"uri":"file:///n"}`, `{"ref":{"type":"ref/prompt","name":"p"},"argument":{"name":"k","value":"v"}}`}
	w := newWorld(t, nil)
	c := w.begun(w.gateway(false))
	for _, ask := range asks {
		wantPart(t, c.ask(ask), `"error":{"code":1`, "usher policy set serve.")
	}
	w.write("policy.json", `{"serve":{"prompts":true,"resources":true,"allowedTools":["acme__*"]}}`)
	for _, ask := range asks {
		wantPart(t, c.ask(ask), `"error":{"code":1`, "usher grant set acme ")
	}
	if len(w.came) > 0 {
		t.Fatalf("forwarded %s", w.came[0].Params)
	}
	w.decide(mark(promptsGet, "allow"))
	w.decide(mark(resourcesRead, "allow"))
	for i, ask := range asks {
		if got := c.ask(ask); got != `{"jsonrpc":"2.0","id":1,"result":`+odd+`}` || string(w.came[i].Params) != sent[i] {
			t.Errorf("%s, sent %s", got, w.came[i].Params)
		}
	}
	w.forward = func(_ context.Context, f client.Forward) ([]byte, error) {
		switch f.Method + string(f.Params) {
		case "prompts/list{}":
			return []byte(`{"prompts":[{ "name":"p","x":1}],"nextCursor":"2"}`), nil
		case `prompts/list{"cursor":"2"}`:
			return []byte(`{"prompts":[{"name":"q"},{"none":1},7],"nextCursor":"2"}`), nil
		case "resources/list{}":
			return []byte(`{"resources":[{"uri":"file:///n","name":"n","size":9007199254740993}]}`), nil
		case "resources/templates/list{}":
			return []byte(`{"resourceTemplates":[{"uriTemplate":"x:{y}","name":"t"}]}`), nil
		}
		return nil, errors.New("not asked for")
	}
	wantPart(t, c.ask(`{"jsonrpc":"2.0","id":1,"method":"prompts/list"}`), `{"name":"plain"},{ "name":"acme__p","x":1},{"name":"acme__q"}]`)
	wantPart(t, c.ask(`{"jsonrpc":"2.0","id":1,"method":"resources/list"}`), `[{"uri":"acme+file:///n","name":"n","size":9007199254740993}]`)
	wantPart(t, c.ask(`{"jsonrpc":"2.0","id":1,"method":"resources/templates/list"}`), `[{"uriTemplate":"acme+x:{y}","name":"t"}]`)
	wantPart(t, c.ask(`{"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"uri":"file:///etc/passwd"}}`), `-32002`)
}

// SPEC V5: a list that is known starts nothing; servers whose list is not are started
// together, and one that fails is left out, and said.
func TestListStartsNothingKnown_V5(t *testing.T) {
	w := newWorld(t, nil)
	g := w.gateway(true)
	starts := 0
	w.onStart = func() { starts++ }
	c := w.begun(g)
	ask := func() string { return c.ask(`{"jsonrpc":"2.0","id":1,"method":"tools/list"}`) }
	if got := ask(); !strings.Contains(got, "acme__lookup") || starts != 0 {
		t.Errorf("%d starts, %s", starts, got)
	}
	w.kept = false
	if got := ask(); !strings.Contains(got, "acme__lookup") || starts != 1 {
		t.Errorf("%d starts, %s", starts, got)
	}
	w.startErr = errors.New("broken")
	if got := ask(); strings.Contains(got, "acme__lookup") || len(w.said) != 1 || !strings.Contains(w.said[0].Message, "broken") {
		t.Errorf("%s, said %v", got, w.said)
	}
	// A slow one is told of when it comes.
	first := make(chan bool, 1)
	first <- true
	g.reach = func(ctx context.Context, gr Ground, _ effective.Server) (server, mcp.Manifest, error) {
		select {
		case <-first:
			return nil, mcp.Manifest{}, context.DeadlineExceeded
		default:
			return fake{w}, w.list, nil
		}
	}
	c.send(`{"jsonrpc":"2.0","id":1,"method":"tools/list"}`)
	wantPart(t, c.recv()+c.recv(), `"result":{"tools":[`, `notifications/tools/list_changed`)
	// It was slow, so the next list does not wait for it.
	var patience time.Duration
	g.reach = func(ctx context.Context, gr Ground, sv effective.Server) (server, mcp.Manifest, error) {
		if end, bounded := ctx.Deadline(); bounded && time.Until(end) <= slowWait {
			patience = slowWait
			return nil, mcp.Manifest{}, context.DeadlineExceeded
		}
		return nil, mcp.Manifest{}, errors.New("no more than that")
	}
	if got := ask(); strings.Contains(got, "acme__lookup") || patience != slowWait {
		t.Errorf("waited %v, %s", patience, got)
	}
}

// A text is one id however it is spelled: two requests never have one (SPEC Q1).
func TestIDsAreComparedByValue_Q1(t *testing.T) {
	for id, want := range map[string]string{`"x"`: `"x"`, `"\u0078"`: `"x"`, `"a\/b"`: `"a/b"`, `1`: `1`, `"1"`: `"1"`, `"\u000a"`: `"\n"`} {
		if got, plain := sameID(id), sameID(want); got != plain {
			t.Errorf("%s is %s, not %s", id, got, plain)
		}
	}
}

// SPEC M4: an allow of one definition lets no call of another through, though the list
// was learned before the mark was made.
func TestMarkOfAnotherDefinitionAllowsNothing_M4(t *testing.T) {
	w := newWorld(t, map[string]string{"policy.json": `{"serve":{"allowedTools":["*"]}}`})
	allow, older := trust.Allow, map[string]digest.Digest{"lookup": digest.Of("usher/tool/1", []byte("what was read"))}
	w.decide(func(l *trust.Ledger, k trust.Key) {
		l.SetMark(k, "lookup", trust.MarkChange{Decision: &allow, Tools: older})
	})
	c := w.begun(w.gateway(false))
	for range 2 {
		wantPart(t, c.ask(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"acme__lookup","arguments":{}}}`), "changed since you allowed it", `"isError":true`)
	}
	if len(w.came) > 0 {
		t.Errorf("%d calls reached the server", len(w.came))
	}
}

// What comes in is bounded, whatever its size, and goes on behind it.
func TestLines(t *testing.T) {
	big := strings.Repeat("x", maxMessage+10)
	r := lineReader{in: iotest.HalfReader(strings.NewReader("a\n\n \r\n bb \r\n" + big + "\nccc\n" + strings.Repeat("d", 3*readSize) + "\nhalf"))}
	var got []string
	for {
		line, large, err := r.next()
		if err != nil {
			break
		}
		got = append(got, fmt.Sprint(len(line), large))
	}
	if want := "1 false,2 false,0 true,3 false,196608 false"; strings.Join(got, ",") != want {
		t.Errorf("got %s, want %s", strings.Join(got, ","), want)
	}
	var out strings.Builder
	w := newWorld(t, nil)
	if err := w.gateway(false).ServeStdio(t.Context(), strings.NewReader(big+"\n"+hello+"\n"), &out); err != nil {
		t.Fatal(err)
	}
	wantPart(t, out.String(), `"id":null,"error":{"code":-32600,"message":"the message is larger than 16 MiB`, `"id":0,"result"`)
}

// slowly writes as much at a time as it is let.
type slowly struct {
	let chan bool
	mu  sync.Mutex
	got strings.Builder
}

func (s *slowly) Write(p []byte) (int, error) {
	<-s.let
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.got.Write(p)
}

// Frames keep whole and in order of their senders, small and large, while nobody reads;
// what waits goes out together.
func TestFramesKeepWhole(t *testing.T) {
	out := &slowly{let: make(chan bool)}
	l := newLines(out)
	large := strings.Repeat("L", largeFrame)
	var all sync.WaitGroup
	for n := range 20 {
		all.Go(func() {
			for _, part := range []string{"a", large, "b"} {
				if err := l.write([]byte(strconv.Itoa(n)), []byte(part)); err != nil {
					t.Error(err)
				}
			}
		})
	}
	go func() {
		defer close(out.let)
		for range 2 {
			out.let <- true
		}
	}()
	all.Wait()
	next := map[string]int{}
	for line := range strings.Lines(out.got.String()) {
		who := strings.TrimRight(line, "abL\n")
		want := []string{"a", large, "b"}[next[who]]
		if next[who]++; line != who+want+"\n" {
			t.Fatalf("%d bytes of %s", len(line), who)
		}
	}
	if len(next) != 20 {
		t.Errorf("%d senders", len(next))
	}
	l.close()
	if err := l.Send([]byte("x")); !errors.Is(err, errClosed) {
		t.Error(err)
	}
}

// A frame is one line, whatever blanks a server or an HTTP body has in it.
func TestOneLine_V1(t *testing.T) {
	w := newWorld(t, map[string]string{"policy.json": serving})
	w.decide(mark("lookup", "allow"))
	w.forward = func(context.Context, client.Forward) ([]byte, error) {
		return []byte("{\r\n \"content\": [],\n\"a\":\"\\n\"}"), nil
	}
	g := w.gateway(false)
	s := g.NewSession()
	defer s.Close()
	var out collector
	s.Take(t.Context(), []byte(hello), &out)
	s.Take(t.Context(), []byte("{\"jsonrpc\":\"2.0\",\n\"id\":1,\"method\":\"tools/call\",\"params\":{\n\"name\":\"acme__lookup\"}}"), &out)
	if got := out.last(); got != `{"jsonrpc":"2.0","id":1,"result":{   "content": [], "a":"\n"}}` || strings.Contains(string(w.came[0].Params), "\n") {
		t.Errorf("%q, sent %q", got, w.came[0].Params)
	}
}

// FuzzSession: whatever an assistant sends, each line that goes out is one sound message,
// and nothing that was not allowed reaches a server.
func FuzzSession(f *testing.F) {
	for _, s := range []string{`{}`, `{"a":1,"a":2}`, `{"params":{"a":1,"\u0061":2}}`, "{\"a\":\"\xff\"}", `{"a":"\ud83d"}`, `[{}]`, `"x"`, ``, "\xef\xbb\xbf{}",
		`{"params":{"_meta":{"x":{"y":1}},"name":"n"},"id":1}`, `{"params":[],"q":{"_meta":{}}}`, `{"a":` + strings.Repeat("[", 65) + strings.Repeat("]", 65) + `}`, hello, lookup("1", ""), modern("1", "tools/call", `"name":"acme__lookup",`), modern("1", "server/discover", ""),
		`{"jsonrpc":"2.0","id":1,"method":"prompts/get","params":{"name":"acme__p"}}`, `{"jsonrpc":"2.0","id":"usher-1","result":{}}`,
		`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}`} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		w := newWorld(t, nil)
		w.still = w.read()
		g := w.gateway(false)
		s := g.NewSession()
		ctx, cancel := context.WithCancel(t.Context())
		defer s.Close()
		defer cancel()
		var out collector
		s.Take(ctx, []byte(hello), &out)
		if !bytes.Contains(b, []byte("subscriptions")) { // which ends with its context alone
			s.Take(ctx, b, &out)
		}
		for _, frame := range out.frames {
			if root, _ := strictjson.Decode([]byte(frame), strictjson.Options{MaxBytes: maxMessage, AllowNull: true}); root == nil || strings.ContainsAny(frame, "\n\r") {
				t.Errorf("%q", frame)
			}
		}
		if len(w.came) > 0 {
			t.Errorf("forwarded %s", w.came[0].Params)
		}
	})
}
