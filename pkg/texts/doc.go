// Package texts says which instructions, skills and prompts hold here and now: the
// machine's, the person's own, a trusted project's and what a person's assistants
// share, merged by name, with everything that was dropped, cut or shadowed named
// (SPEC L6, L7, X2 to X5, X7, X8).
//
// It stands apart from effective so that the gate, which no text can move, does
// not link what reads them (SPEC X1). A project's bytes come from the folder that
// trust read; the other layers' files are read here, once, by safefile. It runs
// and sends nothing, and what it gives is text: nothing in it is an approval.
package texts
