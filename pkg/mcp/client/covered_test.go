package client

import (
	"testing"

	"usher/pkg/redact"
)

// SPEC E3: what a server says of its own failure is passed on with the secrets covered,
// however it spells them; every other byte, and every result that is no failure, stays.
func TestForwardedFailuresCoverSecrets_E3(t *testing.T) {
	c := newCalls(newWords(spelled([]redact.Value{redact.New(`s3cr"et-value`)})))
	for sent, want := range map[string]string{
		`{"isError":true, "content":[{"type":"text","text":"no: s3cr\"et-value <"}],"n":9007199254740993}`: `{"isError":true, "content":[{"type":"text","text":"no: *** \u003c"}],"n":9007199254740993}`,
		`{"isError":true,"x":{"\u00733cr\u0022et-value":["\u0073\u0033cr\"et-value"]}}`:                    `{"isError":true,"x":{"***":["***"]}}`,
		`{"is\u0045rror":true,"t":"s3cr\"et-value"}`:                                                       `{"is\u0045rror":true,"t":"***"}`,
		`{"isError":true,"t":"s3cr \u0045"}`:                                                               `{"isError":true,"t":"s3cr \u0045"}`,
		`{"isError":false,"t":"s3cr\"et-value"}`:                                                           `{"isError":false,"t":"s3cr\"et-value"}`,
		`{"content":[{"isError":true}],"t":"s3cr\"et-value"}`:                                              `{"content":[{"isError":true}],"t":"s3cr\"et-value"}`,
	} {
		id := c.begin("tools/call", maxLine)
		c.open[id].forward = &forwarded{wake: make(chan struct{}, 1)}
		if !c.passOn(id, []byte(sent), func() bool { return false }) {
			t.Fatal("nobody waits")
		}
		if got := string(c.finish(id).forward.body); got != want {
			t.Errorf("%s\n is passed on as %s\n and not        %s", sent, got, want)
		}
	}
}

// The error object that is passed on is covered too.
func TestForwardedErrorCoversSecrets_E3(t *testing.T) {
	to := fast(t, "relay-error")
	to.Secrets = []redact.Value{redact.New("9007199254740993"), redact.New("no <")}
	_, err := mustDial(t, to).Forward(t.Context(), Forward{Method: "prompts/get"})
	failed(t, err, Answered, "answered prompts/get with error -32000: ***")
	if got := string(failure(t, err).Answer()); got != `{"code":-32000, "message":"***","data":{"n":9007199254740993}}` {
		t.Error(got)
	}
}
