package launch

import (
	"golang.org/x/net/bpf"
	"golang.org/x/sys/unix"

	"usher/pkg/sandbox"
)

// program builds a seccomp filter: for each rule a few instructions, read from
// the top. Rules only take away, so their order matters only where one answers
// with other words than the next.
type program struct{ code []bpf.Instruction }

// Where the kernel puts things in struct seccomp_data. Both processors have their
// low half first, and the kernel reads only that of an int.
const (
	offsetCall = 0
	offsetArch = 4
	offsetArgs = 16
)

// answers of a filter
const (
	answerAllow  = unix.SECCOMP_RET_ALLOW
	answerKill   = unix.SECCOMP_RET_KILL_PROCESS
	answerNotify = unix.SECCOMP_RET_USER_NOTIF
)

func refusal(errno unix.Errno) uint32 { return unix.SECCOMP_RET_ERRNO | uint32(errno) }

func (p *program) load(offset uint32) {
	p.code = append(p.code, bpf.LoadAbsolute{Off: offset, Size: 4})
}

// unless passes over the next skip instructions when the test holds not.
func (p *program) unless(test bpf.JumpTest, value uint32, skip int) {
	p.code = append(p.code, bpf.JumpIf{Cond: test, Val: value, SkipFalse: uint8(skip)})
}

func (p *program) give(answer uint32) { p.code = append(p.code, bpf.RetConstant{Val: answer}) }

// begin refuses what is written for another processor: its numbers mean other
// calls. Numbers of x32 are this processor's with a bit set, and unknown here.
func (p *program) begin() {
	p.load(offsetArch)
	p.code = append(p.code, bpf.JumpIf{Cond: bpf.JumpEqual, Val: nativeArch, SkipTrue: 1})
	p.give(answerKill)
	p.load(offsetCall)
	p.unless(bpf.JumpGreaterOrEqual, x32Bit, 1)
	p.give(refusal(unix.ENOSYS))
}

// call answers one system call, whatever its arguments.
func (p *program) call(number uintptr, answer uint32) {
	p.unless(bpf.JumpEqual, uint32(number), 1)
	p.give(answer)
}

// calls answers several alike.
func (p *program) calls(numbers []uintptr, answer uint32) {
	for _, n := range numbers {
		p.call(n, answer)
	}
}

// when answers one call whose arguments fulfil every condition. Afterwards the
// number of the call is where the next rule looks for it.
func (p *program) when(number uintptr, conditions []condition, answer uint32) {
	if len(conditions) == 0 {
		p.call(number, answer)
		return
	}
	length := 3*len(conditions) + 2 // to behind the answer and the number's reload
	p.unless(bpf.JumpEqual, uint32(number), length)
	left := length - 1
	for _, c := range conditions {
		p.load(offsetArgs + 8*uint32(c.arg))
		p.code = append(p.code, bpf.ALUOpConstant{Op: bpf.ALUOpAnd, Val: c.mask})
		left -= 3
		p.unless(bpf.JumpEqual, c.value, left)
	}
	p.give(answer)
	p.load(offsetCall)
}

// onlyIf answers a call with no unless the masked argument is one of these.
func (p *program) onlyIf(number uintptr, arg int, values []uint32, no uint32) {
	length := 1 + len(values) + 1 + 1
	p.unless(bpf.JumpEqual, uint32(number), length)
	p.load(offsetArgs + 8*uint32(arg))
	for i, v := range values {
		p.code = append(p.code, bpf.JumpIf{Cond: bpf.JumpEqual, Val: v, SkipTrue: uint8(len(values) - i)})
	}
	p.give(no)
	p.load(offsetCall)
}

// assemble is the whole filter of a plan.
func assemble(p sandbox.Plan) ([]bpf.RawInstruction, error) {
	var f program
	f.begin()
	f.calls(refusedCalls[:], refusal(unix.EPERM))
	f.calls(refusedHere[:], refusal(unix.EPERM))
	f.calls(unknownCalls[:], refusal(unix.ENOSYS))
	refuseByArguments(&f, p.Network)
	refuseSetID(&f)
	if p.Tier == sandbox.TierLandlock {
		refuseWithoutNamespaces(&f, p)
	}
	for _, w := range watches(p) {
		answer := uint32(answerNotify)
		if w.no != 0 {
			answer = refusal(w.no)
		}
		f.when(w.call, w.when, answer)
	}
	f.give(answerAllow)
	return bpf.Assemble(f.code)
}
