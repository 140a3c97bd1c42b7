//go:build linux && !usher_direct

package proc

import "errors"

// The control socket carries frames: a kind, a length and a body. Both ends are
// the same build, so there is no version; a frame that does not parse ends the
// reaper, and the child with it.
const (
	frameRun     = 'R' // to the reaper: run id and Spec
	frameKill    = 'K' // to the reaper: run id; its tree dies at once
	frameKeep    = 'C' // to the reaper: Spec of a child that lives until Stop
	frameStop    = 'T' // to the reaper: grace in milliseconds; then its tree dies
	frameGoodbye = 'B' // to the reaper: end, and leave alone what is below you
	frameStarted = 'S' // from the reaper: run id and process id
	frameKilling = 'D' // from the reaper: run id; its tree is being killed
	frameEnded   = 'E' // from the reaper: run id and report
	frameGone    = 'G' // from the reaper: 0, nothing of the tree is left; 1, it could not be ended

	headLen  = 5
	maxFrame = 1 << 30
)

var errFrame = errors.New("control frame does not parse")

// packer builds a frame.
type packer struct{ b []byte }

func newFrame(kind byte, size int) *packer {
	p := &packer{b: make([]byte, headLen, headLen+size)}
	p.b[0] = kind
	return p
}

func (p *packer) u32(v uint32)    { p.b = append(p.b, byte(v), byte(v>>8), byte(v>>16), byte(v>>24)) }
func (p *packer) i64(v int64)     { p.u32(uint32(v)); p.u32(uint32(v >> 32)) }
func (p *packer) bytes(v []byte)  { p.u32(uint32(len(v))); p.b = append(p.b, v...) }
func (p *packer) string(v string) { p.u32(uint32(len(v))); p.b = append(p.b, v...) }

func (p *packer) strings(vs []string) {
	p.u32(uint32(len(vs)))
	for _, v := range vs {
		p.string(v)
	}
}

// frame is the finished frame, ready for send.
func (p *packer) frame() []byte {
	n := len(p.b) - headLen
	p.b[1], p.b[2], p.b[3], p.b[4] = byte(n), byte(n>>8), byte(n>>16), byte(n>>24)
	return p.b
}

// number32 is the number in the first four bytes, the lowest first. (Package
// encoding/binary would bring reflect into usher-run.)
func number32(b []byte) uint32 {
	return uint32(b[0]) | uint32(b[1])<<8 | uint32(b[2])<<16 | uint32(b[3])<<24
}

// unpacker takes a body apart; bad says that it was not what was expected.
type unpacker struct {
	b   []byte
	bad bool
}

func (u *unpacker) take(n int) []byte {
	if n < 0 || n > len(u.b) {
		u.bad, u.b = true, nil
		return nil
	}
	v := u.b[:n:n]
	u.b = u.b[n:]
	return v
}

func (u *unpacker) u32() uint32 {
	if v := u.take(4); v != nil {
		return number32(v)
	}
	return 0
}

func (u *unpacker) i64() int64 {
	low := u.u32()
	return int64(uint64(u.u32())<<32 | uint64(low))
}

func (u *unpacker) bytes() []byte { return u.take(int(u.u32())) }

func (u *unpacker) strings() []string {
	n := int(u.u32())
	if n > len(u.b)/4 {
		u.bad = true
		return nil
	}
	vs := make([]string, n)
	for i := range vs {
		vs[i] = string(u.bytes())
	}
	return vs
}

// done reports whether the whole body was understood.
func (u *unpacker) done() bool { return !u.bad && len(u.b) == 0 }
