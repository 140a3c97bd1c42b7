package gateway

import (
	"slices"
)

// put puts a frame there for who must not wait; soon has to follow. Where too much
// waits already it goes its own way.
func (l *lines) put(parts ...[]byte) {
	size := 1
	for _, p := range parts {
		size += len(p)
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	switch {
	case l.err != nil:
	case len(l.waiting) > maxWaiting:
		frame := slices.Concat(parts...)
		go func() { _ = l.write(frame) }() // who cannot be told is gone
	default:
		l.add(size, parts)
	}
}

// offer is put for what may be dropped: false where it was, because too much waits.
func (l *lines) offer(frame []byte) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.err != nil || len(l.waiting) > maxWaiting {
		return false
	}
	l.add(len(frame)+1, [][]byte{frame})
	return true
}

// soon writes what waits, without waiting: what does not fit now is written by a
// goroutine.
func (l *lines) soon() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.busy || l.err != nil || len(l.waiting) == 0 {
		return
	}
	l.busy = true
	for l.now != nil && len(l.waiting) > 0 {
		now := l.waiting
		l.waiting = nil
		l.mu.Unlock()
		n := l.now(now)
		l.mu.Lock()
		if n < len(now) {
			l.waiting = append(now[:copy(now, now[n:])], l.waiting...)
			break
		}
		if cap(now) <= keptBuffer {
			l.spare = now
		}
	}
	if l.busy = len(l.waiting) > 0; l.busy {
		go func() {
			l.mu.Lock()
			defer l.mu.Unlock()
			l.empty()
		}()
	}
}
