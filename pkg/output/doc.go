// Package output prints the answer of a command: as text for a person or as
// JSON for a program, both from one View (SPEC Z1, Z2, F6).
//
// Every string of a view is foreign to it: in text it passes clean, in JSON it
// keeps its value and is escaped. It decides nothing, reads nothing and never
// ends the program. Imported by cmd only; it imports fault and clean and is the
// only room of tablewriter.
package output
