package main

import (
	"compress/gzip"
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	collector "go.opentelemetry.io/proto/otlp/collector/logs/v1"
	logs "go.opentelemetry.io/proto/otlp/logs/v1"
	"google.golang.org/protobuf/proto"

	"usher/pkg/audit"
)

// fake is a collector that takes what it is sent, refuses once, or always.
type fake struct {
	refusals int
	status   int
	got      []*logs.LogRecord
	service  string
	paths    []string
}

func (f *fake) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	var body io.Reader = r.Body
	if r.Header.Get("Content-Encoding") == "gzip" {
		body, _ = gzip.NewReader(r.Body)
	}
	data, _ := io.ReadAll(body)
	f.paths = append(f.paths, r.URL.Path)
	if f.refusals != 0 {
		f.refusals--
		w.WriteHeader(f.status)
		return
	}
	var m collector.ExportLogsServiceRequest
	if err := proto.Unmarshal(data, &m); err != nil {
		w.WriteHeader(http.StatusBadRequest)
		return
	}
	for _, rl := range m.ResourceLogs {
		for _, a := range rl.Resource.Attributes {
			if a.Key == "service.name" {
				f.service = a.Value.GetStringValue()
			}
		}
		for _, sl := range rl.ScopeLogs {
			f.got = append(f.got, sl.LogRecords...)
		}
	}
	w.Header().Set("Content-Type", "application/x-protobuf")
	out, _ := proto.Marshal(&collector.ExportLogsServiceResponse{})
	_, _ = w.Write(out)
}

func attr(r *logs.LogRecord, key string) string {
	for _, a := range r.Attributes {
		if a.Key == key {
			return a.Value.String()
		}
	}
	return ""
}

func sequences(rs []*logs.LogRecord) string {
	var out []string
	for _, r := range rs {
		for _, a := range r.Attributes {
			if a.Key == "usher.audit.sequence" {
				out = append(out, fmt.Sprint(a.Value.GetIntValue()))
			}
		}
	}
	return strings.Join(out, " ")
}

// SPEC V7: every decision reaches the collector, over its failures, restarts and
// rotations, in order and with its sequence number.
func TestEveryDecisionReachesTheCollector_V7(t *testing.T) {
	dir := t.TempDir()
	if err := os.Chmod(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, "audit.jsonl")
	decide := func(n int) {
		for range n {
			_, err := audit.Append(context.Background(), file, audit.Record{
				Surface: "run-gate", Host: "claude-code", Tool: "acme__lookup", Server: "acme", Layer: "yours", Launch: "sha256:1", Verdict: "deny",
				Conversation: "c1", Reasons: []audit.Reason{{By: "hook guard"}}, Hooks: []audit.Hook{{Name: "guard", Ending: "refused"}},
			})
			if err != nil {
				t.Fatal(err)
			}
		}
	}
	f := &fake{}
	server := httptest.NewServer(f)
	defer server.Close()
	once := func(want int) string {
		t.Helper()
		var out, says strings.Builder
		args := []string{"--file", file, "--position", filepath.Join(dir, "place.json"), "--endpoint", server.URL, "--once"}
		if code := run(context.Background(), args, func(string) string { return "" }, &out, &says); code != want {
			t.Errorf("ended with %d: %s", code, says.String())
		}
		return says.String()
	}

	if says := once(1); !strings.Contains(says, "does not exist") {
		t.Errorf("without a record: %s", says)
	}
	decide(3)
	f.refusals, f.status = 1, http.StatusServiceUnavailable // it is tried again
	once(0)
	if got := sequences(f.got); got != "1 2 3" || f.service != "usher" || f.paths[0] != "/v1/logs" {
		t.Errorf("got %s of %s at %v", got, f.service, f.paths)
	}
	once(0)
	decide(300)
	f.refusals, f.status = -1, http.StatusBadRequest
	if says := once(1); !strings.Contains(says, "from 4 on") {
		t.Errorf("a collector that takes nothing: %s", says)
	}
	f.refusals = 0
	if _, err := audit.Rotate(context.Background(), file, time.Unix(0, 0)); err != nil {
		t.Fatal(err)
	}
	decide(1)
	once(0)
	got := strings.Fields(sequences(f.got))
	for i, n := range got {
		if n != fmt.Sprint(i+1) {
			t.Fatalf("decision %d is number %s", i, n)
		}
	}
	if len(got) != 305 {
		t.Errorf("%d decisions arrived, not 305", len(got))
	}
	first := f.got[0]
	for key, want := range map[string]string{
		"gen_ai.tool.name": "acme__lookup", "gen_ai.operation.name": "execute_tool", "gen_ai.conversation.id": "c1", "usher.host": "claude-code",
		"usher.verdict": "deny", "usher.server.id": "acme", "usher.decided_by": "hook guard", "usher.hooks": "guard: refused", "usher.audit.hash": "sha256:",
	} {
		if !strings.Contains(attr(first, key), want) {
			t.Errorf("%s is %q, not %q", key, attr(first, key), want)
		}
	}
	if first.EventName != "usher.decision" || first.SeverityNumber != logs.SeverityNumber_SEVERITY_NUMBER_WARN || first.Body.GetStringValue() != "deny acme__lookup" {
		t.Errorf("got %v", first)
	}
}

// What is not understood sends nothing.
func TestItsCommandLineIsChecked_V7(t *testing.T) {
	env := map[string]string{}
	for _, c := range []struct {
		line string
		code int
		says string
	}{
		{"", 2, "absolute"}, {"--file a --position /b --endpoint http://x", 2, "absolute"}, {"--file /a --position /b", 2, "no collector"},
		{"--file /a --position /b --endpoint http://x --every 0s", 2, "--every"}, {"--file /a --position /b --endpoint http://x c", 2, "no words"},
		{"--nope", 2, "usher-otel --help"}, {"--help", 0, "EXIT STATUS"},
	} {
		var both strings.Builder
		if code := run(context.Background(), strings.Fields(c.line), func(k string) string { return env[k] }, &both, &both); code != c.code || !strings.Contains(both.String(), c.says) {
			t.Errorf("%q: %d %s", c.line, code, both.String())
		}
	}
}
