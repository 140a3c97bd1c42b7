package cmd

import (
	"context"
	"fmt"

	"usher/pkg/effective"
	"usher/pkg/fault"
	"usher/pkg/mcp"
	"usher/pkg/mcp/client"
	"usher/pkg/strictjson"
	"usher/pkg/trust"
)

// in finds the prompt among those that the server has.
func (p serverPrompt) in(list mcp.PromptList) (mcp.Prompt, error) {
	if prompt, ok := list.Prompt(p.name); ok {
		return prompt, nil
	}
	var offered []string
	for _, one := range list.Prompts {
		offered = append(offered, one.Name)
	}
	for _, n := range list.NotOffered {
		if n.Name == p.name {
			return mcp.Prompt{}, fault.New(fault.Refused, fmt.Sprintf("the prompt %q is listed but not offered: %s", n.Name, n.Why), "usher prompt list")
		}
	}
	message := fmt.Sprintf("server %q has no prompt %q", p.server, p.name)
	if near := strictjson.Nearest(p.name, offered); near != "" {
		message += fmt.Sprintf("; the nearest is %q", near)
	}
	return mcp.Prompt{}, fault.New(fault.Usage, message, "usher prompt list")
}

// askPrompts starts or reaches a server for the list of its prompts.
func (a *app) askPrompts(ctx context.Context, g ground, sv effective.Server, l effective.Launch) (mcp.PromptList, error) {
	t, err := a.target(ctx, g, sv, l)
	if err != nil {
		return mcp.PromptList{}, err
	}
	conn, err := client.Dial(ctx, t)
	if err != nil {
		return mcp.PromptList{}, a.serverFailed(ctx, g, sv, err, asking{what: "prompt"})
	}
	defer conn.Close()
	list, err := conn.Prompts(ctx)
	if err != nil {
		return list, a.serverFailed(ctx, g, sv, err, asking{what: "prompt"})
	}
	return list, a.keepPrompts(ctx, g, l, list)
}

func (a *app) keepPrompts(ctx context.Context, g ground, l effective.Launch, list mcp.PromptList) error {
	return trust.SavePrompts(ctx, g.at.State, l.Key.Digest, list.Encode())
}

// knownPrompts is a server's list of prompts as last seen; false where it was
// never asked for.
func (g ground) knownPrompts(l effective.Launch) (mcp.PromptList, bool) {
	data, err := trust.ReadPrompts(g.at.State, l.Key.Digest)
	if err != nil {
		return mcp.PromptList{}, false
	}
	list, err := mcp.ParsePrompts(data)
	return list, err == nil
}
