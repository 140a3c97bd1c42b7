package config

import "strings"

// Known is the error for a key that is not one, of kind Usage with the nearest; nil
// for a key.
func Known(name string) error {
	if find(name) < 0 {
		return unknown(name)
	}
	return nil
}

// Words are what a key may be, where it is one of a few words.
func Words(name string) []string {
	i := find(name)
	if i < 0 {
		return nil
	}
	return strings.Fields(keys[i].words)
}
