package client

import (
	"context"
	"encoding/json"
	"strconv"
	"time"

	"usher/pkg/mcp"
)

// Prompts asks for the whole list of prompts, within the bounds of Tools. A server
// that announced none is not asked. The error is a *Failure.
func (c *Conn) Prompts(ctx context.Context) (mcp.PromptList, error) {
	if !c.offersPrompts {
		return mcp.PromptList{}, nil
	}
	began := time.Now()
	l := listing{seen: map[string]bool{}}
	for len(l.pages) < mcp.MaxPages {
		params := []byte("{}")
		if l.cursor != "" {
			quoted, err := json.Marshal(l.cursor)
			if err != nil {
				return mcp.PromptList{}, c.words.fail(Protocol, "gave a cursor that cannot be sent back")
			}
			params = []byte(`{"cursor":` + string(quoted) + `}`)
		}
		page, err := c.request(ctx, ask{method: "prompts/list", params: params, limit: c.target.CallTimeout, since: began, most: mcp.MaxList, again: true})
		if err != nil {
			return mcp.PromptList{}, err
		}
		more, why := l.add(page)
		switch {
		case why != "":
			return mcp.PromptList{}, c.words.fail(Protocol, why)
		case l.size > mcp.MaxList:
			return mcp.PromptList{}, c.words.fail(TooLarge, "listed its prompts in more than "+strconv.Itoa(mcp.MaxList>>20)+" MiB")
		case !more:
			return c.prompts(l)
		}
	}
	return mcp.PromptList{}, c.words.fail(TooLarge, "its list of prompts does not end ("+strconv.Itoa(mcp.MaxPages)+" pages)")
}

// prompts reads the pages. A server that gives one page again and again repeats
// its cursor, and its last page with it.
func (c *Conn) prompts(l listing) (mcp.PromptList, error) {
	pages := l.pages
	if n := len(pages); l.repeats && n > 1 && string(pages[n-1]) == string(pages[n-2]) {
		pages = pages[:n-1]
	}
	list, err := mcp.ReadPrompts(pages)
	if err != nil {
		return list, c.words.fail(Protocol, err.Error())
	}
	return list, nil
}
