package trust

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"path/filepath"
	"strconv"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"usher/pkg/digest"
	"usher/pkg/names"
)

const allowancesName = "allowances.json"

// allowancesFile is the document: {"version":1,"allowances":[{conversation,
// tool, digest, time}]}, time in RFC 3339, UTC, whole seconds.
func allowancesFile() stateFile {
	return stateFile{
		what: "the file of conversation allowances", rules: "allowances", version: 1, max: 4 << 20,
		way: "to start with no allowances",
	}
}

// ReadAllowances reads the conversation allowances of a state folder. A missing
// folder or file is none; an unreadable, corrupt or newer one is an error, and
// then nothing is allowed by it (SPEC Q10).
func ReadAllowances(state string) (Allowances, error) {
	data, err := readState(state, allowancesName, allowancesFile().max)
	if errors.Is(err, fs.ErrNotExist) {
		return Allowances{}, nil
	}
	if err != nil {
		return Allowances{}, err
	}
	return parseAllowances(filepath.Join(state, allowancesName), data)
}

// ChangeAllowances locks, reads, changes and writes the allowances; those that
// have ended by now are forgotten for good (SPEC F5, M5). f's error leaves the
// file as it was.
func ChangeAllowances(ctx context.Context, state string, now time.Time, f func(*Allowances) error) error {
	return changeState(ctx, state, allowancesName, allowancesFile().max, func(old []byte, exists bool) ([]byte, error) {
		a := Allowances{}
		if exists {
			var err error
			if a, err = parseAllowances(filepath.Join(state, allowancesName), old); err != nil {
				return nil, err
			}
		}
		a.prune(now)
		if err := f(&a); err != nil {
			return nil, err
		}
		return a.encode(), nil
	})
}

func (a *Allowances) encode() []byte {
	var b bytes.Buffer
	b.WriteString(`{"version":` + strconv.Itoa(allowancesFile().version) + `,"allowances":[`)
	for i, o := range a.list {
		if i > 0 {
			b.WriteByte(',')
		}
		for j, part := range [...][2]string{
			{"conversation", o.Conversation}, {"tool", o.Tool.String()}, {"digest", string(o.Digest)},
			{"time", o.Time.UTC().Format(time.RFC3339)},
		} {
			b.WriteString([...]string{"\n{", ",", ",", ","}[j])
			quoted, _ := jsontext.AppendQuote(nil, part[1])
			b.WriteString(`"` + part[0] + `":` + string(quoted))
		}
		b.WriteByte('}')
	}
	b.WriteString("\n]}\n")
	return b.Bytes()
}

func parseAllowances(path string, data []byte) (Allowances, error) {
	s := allowancesFile()
	doc, err := s.open(path, data, "allowances")
	if err != nil {
		return Allowances{}, err
	}
	items, err := s.list(path, doc, "allowances", "conversation", "tool", "digest", "time")
	if err != nil {
		return Allowances{}, err
	}
	a := Allowances{list: make([]Allowance, 0, len(items))}
	for _, it := range items {
		name := textOf(it, "tool")
		tool, toolErr := names.ParseTool(name)
		given, timeErr := time.Parse(time.RFC3339, textOf(it, "time"))
		o := Allowance{Conversation: textOf(it, "conversation"), Tool: tool, Digest: digest.Digest(textOf(it, "digest")), Time: given}
		if toolErr != nil || timeErr != nil || tool.String() != name || o.fault() != "" {
			return Allowances{}, s.broken(path, it.Place(), "one of its allowances is not one usher writes")
		}
		a.list = append(a.list, o)
	}
	return a, nil
}
