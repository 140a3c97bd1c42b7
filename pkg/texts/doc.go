// Package texts says which prompts hold here and now: the machine's, the
// person's own and a trusted project's, merged by name, with everything that was
// dropped or shadowed named (SPEC L7, X4).
//
// It stands apart from effective so that the gate, which no text can move, does
// not link what reads them (SPEC X1). A project's bytes come from the folder that
// trust read; the other layers' files are read here, once. It runs and sends
// nothing.
package texts
