//go:build linux

package main

import (
	"bytes"
	"fmt"
	"os/exec"
	"slices"
	"time"
)

const listTools = `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`

// firsts measures what passes from a start to the first list of tools, in turn.
func firsts(p plan, _ int) (map[string]figures, error) {
	all := map[string]figures{}
	for range p.rounds {
		took := map[string][]time.Duration{}
		for i := range p.calls {
			for j := range p.ways {
				w := p.ways[(i+j)%len(p.ways)]
				d, err := first(p, w)
				if err != nil {
					return nil, fmt.Errorf("%s: %w", w.name, err)
				}
				took[w.name] = append(took[w.name], d)
			}
		}
		for name, times := range took {
			slices.Sort(times)
			f := all[name]
			f.p50, f.p99 = append(f.p50, times[len(times)/2]), append(f.p99, times[len(times)*99/100])
			all[name] = f
		}
	}
	return all, nil
}

func first(p plan, w way) (time.Duration, error) {
	began := time.Now()
	if w.tool == alone {
		_, err := program(w.argv).call(0, nil)
		return time.Since(began), err
	}
	l, err := openPipes(w, p.told)
	if err != nil {
		return 0, err
	}
	defer l.close()
	got, err := l.call(1, []byte(listTools))
	took := time.Since(began)
	if err == nil && !bytes.Contains(got, []byte(`echo"`)) {
		err = fmt.Errorf("no tool is listed: %.300s", got)
	}
	return took, err
}

// alone is the tool of a way that is no server: the program is run to its end.
const alone = "-"

// program is run for each call.
type program []string

func (p program) call(int, []byte) ([]byte, error) {
	return nil, exec.Command(p[0], p[1:]...).Run()
}

func (program) pids() []int { return nil }

func (program) close() {}
