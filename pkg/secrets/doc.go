// Package secrets keeps values nobody prints (SPEC section 5): in the system's
// keychain, spoken to by the helper program usher-keychain with a deadline, or
// in a file only the person can read, where there is no keychain or no helper.
//
// Which of the two is recorded at the first write, with the names of all
// secrets; only Move changes it. So what is stored is known without asking a
// keychain, a name that is not recorded costs nothing, and a keychain that is
// locked, silent or gone is an error that says so: never "no such secret", and
// never a quiet move to the file. The names lie in the state folder; two state
// folders of one person share the keychain's items, not the names.
//
// A value is a redact.Value from the first moment; it goes to the helper through
// a pipe and is never in an argument, an environment, a log or an error. The
// package prompts for nothing, prints nothing, and reads no environment but the
// one it is given. What it cannot stop: a program that runs as the person can
// ask the keychain, and read the file, as usher does.
//
// cmd and mcp/client import it; it imports names, fault, strictjson, safefile,
// proc, redact and go-json-experiment/json (to write what reads back unchanged).
package secrets
