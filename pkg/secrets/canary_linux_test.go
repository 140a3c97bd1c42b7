package secrets

import (
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"

	"usher/pkg/redact"
	"usher/pkg/secrets/wire"
)

// spellings are the canary as it may be written somewhere.
func spellings(t *testing.T) []string {
	t.Helper()
	quoted, err := json.Marshal(canary)
	if err != nil {
		t.Fatal(err)
	}
	return []string{
		canary, strings.Trim(string(quoted), `"`), strings.ReplaceAll(canary, `"`, `\"`), strconv.QuoteToASCII(canary)[1:20],
		url.QueryEscape(canary), url.PathEscape(canary), base64.StdEncoding.EncodeToString([]byte(canary)), base64.RawURLEncoding.EncodeToString([]byte(canary)),
		hex.EncodeToString([]byte(canary)), strings.ToUpper(hex.EncodeToString([]byte(canary))),
	}
}

func leaks(t *testing.T, text string) bool {
	t.Helper()
	for _, s := range spellings(t) {
		if strings.Contains(text, s) {
			return true
		}
	}
	return false
}

// E3: while secrets are set, read, moved and removed, no process on the machine
// shows one in its arguments or environment, no error repeats one, and no file
// but the file of secrets has one.
func TestTheCanaryIsSeenNowhere(t *testing.T) {
	asEveryone(t, func(t *testing.T, bin string) {
		on := newSession(t, bin, plainBus)
		on.unlocked(wire.OK)
		var done atomic.Bool
		looks, found := 0, make(chan string, 1)
		go func() {
			defer close(found)
			for !done.Load() {
				looks++
				if at := onDisplay(t); at != "" {
					found <- at
					return
				}
			}
		}()
		state := t.TempDir()
		s := New(state, on.helper.Ask)
		var said []string
		for range 5 {
			mustSet(t, s, "LAB_TOKEN", canary)
			wantValue(t, s, "LAB_TOKEN", canary)
			said = append(said, file(t, s))
		}
		on.lock()
		_, err := s.Set(t.Context(), secret(t, "LAB_TOKEN"), redact.New(canary))
		said = append(said, err.Error())
		on.stop()
		_, err = s.Set(t.Context(), secret(t, "LAB_TOKEN"), redact.New(canary))
		said = append(said, err.Error())
		done.Store(true)
		if at := <-found; at != "" || looks == 0 {
			t.Errorf("on display in %s after %d looks", at, looks)
		}
		if leaks(t, strings.Join(said, "\n")) {
			t.Error("an error or the file of names holds the value")
		}
		for _, dir := range []string{state, on.home} {
			_ = filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
				if err == nil && d.Type().IsRegular() {
					if data, err := os.ReadFile(path); err == nil && leaks(t, string(data)) {
						t.Errorf("%s holds the value", path)
					}
				}
				return nil
			})
		}
	})
}

// onDisplay is where a process shows the canary, "" for none.
func onDisplay(t *testing.T) string {
	t.Helper()
	own := strconv.Itoa(os.Getpid())
	all, _ := os.ReadDir("/proc")
	for _, p := range all {
		if _, err := strconv.Atoi(p.Name()); err != nil || p.Name() == own {
			continue
		}
		for _, name := range []string{"cmdline", "environ"} {
			path := filepath.Join("/proc", p.Name(), name)
			if data, err := os.ReadFile(path); err == nil && leaks(t, string(data)) {
				return path
			}
		}
	}
	return ""
}
