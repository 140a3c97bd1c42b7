package control

import (
	"time"

	"usher/pkg/fault"
)

// What can be asked.
const (
	doStatus  = "status"
	doReload  = "reload"
	doRestart = "restart"
)

// request is the line that is sent.
type request struct {
	Do     string `json:"do"`
	Server string `json:"server,omitempty"` // of a restart
}

// answer is the line that comes back: what was asked for, or why not.
type answer struct {
	Failed    *failed    `json:"failed,omitempty"`
	Status    *Status    `json:"status,omitempty"`
	Reloaded  *Reloaded  `json:"reloaded,omitempty"`
	Restarted *Restarted `json:"restarted,omitempty"`
}

// failed is a fault.Error on its way.
type failed struct {
	Kind    fault.Kind `json:"kind"`
	Message string     `json:"message"`
	Hints   []string   `json:"hints,omitempty"`
}

// Status is what a gateway tells of itself.
type Status struct {
	PID         int             `json:"pid"`
	Version     string          `json:"version"`
	Since       time.Time       `json:"since"`
	Home        string          `json:"home"`
	Project     string          `json:"project"` // "" for none
	Front       string          `json:"front"`   // stdio, or http and the address
	Interactive bool            `json:"interactive"`
	Clients     []string        `json:"clients"` // what the assistants call themselves
	Calls       int             `json:"calls"`   // how often a server was asked for
	Tools       int             `json:"tools"`   // offered, as far as lists are known
	LeftOut     []fault.Problem `json:"leftOut"` // what is not offered, and why
	Servers     []Server        `json:"servers"` // that were asked for
}

// Server is one server of a gateway.
type Server struct {
	ID     string    `json:"id"`
	Digest string    `json:"digest"`
	State  string    `json:"state"` // ready, starting, waiting, failed or ended
	Since  time.Time `json:"since,omitzero"`
	Tools  int       `json:"tools"`
	Calls  int       `json:"calls"`
	Fails  int       `json:"failures"` // in a row
	Next   time.Time `json:"nextStart,omitzero"`
	Last   string    `json:"lastError"`
}

// Reloaded is what came of reading everything again.
type Reloaded struct {
	Ended    []string        `json:"ended"` // servers that may not run any more, or are defined otherwise
	Problems []fault.Problem `json:"problems"`
}

// Restarted is a server that was started anew.
type Restarted struct {
	Tools int `json:"tools"`
}
