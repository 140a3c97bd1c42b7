package gateway

import (
	"context"
	"fmt"
	"strings"

	"usher/pkg/fault"
	"usher/pkg/mcp"
	"usher/pkg/names"
	"usher/pkg/strictjson"
)

// argsKey is the one argument of a template of usher's: what follows its name.
const argsKey = "arguments"

// listPrompts is prompts/list: usher's own templates, and the servers' where the
// policy says so (SPEC V1).
func (r *request) listPrompts(ctx context.Context) ([]byte, error) {
	if err := r.onePage(); err != nil {
		return nil, err
	}
	gr, err := r.g.now(ctx)
	if err != nil {
		return nil, err
	}
	var items [][]byte
	for _, p := range gr.Prompts() {
		var args []byte
		if p.Hint != "" {
			arg := object([]byte("name"), quote(argsKey), []byte("description"), quote(p.Hint))
			args = list([][]byte{arg})
		}
		items = append(items, object([]byte("name"), quote(p.Name), []byte("description"), described(p.Description), []byte("arguments"), args))
	}
	if gr.Standing().Policy.ServePrompts {
		more := r.g.gather(ctx, gr, r, gathering{method: "prompts/list", key: "prompts", offers: "prompts", grant: promptsGet, named: "name", prefix: prefixed, unfit: mcp.UnfitPrompts})
		items = append(items, more...)
	}
	return r.cached([]byte("prompts"), list(items)), nil
}

func described(s string) []byte {
	if s == "" {
		return nil
	}
	return quote(s)
}

// prefixed is a server's name of a prompt as it is offered.
func prefixed(id names.ServerID, name string) string { return string(id) + "__" + name }

// splitPrompt is a prompt's name taken apart; false for one of usher's own, which has
// no two underscores.
func splitPrompt(name string) (id names.ServerID, own string, ok bool) {
	server, own, ok := strings.Cut(name, "__")
	id, err := names.ParseServerID(server)
	return id, own, ok && err == nil && own != ""
}

// getPrompt is prompts/get: one of usher's own templates expanded, or a server's under
// the grant prompts/get (SPEC X7, M2).
func (r *request) getPrompt(ctx context.Context) ([]byte, error) {
	name, bad := r.word("name")
	if bad != nil {
		return nil, bad
	}
	args := r.paramsInside().Pick("arguments")
	if args != nil && r.b[args.Start] != '{' {
		return nil, badParams("arguments must be an object")
	}
	id, own, ok := splitPrompt(name)
	if !ok {
		return r.ownPrompt(ctx, name, args)
	}
	if err := r.served(ctx, promptsGet); err != nil {
		return nil, err
	}
	shown := [][]byte{[]byte("name"), quote(own), []byte("arguments"), []byte("{}")}
	if args != nil {
		shown[3] = args.Of(r.b)
	}
	return r.call(names.NewTool(id, promptsGet), object(shown...), promptsGet, r.upstream("name", quote(own))).through(ctx)
}

// served refuses what the policy does not offer.
func (r *request) served(ctx context.Context, grant string) error {
	gr, err := r.g.now(ctx)
	if err != nil {
		return err
	}
	p, key := gr.Standing().Policy, "serve.prompts"
	on := p.ServePrompts
	if grant == resourcesRead {
		key, on = "serve.resources", p.ServeResources
	}
	if on {
		return nil
	}
	return fault.New(fault.Refused, "the policy does not offer this: "+key+" is false", "a person can turn it on: usher policy set "+key+" true")
}

// ownPrompt expands a template. Its one argument is the rest of the line.
func (r *request) ownPrompt(ctx context.Context, name string, args *strictjson.Part) ([]byte, error) {
	gr, err := r.g.now(ctx)
	if err != nil {
		return nil, err
	}
	var found *Prompt
	for _, p := range gr.Prompts() {
		if p.Name == name {
			found = &p
			break
		}
	}
	if found == nil {
		return nil, badParams("no such prompt: ask for prompts/list")
	}
	rest := ""
	if args != nil {
		given := args.Of(r.b)
		members, _ := strictjson.Skim(given, maxDepth)
		for i := range members {
			value, isText := textOf(members[i].Of(given))
			if string(members[i].Key) != argsKey || !isText {
				return nil, badParams(fmt.Sprintf("a prompt of usher's takes one argument, %q, a text", argsKey))
			}
			rest = value
		}
	}
	words, err := gr.Expand(name, rest)
	if err != nil {
		return nil, err
	}
	content := object([]byte("type"), []byte(`"text"`), []byte("text"), quote(words))
	message := object([]byte("role"), []byte(`"user"`), []byte("content"), content)
	return r.result([]byte("description"), described(found.Description), []byte("messages"), list([][]byte{message})), nil
}
