// Package journal keeps what failed and was only logged: hooks and servers whose
// failure changed nothing else, one JSON line each, in log.jsonl of the state
// folder (SPEC 20).
//
// It decides nothing and is read by nobody but a person: a journal that is
// missing, full or broken never changes a verdict. An entry holds no argument of a
// call, no environment and no word that a hook wrote: what failed, and how, in
// usher's own words. Every text is cleaned and cut before it is kept.
//
// cmd may import it. It imports fault, clean, safefile and strictjson.
package journal
