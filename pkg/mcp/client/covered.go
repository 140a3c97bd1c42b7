package client

import (
	"bytes"
	"encoding/json"

	"usher/pkg/strictjson"
)

// ownWords covers the Target's secrets in what a server says of its own failure: in a
// result whose tool failed, and in nothing else (SPEC E3, V3). Where none of them stands
// in it every byte stays.
func (w words) ownWords(result []byte) []byte {
	if len(w.secrets) == 0 || !bytes.Contains(result, []byte("isError")) && !bytes.Contains(result, []byte(`\u`)) {
		return result
	}
	root, _ := strictjson.Decode(result, strictjson.Options{MaxBytes: maxLine, MaxDepth: maxDepth, AllowNull: true})
	if failed, ok := root.Get("isError").Bool(); !ok || !failed {
		return result
	}
	return w.covered(result)
}

// covered covers them in every text of a sound JSON value, however the text is spelled.
func (w words) covered(raw []byte) []byte {
	if len(w.secrets) == 0 {
		return raw
	}
	var out []byte // nil while nothing is covered
	kept := 0
	for at := 0; at < len(raw); at++ {
		if raw[at] != '"' {
			continue
		}
		end := at + 1
		for end < len(raw) && raw[end] != '"' {
			if raw[end] == '\\' {
				end++
			}
			end++
		}
		if end >= len(raw) {
			break
		}
		text := ""
		if json.Unmarshal(raw[at:end+1], &text) == nil {
			if masked := w.cover.Mask(text); masked != text {
				if quoted, err := json.Marshal(masked); err == nil {
					out = append(append(out, raw[kept:at]...), quoted...)
					kept = end + 1
				}
			}
		}
		at = end
	}
	if out == nil {
		return raw
	}
	return append(out, raw[kept:]...)
}
