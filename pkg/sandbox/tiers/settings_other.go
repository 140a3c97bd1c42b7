//go:build !linux

package tiers

// settings says nothing: no other system's kernel is asked.
func settings() Settings { return Settings{} }
