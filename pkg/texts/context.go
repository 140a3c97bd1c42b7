package texts

// Context is what an assistant is sent with a message: the instructions, in words
// that say what they are, and the catalogue of skills; "" for neither (SPEC X7).
func (s *Set) Context() string {
	return s.Catalogue()
}
