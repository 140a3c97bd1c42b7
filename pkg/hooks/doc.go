// Package hooks reads a person's lifecycle hooks and runs them: hooks.json in,
// reports and opinions out (SPEC 7).
//
// A hook can take a call away or put a question before it; it can never approve
// (SPEC H7). What a hook prints on its standard output is never read as a
// decision, but that in the object shape a refusal or a question there counts. A
// file, an entry or a run that is not understood counts against the call, never
// for it. The package opens no file: it is handed a file's bytes, looks at no more
// than whether the folder a hook runs in is there, and starts programs only
// through the Run it is given.
//
// effective, engine, check, cmd and cmd/rungate may import it. It imports names,
// fault, clean, strictjson, gate and proc.
package hooks
