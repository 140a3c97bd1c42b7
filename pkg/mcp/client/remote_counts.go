package client

func (r *remote) count(f func(*Counts)) {
	r.mu.Lock()
	defer r.mu.Unlock()
	f(&r.counts)
}

func (r *remote) counted() Counts {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.counts
}
