//go:build linux

package main

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// line is a way that is open: call makes one call and gives the whole answer.
type line interface {
	call(id int, body []byte) ([]byte, error)
	pids() []int
	close()
}

func measure(p plan, at int) (map[string]figures, error) {
	lines := map[string]line{}
	all := map[string]figures{}
	for _, w := range p.ways {
		l, err := open(p, w)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", w.name, err)
		}
		defer l.close()
		lines[w.name] = l
		if err := warm(p, w, l); err != nil {
			return nil, fmt.Errorf("%s: %w", w.name, err)
		}
	}
	remember(p, lines, all, func(f *figures, kib int64) { f.before = kib })
	for round := range p.rounds {
		for i := range p.ways {
			w := p.ways[(i+round)%len(p.ways)]
			took, times, err := calls(p, w, lines[w.name], at)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", w.name, err)
			}
			f := all[w.name]
			slices.Sort(times)
			f.p50, f.p99 = append(f.p50, times[len(times)/2]), append(f.p99, times[len(times)*99/100])
			f.rate = append(f.rate, float64(len(times))/took.Seconds())
			all[w.name] = f
		}
	}
	remember(p, lines, all, func(f *figures, kib int64) { f.rest = kib })
	return all, nil
}

// remember measures the memory of all, where that is wanted, after a rest.
func remember(p plan, lines map[string]line, all map[string]figures, note func(*figures, int64)) {
	if !p.memory {
		return
	}
	<-time.After(p.rest)
	for name, l := range lines {
		f := all[name]
		note(&f, memory(l.pids()))
		all[name] = f
	}
}

// warm makes the first calls, which start and load what is needed.
func warm(p plan, w way, l line) error {
	for i := range 20 {
		if err := one(p, w, l, -1-i); err != nil {
			return err
		}
	}
	return nil
}

func calls(p plan, w way, l line, at int) (time.Duration, []time.Duration, error) {
	times := make([]time.Duration, p.calls)
	var next atomic.Int64
	var group sync.WaitGroup
	var failed atomic.Value
	began := time.Now()
	for range at {
		group.Go(func() {
			for {
				i := int(next.Add(1)) - 1
				if i >= p.calls || failed.Load() != nil {
					return
				}
				start := time.Now()
				if err := one(p, w, l, i); err != nil {
					failed.Store(err)
					return
				}
				times[i] = time.Since(start)
			}
		})
	}
	group.Wait()
	if err, ok := failed.Load().(error); ok {
		return 0, nil, err
	}
	return time.Since(began), times, nil
}

// one makes a call whose text no other call has, and looks for it in the answer.
func one(p plan, w way, l line, i int) error {
	id := int(p.serial.Add(1))
	text := fmt.Sprintf("n%d.", i) + strconv.Itoa(id)
	text += strings.Repeat("x", max(0, p.size-len(text)))
	body := []byte(`{"jsonrpc":"2.0","id":` + strconv.Itoa(id) + `,"method":"tools/call","params":{"name":"` + w.tool + `","arguments":{"text":"` + text + `"}}}`)
	got, err := l.call(id, body)
	if err != nil {
		return err
	}
	if w.tool == alone {
		return nil
	}
	if !strings.Contains(string(got), `"text":"`+text+`"`) || !strings.Contains(string(got), `"id":`+strconv.Itoa(id)) {
		return fmt.Errorf("the answer is not the one to its call: %.300s", got)
	}
	return nil
}
