package gateway

// frameKind is what a frame of ours is.
type frameKind uint8

const (
	isAnswer frameKind = iota // also what cannot be told: it ends a request
	isError
	isMethod // a notification or a question: more follows
)

// kind looks at the first keys of a frame, which is well-formed, until one tells; what
// comes before (jsonrpc, id) is short, and a large result is never walked through.
func kind(frame []byte) frameKind {
	i := space(frame, 0)
	if i >= len(frame) || frame[i] != '{' {
		return isAnswer
	}
	for i = space(frame, i+1); i < len(frame) && frame[i] == '"'; i = space(frame, i) {
		end := text(frame, i)
		switch string(frame[i:end]) {
		case `"method"`:
			return isMethod
		case `"error"`:
			return isError
		case `"result"`:
			return isAnswer
		}
		for i = space(frame, space(frame, end)+1); i < len(frame) && frame[i] != ','; i++ {
			switch frame[i] {
			case '"':
				i = text(frame, i) - 1
			case '{', '[', '}':
				return isAnswer
			}
		}
		i = space(frame, i+1)
	}
	return isAnswer
}

func space(b []byte, i int) int {
	for i < len(b) && (b[i] == ' ' || b[i] == '\t' || b[i] == '\r' || b[i] == '\n') {
		i++
	}
	return i
}

// text is the end of a text that begins at i.
func text(b []byte, i int) int {
	for i++; i < len(b); i++ {
		switch b[i] {
		case '\\':
			i++
		case '"':
			return i + 1
		}
	}
	return len(b)
}
