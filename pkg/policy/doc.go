// Package policy says what may happen on this computer: the keys of policy.json
// in the machine's and the person's own layer (SPEC 15, C1 to C4).
//
// It is handed bytes that somebody else read, so it opens no file, and it has no
// way to see an environment variable, a flag or a project: nothing that an
// assistant can put into an environment loosens anything
// (TestNoEnvironmentVariableHasASay). A file it does not understand in every
// part is no policy at all.
//
// Imported by everything that decides and by the policy commands. It imports
// names, digest, fault and strictjson, and stays cheap: the gate parses it on every call.
package policy
