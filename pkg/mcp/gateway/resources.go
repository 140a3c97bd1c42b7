package gateway

import (
	"context"
	"strings"

	"usher/pkg/mcp"
	"usher/pkg/names"
	"usher/pkg/strictjson"
)

// addressed is a server's URI as it is offered: two servers may have the same, so the
// server's id stands before the scheme, acme+file:///notes, which is a URI still.
func addressed(id names.ServerID, uri string) string { return string(id) + "+" + uri }

// splitURI takes such a URI apart.
func splitURI(uri string) (id names.ServerID, own string, ok bool) {
	server, own, ok := strings.Cut(uri, "+")
	id, err := names.ParseServerID(server)
	return id, own, ok && err == nil && own != ""
}

func (r *request) listResources(ctx context.Context) ([]byte, error) {
	return r.resourceList(ctx, gathering{method: "resources/list", key: "resources", named: "uri"})
}

func (r *request) listTemplates(ctx context.Context) ([]byte, error) {
	return r.resourceList(ctx, gathering{method: "resources/templates/list", key: "resourceTemplates", named: "uriTemplate"})
}

// resourceList is what servers offer to read, where the policy says so (SPEC V1).
func (r *request) resourceList(ctx context.Context, what gathering) ([]byte, error) {
	if err := r.onePage(); err != nil {
		return nil, err
	}
	gr, err := r.g.now(ctx)
	if err != nil {
		return nil, err
	}
	var items [][]byte
	if gr.Standing().Policy.ServeResources {
		what.offers, what.grant, what.prefix = "resources", resourcesRead, addressed
		what.unfit = func(items []*strictjson.Value) []mcp.Listed { return mcp.UnfitResources(items, what.named) }
		items = r.g.gather(ctx, gr, r, what)
	}
	return r.cached([]byte(what.key), list(items)), nil
}

// resource is the call of a method about one resource, under the grant resources/read.
func (r *request) resource(ctx context.Context) (*call, error) {
	uri, bad := r.word("uri")
	if bad != nil {
		return nil, bad
	}
	if err := r.served(ctx, resourcesRead); err != nil {
		return nil, err
	}
	id, own, ok := splitURI(uri)
	if !ok {
		code := codeNoResource
		if r.modern {
			code = codeParams
		}
		return nil, &rpcError{code: code, message: "no such resource: uri must be one of resources/list"}
	}
	return r.call(names.NewTool(id, resourcesRead), object([]byte("uri"), quote(own)), r.method, r.upstream("uri", quote(own))), nil
}

func (r *request) readResource(ctx context.Context) ([]byte, error) {
	c, err := r.resource(ctx)
	if err != nil {
		return nil, err
	}
	return c.through(ctx)
}

// subscribe has a server tell of a resource. Whoever may read it may hear that it
// changed.
func (r *request) subscribe(ctx context.Context) ([]byte, error) {
	c, err := r.resource(ctx)
	if err != nil {
		return nil, err
	}
	uri, _ := r.word("uri")
	if !r.remember(uri) {
		return nil, &rpcError{code: codeRefused, message: "too many resources are subscribed to: give one up"}
	}
	result, err := c.through(ctx)
	if err != nil {
		r.forget(uri)
	}
	return result, err
}

// unsubscribe is usher's own: another session may still want to hear of it.
func (r *request) unsubscribe(context.Context) ([]byte, error) {
	uri, bad := r.word("uri")
	if bad != nil {
		return nil, bad
	}
	r.forget(uri)
	return []byte("{}"), nil
}

func (r *request) remember(uri string) bool {
	r.s.mu.Lock()
	defer r.s.mu.Unlock()
	if len(r.s.uris) >= maxURIs {
		return false
	}
	r.s.uris[uri] = true
	return true
}

func (r *request) forget(uri string) {
	r.s.mu.Lock()
	defer r.s.mu.Unlock()
	delete(r.s.uris, uri)
}
