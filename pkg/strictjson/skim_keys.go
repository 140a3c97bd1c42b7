package strictjson

import (
	"bytes"

	"github.com/go-json-experiment/json/jsontext"
)

// key passes a key and gives what it spells.
func (s *Skimmer) key() ([]byte, bool) {
	if s.next() != '"' {
		return nil, false
	}
	from := s.pos
	inner, escaped, ok := s.text()
	if !ok || !escaped {
		return inner, ok
	}
	spelled, err := jsontext.AppendUnquote(nil, s.b[from:s.pos]) // sound, so nothing is mended
	return spelled, err == nil
}

// fresh keeps a key of the object whose keys begin at base; false where it was there.
func (s *Skimmer) fresh(base int, key []byte, seen *map[string]bool) bool {
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
