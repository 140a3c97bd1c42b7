package gateway

import (
	"context"

	"usher/pkg/names"
)

// complete is completion/complete: a server's words for an argument, under the grant of
// what they are for. usher's own templates have none.
func (r *request) complete(ctx context.Context) ([]byte, error) {
	ref := pick(r.paramsInside(), "ref")
	if ref == nil || r.b[ref.start] != '{' {
		return nil, badParams(`"ref" must be given, as an object`)
	}
	b := r.b[ref.start:ref.stop]
	members, _ := scan(b)
	if twin := twinOf(members, "type", "name", "uri"); twin != "" {
		return nil, invalid("ref holds a key that differs from " + twin + " only in case")
	}
	kind, _ := textOf(find(b, members, "type"))
	key, grant, split := "name", promptsGet, splitPrompt
	switch kind {
	case "ref/prompt":
	case "ref/resource":
		key, grant, split = "uri", resourcesRead, splitURI
	default:
		return nil, badParams("ref must be a prompt or a resource")
	}
	m := pick(members, key)
	if m == nil {
		return nil, badParams("ref has no " + key)
	}
	name, _ := textOf(b[m.start:m.stop])
	id, own, ok := split(name)
	if !ok {
		return r.result([]byte("completion"), []byte(`{"values":[]}`)), nil
	}
	if err := r.served(ctx, grant); err != nil {
		return nil, err
	}
	upstream := spliced(b, m.start, m.stop, quote(own))
	return r.call(names.NewTool(id, grant), r.b[r.params.start:r.params.stop], r.method, r.upstream("ref", upstream)).through(ctx)
}
