package gateway

import (
	"context"

	"usher/pkg/names"
	"usher/pkg/strictjson"
)

// complete is completion/complete: a server's words for an argument, under the grant of
// what they are for. usher's own templates have none.
func (r *request) complete(ctx context.Context) ([]byte, error) {
	ref := r.paramsInside().Pick("ref")
	if ref == nil || r.b[ref.Start] != '{' {
		return nil, badParams(`"ref" must be given, as an object`)
	}
	b := ref.Of(r.b)
	members, _ := strictjson.Skim(b, maxDepth)
	if twin := members.Folded("type", "name", "uri"); twin != "" {
		return nil, invalid("ref holds a key that differs from " + twin + " only in case")
	}
	kind, _ := textOf(members.Find(b, "type"))
	key, grant, split := "name", promptsGet, splitPrompt
	switch kind {
	case "ref/prompt":
	case "ref/resource":
		key, grant, split = "uri", resourcesRead, splitURI
	default:
		return nil, badParams("ref must be a prompt or a resource")
	}
	m := members.Pick(key)
	if m == nil {
		return nil, badParams("ref has no " + key)
	}
	name, _ := textOf(m.Of(b))
	id, own, ok := split(name)
	if !ok {
		return r.result([]byte("completion"), []byte(`{"values":[]}`)), nil
	}
	if err := r.served(ctx, grant); err != nil {
		return nil, err
	}
	upstream := spliced(b, m.Start, m.Stop, quote(own))
	return r.call(names.NewTool(id, grant), r.params.Of(r.b), r.method, r.upstream("ref", upstream)).through(ctx)
}
