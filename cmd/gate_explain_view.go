package cmd

import (
	"usher/pkg/fault"
	"usher/pkg/gate"
)

type explainView struct {
	Tool       string           `json:"tool"`
	Answer     string           `json:"answer"` // allow, ask, deny, or hooks
	Best       gateAnswer       `json:"best"`
	Worst      gateAnswer       `json:"worst"`
	Call       explainedCall    `json:"call"`
	Project    explainedProject `json:"project"`
	Server     *explainedServer `json:"server"` // null: no server of that name
	Grant      explainedGrant   `json:"grant"`
	Faults     []gate.Reason    `json:"faults"`
	PolicyDeny []gate.Reason    `json:"policyDeny"`
	PolicyAsk  []gate.Reason    `json:"policyAsk"`
	Folder     []gate.Reason    `json:"folder"`
	Hooks      explainedHooks   `json:"hooks"`
	Before     beforeHooks      `json:"before"`
	InTheWay   []obstacle       `json:"inTheWay"`
	Problems   []fault.Problem  `json:"problems"`

	unanswered bool
}

// gateAnswer is what run-gate says, and ends with.
type gateAnswer struct {
	Decision string `json:"decision"`
	Status   int    `json:"status"`
}

type explainedCall struct {
	Mode           string `json:"mode"`
	Source         string `json:"source"`
	ConversationID string `json:"conversationId"`
	CanAsk         bool   `json:"canAsk"` // somebody can be asked, all told
}

type explainedProject struct {
	Folder     string `json:"folder"`
	How        string `json:"how"` // named, found, none
	State      string `json:"state"`
	Pinned     string `json:"pinned,omitempty"` // the place in the machine's policy that trusts it
	Off        string `json:"off,omitempty"`    // why no project folder counts
	Overlooked string `json:"overlooked"`       // a folder with definitions that nobody decided about
}

type explainedServer struct {
	ID       string   `json:"id"`
	Layer    string   `json:"layer"`
	File     string   `json:"file"` // with line and column
	State    string   `json:"state"`
	Approved bool     `json:"approved"`
	Pinned   string   `json:"pinned,omitempty"` // the place in the machine's policy that approves it with its folder
	Digest   string   `json:"digest"`           // of the launch; "" where nothing could be started
	Why      string   `json:"why"`              // why there is no digest
	Shadows  []string `json:"shadows"`
}

type explainedGrant struct {
	Decision  string `json:"decision"` // allow, ask, deny, unset
	ByStar    bool   `json:"byStar"`
	ReadOnly  bool   `json:"readOnly"`
	Asleep    bool   `json:"asleep"`
	Allowance bool   `json:"allowance"` // always in this conversation
}

type explainedHook struct {
	Hook  string `json:"hook"` // layer:file:name
	Name  string `json:"name"`
	Layer string `json:"layer"`
	Event string `json:"event"`
	Match string `json:"match"`
	File  string `json:"file"`
}

type explainedHooks struct {
	Shown     bool            `json:"shown"` // false: the call is refused before
	Run       []explainedHook `json:"run"`
	Parked    int             `json:"parked"`
	Off       int             `json:"off"`
	Waiting   int             `json:"waiting"`
	Unmatched int             `json:"unmatched"`
	Elsewhere int             `json:"elsewhere"`
}

type beforeHooks struct {
	Decision string        `json:"decision"`
	Reasons  []gate.Reason `json:"reasons"`
}

type obstacle struct {
	Fact string `json:"fact"`
	gate.Reason
}

func (v explainView) JSON() any { return v }
