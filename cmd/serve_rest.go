package cmd

import (
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"sync/atomic"
	"time"
)

const (
	// restAfter is how long nothing may have been called before memory is given back.
	restAfter = 3 * time.Second

	// spareHeap is what is made before the first collection of what is not used any more,
	// where the runtime's own is 4 MiB: small calls alone fill that a dozen times a second.
	spareHeap = 12 << 20

	// restGarbage is how much of what is not used any more is left alone at rest.
	restGarbage = 2 << 20
)

// resting gives back, whenever nothing has been called for a while, what the start or the
// calls before took: an endpoint does nothing most of its time. Where what holds is read
// again and again meanwhile, because something above it changes, what that leaves is given
// back too.
type resting struct {
	calls int
	since time.Time
	given bool
}

// look is told how often servers were called so far.
func (r *resting) look(calls int, now time.Time) {
	switch {
	case calls != r.calls || r.since.IsZero():
		r.calls, r.since, r.given = calls, now, false
	case !r.given && now.Sub(r.since) >= restAfter:
		r.given = true
		debug.FreeOSMemory()
		leaveProgram()
	case r.given && heap("/memory/classes/heap/objects:bytes") > liveHeap()+restGarbage:
		debug.FreeOSMemory()
	}
}

// roomy lets the heap grow by spareHeap between two collections, and where more than that
// is in use by as much again, as the runtime does by itself. After each collection it looks
// again, until the returned function is called.
func roomy() (end func()) {
	var over atomic.Bool
	percent := 100
	var again func(*[16]byte)
	again = func(*[16]byte) {
		if over.Load() {
			return
		}
		if p := percentFor(liveHeap()); p != percent {
			percent = p
			debug.SetGCPercent(p)
		}
		runtime.SetFinalizer(new([16]byte), again) // so with the next collection
	}
	again(nil)
	return func() { over.Store(true) }
}

// oneMore lets one more goroutine run at a time than there are processors. Who waits for an
// assistant or a server in the system holds a place meanwhile; where none is left, the
// runtime takes these back and gives them out again with each call.
func oneMore() { runtime.GOMAXPROCS(runtime.GOMAXPROCS(0) + 1) }

func liveHeap() uint64 { return heap("/gc/heap/live:bytes") }

// heap is one of the runtime's measures, 0 where it has none of that name.
func heap(name string) uint64 {
	one := []metrics.Sample{{Name: name}}
	if metrics.Read(one); one[0].Value.Kind() != metrics.KindUint64 {
		return 0
	}
	return one[0].Value.Uint64()
}

// percentFor is GOGC for a heap of which so much is in use, in steps.
func percentFor(live uint64) int {
	return int(min(400, max(100, spareHeap/max(live, 1)*100)))
}
