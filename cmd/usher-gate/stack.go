package main

// stackRoom makes the stack large enough at once: growing it to the same size in
// four steps, each a copy, is a twentieth of the whole run. The array is never
// there; it is the frame that counts. never is false.
//
//go:noinline
func stackRoom(never bool) {
	if never {
		var room [20 << 10]byte
		touch(&room)
	}
}

//go:noinline
func touch(room *[20 << 10]byte) { room[0]++ }
