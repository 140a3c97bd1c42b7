package control

import "golang.org/x/sys/windows"

// refused is what the system says of a socket on which nobody listens.
const refused = windows.WSAECONNREFUSED
