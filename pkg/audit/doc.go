// Package audit keeps one line of JSON for every decision, each chained to the one
// before it by a hash, so that a line that was changed, taken out or put in between is
// found (SPEC Z4). A line holds who asked for what, what was decided and who said so;
// never an argument, a result, a value of the environment or a word of a hook.
//
// It decides nothing: what a failed write means is its caller's affair. engine, cmd,
// cmd/rungate and cmd/usher-otel may import it.
package audit
