package client

// Why is why nothing more comes from the server, with its last words; it waits until
// that is told, a second at most. It is for after Done.
func (c *Conn) Why() *Failure {
	if c.far != nil {
		return c.words.fail(Closed, "was ended by usher")
	}
	return c.lost()
}
