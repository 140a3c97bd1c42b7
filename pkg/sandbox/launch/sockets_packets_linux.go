package launch

import "golang.org/x/sys/unix"

// network is where a packet's network header begins, to a socket's filter.
const network = ^uint32(0x100000) + 1 // SKF_NET_OFF, -0x100000

// Where the addresses are in a header of version 4 and of version 6.
const (
	from4, to4 = 12, 16
	from6, to6 = 8, 24
)

// loopbackPackets keeps a packet from 127/8 to 127/8 and from ::1 to ::1, and
// drops every other.
func loopbackPackets() []unix.SockFilter {
	var p packetFilter
	p.load(unix.BPF_B, 0)
	p.add(unix.BPF_ALU|unix.BPF_RSH|unix.BPF_K, 4)
	p.add(unix.BPF_JMP|unix.BPF_JEQ|unix.BPF_K, 4)
	version := len(p.code) - 1
	for _, word := range [...]uint32{from6, from6 + 4, from6 + 8, to6, to6 + 4, to6 + 8} {
		p.mustBe(unix.BPF_W, word, 0)
	}
	p.mustBe(unix.BPF_W, from6+12, 1)
	p.mustBe(unix.BPF_W, to6+12, 1)
	p.add(unix.BPF_RET|unix.BPF_K, keep)
	p.code[version].Jf, p.code[version].Jt = 0, uint8(len(p.code)-version-1)
	p.mustBe(unix.BPF_B, from4, 127)
	p.mustBe(unix.BPF_B, to4, 127)
	p.add(unix.BPF_RET|unix.BPF_K, keep)
	p.add(unix.BPF_RET|unix.BPF_K, drop)
	return p.finish()
}

const (
	keep = ^uint32(0)
	drop = 0
)

// packetFilter is a filter in the making. Its last instruction drops.
type packetFilter struct {
	code   []unix.SockFilter
	checks []int // jumps that lead to the last instruction when they fail
}

func (p *packetFilter) add(code uint16, k uint32) {
	p.code = append(p.code, unix.SockFilter{Code: code, K: k})
}

func (p *packetFilter) load(size uint16, offset uint32) {
	p.add(unix.BPF_LD|unix.BPF_ABS|size, network+offset)
}

// mustBe drops a packet that has another value there.
func (p *packetFilter) mustBe(size uint16, offset, value uint32) {
	p.load(size, offset)
	p.checks = append(p.checks, len(p.code))
	p.add(unix.BPF_JMP|unix.BPF_JEQ|unix.BPF_K, value)
}

func (p *packetFilter) finish() []unix.SockFilter {
	for _, at := range p.checks {
		p.code[at].Jf = uint8(len(p.code) - at - 2)
	}
	return p.code
}
