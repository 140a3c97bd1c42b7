// Package effective works out what holds here and now: the machine's and the
// person's own servers and hooks, merged, with everything that was dropped,
// shadowed or cannot be read named.
//
// It opens no file: it parses the bytes that trust.ReadLayer read, and looks
// programs up only through the Resolve it is handed. It decides nothing; engine
// turns what it says into facts for the gate.
package effective
