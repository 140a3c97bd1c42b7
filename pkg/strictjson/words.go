package strictjson

// word scans true, false and null, and names what people write instead. What
// is clearly one wrong word is noted and passed over.
func (s *scanner) word(what string) bool {
	at := s.pos
	for s.pos < len(s.src) && wordByte(s.src[s.pos]) {
		s.pos++
	}
	switch word := s.src[at:s.pos]; word {
	case "":
		return s.noValue(what)
	case "true", "false":
	case "null":
		s.null(at)
	case "NaN", "Infinity", "+Infinity", "+NaN":
		s.note(at, "syntax", "NaN and Infinity are not JSON numbers", numberHint)
	case "True", "False", "Null", "TRUE", "FALSE", "NULL":
		s.note(at, "syntax", "true, false and null are written in small letters", "")
	case "None", "nil", "undefined":
		s.note(at, "syntax", word+" is not a JSON value", "leave the key out")
	default:
		s.pos = at
		if c := word[0]; c == '+' || c == '.' {
			return s.fail(at, "a number must begin with a digit or a minus sign", quoteHint)
		}
		return s.fail(at, "a text must stand in double quotes", "")
	}
	return true
}

// null notes a null, which is never a value (SPEC F2), outside of keys that
// every file may carry.
func (s *scanner) null(at int) {
	if s.allowNull {
		return
	}
	for _, o := range s.open {
		if !o.list && Ignored(o.key) {
			return
		}
	}
	s.note(at, "null", "null is not a value", "give a value, or leave it out")
}

func (s *scanner) noValue(what string) bool {
	if c := s.src[s.pos]; c == ',' && what == "a value" {
		return s.fail(s.pos, "there is a comma too many here", "remove it")
	}
	return s.unexpected("expected " + what)
}

// trailing is something after the end of the document.
func (s *scanner) trailing() bool {
	if s.notUTF8() {
		return false
	}
	what, hint := "something stands after the end of the document", "one file holds one value"
	switch c := s.src[s.pos]; c {
	case '}', ']':
		what, hint = "there is a "+string(rune(c))+" too many here", "remove it, or open what it closes"
	case ',':
		hint = "remove the comma"
	case '/', '#':
		hint = "a comment begins with // or /*"
	}
	s.note(s.pos, "trailing", what, hint)
	return false
}
