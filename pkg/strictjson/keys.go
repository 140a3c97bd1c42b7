package strictjson

// few is up to how many keys of an object are compared one by one.
const few = 16

// addKey makes key the one being read, and notes it if the object already has it
// (SPEC F2): two readers of one file may each take another of the two.
func (s *scanner) addKey(key string, at int) {
	o := &s.open[len(s.open)-1]
	o.key = "" // the entry of the note is the object, not the key
	if first := s.firstOf(o, key, at); first >= 0 && !s.overfull() {
		s.noteAt(note{at: at, ref: first, rule: "duplicate-key", message: "key " + short(key) + " stands twice in this object, first at ",
			hint: "remove one of the two"})
	}
	o.key = key
}

// firstOf is where the object has the key already, or -1 after recording it.
func (s *scanner) firstOf(o *step, key string, at int) int {
	if o.seen != nil {
		if first, ok := o.seen[key]; ok {
			return first
		}
		o.seen[key] = at
		return -1
	}
	own := s.keys[o.base:]
	for _, k := range own {
		if k.key == key {
			return k.at
		}
	}
	s.keys = append(s.keys, keyPlace{key, at})
	if len(own) == few {
		o.seen = make(map[string]int, 4*few)
		for _, k := range s.keys[o.base:] {
			o.seen[k.key] = k.at
		}
	}
	return -1
}
