package sandbox

import (
	"encoding/binary"
	"io"
)

// MaxPlan is how long an encoded plan may be, its head not counted. A longer one
// is not read, so whoever encodes one looks at its length first.
const MaxPlan = 4 << 20

// planHead opens every encoded plan: the plan of another version is no plan.
const planHead = "usher/plan/1\n"

// ErrPlan is a plan that cannot be read: foreign bytes, a cut one, one of another
// version of usher, or one longer than MaxPlan.
const ErrPlan planError = "this is not the plan of a sandbox"

type planError string

func (e planError) Error() string { return string(e) }

// Encode is the plan as the bytes that a stage reads with ReadPlan: a fixed head,
// the length of the rest, and every field with its own length. Equal plans give
// equal bytes, and different plans different ones.
func (p Plan) Encode() []byte {
	c := codec{writing: true}
	c.plan(&p)
	out := binary.BigEndian.AppendUint32([]byte(planHead), uint32(min(len(c.rest), MaxPlan+1)))
	return append(out, c.rest...)
}

// Fits reports whether a stage would read the plan.
func (p Plan) Fits() bool { return len(p.Encode()) <= len(planHead)+4+MaxPlan }

// ReadPlan reads exactly one encoded plan from r and no byte beyond it: what
// follows in the same stream belongs to the server. Anything that Encode does not
// write is ErrPlan; a stream that breaks off is the reader's own error.
func ReadPlan(r io.Reader) (Plan, error) {
	head := make([]byte, len(planHead)+4)
	if _, err := io.ReadFull(r, head); err != nil {
		return Plan{}, err
	}
	size := binary.BigEndian.Uint32(head[len(planHead):])
	if string(head[:len(planHead)]) != planHead || size > MaxPlan {
		return Plan{}, ErrPlan
	}
	body := make([]byte, size)
	if _, err := io.ReadFull(r, body); err != nil {
		return Plan{}, err
	}
	var p Plan
	c := codec{rest: body}
	if c.plan(&p); c.broken || len(c.rest) > 0 {
		return Plan{}, ErrPlan
	}
	return p, nil
}

// codec goes over the fields of a plan, writing them or reading them: one list of
// fields for both, so that neither forgets one (TestEveryFieldTravels).
type codec struct {
	writing, broken bool
	rest            []byte // what was written, or what is still to be read
}

func (c *codec) plan(p *Plan) {
	text(c, &p.Tier)
	text(c, &p.Bubblewrap)
	c.list(&p.Options)
	text(c, &p.Program)
	text(c, &p.Argv0)
	c.list(&p.Args)
	c.list(&p.Env)
	text(c, &p.Dir)
	text(c, &p.Data)
	c.list(&p.Read)
	c.list(&p.Write)
	c.list(&p.Files)
	c.list(&p.Runtimes)
	links(c, &p.Links)
	c.list(&p.Protect)
	c.list(&p.Mask)
	text(c, &p.Network)
}

func text[T ~string](c *codec, s *T) {
	n := c.size(len(*s))
	switch {
	case c.writing:
		c.rest = append(c.rest, *s...)
	case n <= len(c.rest):
		*s, c.rest = T(c.rest[:n]), c.rest[n:]
	default:
		c.broken = true
	}
}

func (c *codec) list(l *[]string) { each(c, l, func(s *string) { text(c, s) }) }

func links(c *codec, l *[]Link) {
	each(c, l, func(k *Link) {
		text(c, &k.At)
		text(c, &k.To)
	})
}

// each goes over a list: as many items as it has, or as many as were written. An
// item takes 4 bytes at least, so a count beyond that is no list's.
func each[T any](c *codec, l *[]T, item func(*T)) {
	n := c.size(len(*l))
	if !c.writing {
		if n > len(c.rest)/4 {
			c.broken = true
			return
		}
		if n > 0 {
			*l = make([]T, n)
		}
	}
	for i := range *l {
		item(&(*l)[i])
	}
}

// size writes a length, or reads one; broken where none is left.
func (c *codec) size(n int) int {
	if c.writing {
		c.rest = binary.BigEndian.AppendUint32(c.rest, uint32(n))
		return n
	}
	if len(c.rest) < 4 {
		c.broken = true
		return 0
	}
	length := binary.BigEndian.Uint32(c.rest)
	if c.rest = c.rest[4:]; length > MaxPlan {
		c.broken = true
		return 0
	}
	return int(length)
}
