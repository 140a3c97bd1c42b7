//go:build linux && !race

package cmd_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// judges are three hooks that each write the call's number into a record; the
// middle one refuses every third call and asks of every fifth, each in its own way
// in the two shapes.
const judges = `#!/bin/sh
read -r call
n=${call#*'"n":'}
n=${n%%[!0-9]*}
echo "$1 $n $USHER_SESSION_ID" >> record
[ "$1" = second ] || exit 0
if [ "$2" = json ]; then
	[ $((n % 3)) = 0 ] && echo '{"decision":"block","reason":"no to '$n'"}' && exit 0
	[ $((n % 5)) = 0 ] && echo '{"hookSpecificOutput":{"permissionDecision":"ask","permissionDecisionReason":"yes to '$n'?"}}'
	exit 0
fi
[ $((n % 3)) = 0 ] && echo "no to $n" >&2 && exit 2
[ $((n % 5)) = 0 ] && echo "yes to $n?" >&2 && exit 3
exit 0
`

// TestThousandCallsInParallel: in each shape, so many calls at the same time, each
// answered for itself; none wrong, none lost, no process left, and every hook that
// was to run ran once for its call.
func TestThousandCallsInParallel(t *testing.T) {
	const calls, width, mostMinutes = 1000, 16, 5
	for shape, text := range map[string]string{
		"list": hooksFile(t, hook{Name: "first", Command: "./judges.sh", Args: []string{"first"}}, hook{Name: "second", Command: "./judges.sh", Args: []string{"second"}},
			hook{Name: "third", Command: "./judges.sh", Args: []string{"third"}}),
		"object": objectFile(t, "PreToolUse", handler{Command: "./judges.sh first"}, handler{Command: "./judges.sh second json"}, handler{Command: "./judges.sh third"}),
	} {
		t.Run(shape, func(t *testing.T) {
			h := newHouse(t)
			h.ready(t, "lookup")
			h.put(t, "judges.sh", judges)
			h.put(t, "hooks.json", strings.ReplaceAll(text, `"type":"command"`, `"type":"command","timeout":120`))
			if shape == "list" {
				h.put(t, "hooks.json", strings.ReplaceAll(text, `"args"`, `"timeoutMs":60000,"args"`))
			}
			start := time.Now()
			var lock sync.Mutex
			answers := map[int]string{}
			numbers := make(chan int)
			var all sync.WaitGroup
			for range width {
				all.Go(func() {
					for n := range numbers {
						got := h.judged(t, n)
						lock.Lock()
						answers[n] = got
						lock.Unlock()
					}
				})
			}
			for n := range calls {
				numbers <- n
			}
			close(numbers)
			all.Wait()
			h.gone(t)
			if took := time.Since(start); took > mostMinutes*time.Minute {
				t.Errorf("took %v", took)
			}
			var record []string
			for n := range calls {
				session := fmt.Sprintf("%d c-%d", n, n)
				record = append(record, "first "+session, "second "+session)
				if answers[n] != "deny" {
					record = append(record, "third "+session)
				}
				if want := judgement(n); answers[n] != want {
					t.Errorf("call %d: %q, want %s", n, answers[n], want)
				}
			}
			wrote, err := os.ReadFile(filepath.Join(h.conf, "record"))
			must(t, err)
			got := strings.Split(strings.TrimSuffix(string(wrote), "\n"), "\n")
			slices.Sort(got)
			slices.Sort(record)
			if !slices.Equal(got, record) {
				t.Errorf("the hooks wrote %d lines, %d are due; the first that differ: %s", len(got), len(record), difference(got, record))
			}
		})
	}
}

// judgement is what the middle hook makes of a call.
func judgement(n int) string {
	switch {
	case n%3 == 0:
		return "deny"
	case n%5 == 0:
		return "ask"
	}
	return "allow"
}

// judged puts one numbered call to the small gate; its answer must be about it.
func (h *house) judged(t *testing.T, n int) string {
	v := h.asks(t, callOf("acme__lookup", canAsk, fmt.Sprintf(`"args":{"n":%d}`, n), fmt.Sprintf(`"conversationId":"c-%d"`, n)))
	says := map[string]string{"deny": fmt.Sprintf("“no to %d”", n), "ask": fmt.Sprintf("“yes to %d?”", n)}[v.word()]
	if !strings.Contains(v.says(), says) || v.Tool != "acme__lookup" {
		t.Errorf("call %d has another's answer: %v", n, v.ran)
	}
	return v.word()
}

func difference(a, b []string) string {
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			return fmt.Sprintf("%q and %q", a[i], b[i])
		}
	}
	return "none but the end"
}
