package cmd

import (
	"context"
	"fmt"
	"strings"

	"usher/pkg/clean"
	"usher/pkg/fault"
	"usher/pkg/hooks"
	"usher/pkg/mcp/client"
	"usher/pkg/output"
)

// putMessages prints what a server's prompt says: the texts of its messages in
// order, cleaned wherever they go, for they are the server's (SPEC F6). Where not
// all of them are the person's, each says whose it is.
func (o *promptExpandOptions) putMessages(ctx context.Context, p serverPrompt, res client.Result, c calling) error {
	v := serverPromptView{
		Expanded: true, Server: string(p.server), Prompt: p.name, Messages: []promptMessage{},
		Hooks: append([]hookOutput{}, c.outputs...), Problems: append([]fault.Problem{}, c.problems...),
	}
	for _, item := range res.Content {
		v.Messages = append(v.Messages, promptMessage{Role: item.Role, Type: item.Type, Text: item.Text, MIME: item.MIME, URI: item.URI})
	}
	v.Message = v.text()
	if o.format() != output.Text {
		return o.print(v)
	}
	for _, m := range v.Messages {
		if m.Text == "" && m.Type != "text" && !o.flags.quiet {
			fmt.Fprintf(o.Stderr, "usher: note: not shown: %s\n", clean.Line(strings.TrimSpace(m.Type+" "+m.MIME+" "+m.URI)))
		}
	}
	text := hooks.Unforged(clean.Text(v.Message))
	for _, h := range v.Hooks {
		text = strings.TrimRight(text, "\n") + "\n" + clean.Text(h.Text)
	}
	return o.put(ctx, asTyped(text))
}

type promptMessage struct {
	Role string `json:"role"`
	Type string `json:"type"`
	Text string `json:"text,omitempty"`
	MIME string `json:"mimeType,omitempty"`
	URI  string `json:"uri,omitempty"`
}

type serverPromptView struct {
	Message  string          `json:"text"`
	Expanded bool            `json:"expanded"`
	Server   string          `json:"server"`
	Prompt   string          `json:"prompt"`
	Messages []promptMessage `json:"messages"`
	Hooks    []hookOutput    `json:"modelOutput"`
	Problems []fault.Problem `json:"problems"`
}

func (v serverPromptView) JSON() any { return v }

func (v serverPromptView) Text(w *output.Printer) { w.Text(v.Message) }

// text is every text of the messages, with a blank line between them.
func (v serverPromptView) text() string {
	spoken := false
	for _, m := range v.Messages {
		spoken = spoken || m.Role != "user"
	}
	var parts []string
	for _, m := range v.Messages {
		switch {
		case m.Text == "":
		case spoken:
			parts = append(parts, "["+clean.Line(m.Role)+"]\n"+m.Text)
		default:
			parts = append(parts, m.Text)
		}
	}
	for i := range parts {
		if i < len(parts)-1 {
			parts[i] = strings.TrimRight(parts[i], "\n") + "\n"
		}
	}
	return strings.Join(parts, "\n")
}
