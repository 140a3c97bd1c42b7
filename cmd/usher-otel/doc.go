// Command usher-otel sends the audit file of usher to a collector of OpenTelemetry. It
// is a program of its own because the library it links takes longer to start than a
// decision may: nothing that decides waits for it, or for a network.
//
// It follows the file as tail -F does, over rotations too, keeps its place in a file of
// its own, and sends each decision as a log record at least once, with its sequence
// number. It writes nothing but its place, and sends nothing that the audit file does
// not hold.
package main
