package gateway

import (
	"context"
	"fmt"
	"sync"

	"usher/pkg/clean"
	"usher/pkg/effective"
	"usher/pkg/fault"
	"usher/pkg/mcp"
	"usher/pkg/mcp/client"
	"usher/pkg/names"
	"usher/pkg/strictjson"
)

// gathering is a list of all servers' that is put together from theirs.
type gathering struct {
	method, key string // what is asked for, and the member of the answer that holds it
	offers      string // the capability of a server that has it
	grant       string // under which what is in it is asked for
	named       string // the member of an item that is its name, replaced by prefix
	prefix      func(names.ServerID, string) string
	unfit       func([]*strictjson.Value) []mcp.Listed
}

// gather asks every usable server that may be asked, all of them at once, each within
// listWait. One that is slow or fails is left out and said.
func (g *Gateway) gather(ctx context.Context, gr Ground, r *request, what gathering) [][]byte {
	ctx, cancel := context.WithTimeout(ctx, listWait)
	defer cancel()
	servers := usable(gr)
	got := make([][][]byte, len(servers))
	var all sync.WaitGroup
	for i, sv := range servers {
		if !r.offers(gr, names.NewTool(sv.ID, what.grant)) {
			continue
		}
		all.Go(func() {
			var err error
			defer func() {
				if recover() != nil {
					err = fmt.Errorf("usher failed at it")
				}
				if err != nil {
					g.say(fault.Problem{Rule: "serve/left-out", Severity: fault.SeverityWarning, Entry: string(sv.ID), Hint: "usher server show " + string(sv.ID),
						Message: fmt.Sprintf("the %s of server %q are left out: %s", what.key, sv.ID, clean.Line(err.Error()))})
				}
			}()
			var items []*strictjson.Value
			items, err = g.pages(ctx, gr, sv, what)
			got[i] = g.fit(sv.ID, items, what)
		})
	}
	all.Wait()
	var items [][]byte
	for _, of := range got {
		items = append(items, of...)
	}
	return items
}

// pages asks one server for all pages of a list. A cursor that comes again ends it.
func (g *Gateway) pages(ctx context.Context, gr Ground, sv effective.Server, what gathering) (items []*strictjson.Value, err error) {
	conn, _, err := g.reachForList(ctx, gr, sv)
	if err != nil || !conn.Offers(what.offers) {
		return nil, err
	}
	seen := map[string]bool{}
	for cursor, size := "", 0; ; {
		params := []byte("{}")
		if cursor != "" {
			params = object([]byte("cursor"), quote(cursor))
		}
		page, err := conn.Forward(ctx, client.Forward{Method: what.method, Params: params, Again: true, Limit: listWait})
		if err != nil {
			if told := gr.Failed(ctx, sv, err); told != nil {
				return nil, told
			}
			return nil, err
		}
		size += len(page)
		if len(seen) > mcp.MaxPages || size > mcp.MaxList || len(items) > mcp.MaxTools {
			return nil, fault.New(fault.Failed, "its list does not end, or is too large")
		}
		root, _ := strictjson.Decode(page, strictjson.Options{MaxBytes: mcp.MaxList, AllowNull: true})
		items = append(items, root.Get(what.key).Items()...)
		next, ok := root.Get("nextCursor").Text()
		if !ok || next == "" || seen[next] {
			return items, nil
		}
		seen[next], cursor = true, next
	}
}
