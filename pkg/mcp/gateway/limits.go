package gateway

import "time"

// What bounds an assistant (SPEC 18).
const (
	maxMessage = 16 << 20 // bytes of one message of its
	maxDepth   = 65       // levels of one: what it carries has 64, and one is the envelope's
	maxFlights = 1024     // requests of one session that are under way
	maxHeld    = 256 << 20
	maxID      = 256      // bytes of an id
	maxWaiting = 64 << 20 // bytes that wait to be read by it
	maxNotices = 256      // notifications that wait for one listener
	maxURIs    = 1000     // resources that one session hears of
	maxListens = 1024     // subscriptions/listen that are under way

	lateWait = 2 * time.Minute  // for one of them that was left out
	askWait  = 10 * time.Minute // for a person's answer
	endWait  = 5 * time.Second  // for what is under way when a session ends
)
