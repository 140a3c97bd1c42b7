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

// noise keeps the first of what is no message.
func (r *remote) noise(data []byte, counted bool) {
	r.count(func(c *Counts) {
		if counted {
			c.Noise++
		}
		if c.First == "" {
			c.First = r.words.line(r.words.begin(data))
		}
	})
}

func (r *remote) first() string { return r.counted().First }

func (r *remote) drops() *Failure {
	return r.words.fail(SessionLost, "keeps dropping the session: a new one was begun, and it was lost at once")
}
