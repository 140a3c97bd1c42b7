// Package term is usher's side of the terminal: which streams are one and how
// wide it is (Open), whether the answer given there would be a person's
// (Assistant, LookAtPerson; SPEC A5), the approval card (Card; SPEC A3, Q8), and
// questions put at the controlling terminal itself (OpenTTY; SPEC A4, Q8).
//
// It decides nothing: it says what was seen and what was answered, and callers
// refuse. It never reads an answer from standard input, never shows a secret,
// never cuts what a person approves, and writes only to the terminal or to the
// writer it is given. Only output and cmd import it; it imports clean, fault,
// golang.org/x/term and golang.org/x/sys.
package term
