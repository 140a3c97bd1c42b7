// Package ring is what usher-keychain does with a keychain, apart from the
// library that opens one: it answers one request, gives away nothing that is not
// usher's, checks what a keychain says it has done, and words every failure as
// one of a few codes. It is a package of its own because whatever links that
// library, a test too, dials the session bus before main, and where there is
// none starts one that nobody ends.
//
// It opens nothing, starts nothing, and no text of an error passes through it.
// Only usher-keychain imports it; it imports redact and secrets/wire.
package ring
