// Package config holds preferences: how usher looks, never what may happen
// (SPEC C1). They come from settings.json, from USHER_… variables named one by
// one, and from flags, each stronger than the one before.
//
// It is the only room of viper, reads one file and writes none. Imported by cmd;
// never by the gate's small program. It imports fault, strictjson and safefile.
package config
