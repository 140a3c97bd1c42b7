package gateway

import (
	"bytes"
	"encoding/json"
)

// fresh keeps a key of the object whose keys begin at base; false where it was there.
func (s *scanner) fresh(base int, key []byte, seen *map[string]bool) bool {
	own := s.keys[base:]
	s.keys = append(s.keys, key)
	if len(own) < manyKeys {
		for _, k := range own {
			if bytes.Equal(k, key) {
				return false
			}
		}
		return true
	}
	if *seen == nil {
		*seen = make(map[string]bool, 4*manyKeys)
		for _, k := range own {
			(*seen)[string(k)] = true
		}
	}
	if (*seen)[string(key)] {
		return false
	}
	(*seen)[string(key)] = true
	return true
}

// key passes a key and gives what it spells.
func (s *scanner) key() ([]byte, bool) {
	if s.next() != '"' {
		return nil, false
	}
	from := s.pos
	escaped, ok := s.text()
	if !ok || !escaped {
		return s.b[min(from+1, s.pos):max(s.pos-1, from+1)], ok
	}
	var spelled string
	err := json.Unmarshal(s.b[from:s.pos], &spelled) // sound, so nothing is mended
	return []byte(spelled), err == nil
}
