package client

import (
	"context"
	"encoding/json"
	"strconv"
	"time"

	"usher/pkg/mcp"
	"usher/pkg/strictjson"
)

// maxCursor bytes of a cursor are sent back.
const maxCursor = 64 << 10

// Tools asks for the whole tool list, all pages of it within CallTimeout. A
// cursor that comes a second time ends the list with a note, an empty one ends
// it; a list of more than 1 000 pages is an error. A server that announced no
// tools is not asked. The error is a *Failure.
func (c *Conn) Tools(ctx context.Context) (mcp.Manifest, error) {
	if !c.offersTools {
		return mcp.Manifest{Notes: []string{"the server says that it has no tools"}}, nil
	}
	began := time.Now()
	l := listing{seen: map[string]bool{}}
	for len(l.pages) <= mcp.MaxPages {
		page, err := c.page(ctx, l.cursor, began)
		if err != nil {
			return mcp.Manifest{}, err
		}
		more, why := l.add(page)
		if why != "" {
			return mcp.Manifest{}, c.words.fail(Protocol, why)
		}
		if l.size > mcp.MaxList {
			return mcp.Manifest{}, c.words.fail(TooLarge, "listed its tools in more than "+strconv.Itoa(mcp.MaxList>>20)+" MiB")
		}
		if !more {
			if c.far != nil && c.meta != nil {
				c.far.mirror(l.pages)
			}
			return c.manifest(l)
		}
	}
	return mcp.Manifest{}, c.words.fail(TooLarge, "its tool list does not end ("+strconv.Itoa(mcp.MaxPages)+" pages)")
}

func (c *Conn) page(ctx context.Context, cursor string, began time.Time) (*strictjson.Value, error) {
	params := []byte("{}")
	if cursor != "" {
		quoted, err := json.Marshal(cursor)
		if err != nil {
			return nil, c.words.fail(Protocol, "gave a cursor that cannot be sent back")
		}
		params = []byte(`{"cursor":` + string(quoted) + `}`)
	}
	return c.request(ctx, ask{method: "tools/list", params: params, limit: c.target.CallTimeout, since: began, most: mcp.MaxList, again: true})
}

func (c *Conn) manifest(l listing) (mcp.Manifest, error) {
	pages := l.pages
	if l.repeats && len(pages) > 1 && adds(pages) == 0 {
		pages = pages[:len(pages)-1]
	}
	m, err := mcp.ReadTools(pages)
	if err != nil {
		return mcp.Manifest{}, c.words.fail(TooLarge, err.Error())
	}
	if l.repeats {
		m.Notes = append(m.Notes, "the server repeats its cursor: its list ends there")
	}
	return m, nil
}

// adds is how many tools the last page has that the others have not. A server
// that always gives the same page lists each of its tools once.
func adds(pages [][]byte) int {
	before, errBefore := mcp.ReadTools(pages[:len(pages)-1])
	last, errLast := mcp.ReadTools(pages[len(pages)-1:])
	if errBefore != nil || errLast != nil {
		return len(pages) // to be told by the reading of all of them
	}
	n := 0
	for _, t := range last.Tools {
		if have, ok := before.Tool(t.Name); !ok || have.Digest != t.Digest {
			n++
		}
	}
	return n
}

// listing is how far a list has come.
type listing struct {
	pages   [][]byte
	size    int
	cursor  string // of the next page
	seen    map[string]bool
	repeats bool // its cursor came before
}

// add takes a page; more says that another is to be asked for.
func (l *listing) add(page *strictjson.Value) (more bool, why string) {
	raw := page.Raw()
	l.pages = append(l.pages, raw)
	l.size += len(raw)
	next := page.Get("nextCursor")
	if next.Kind() == strictjson.KindNull {
		return false, ""
	}
	cursor, ok := next.Text()
	switch {
	case !ok:
		return false, "gave a cursor that is " + next.Kind().String() + ", not a text"
	case len(cursor) > maxCursor:
		return false, "gave a cursor larger than " + strconv.Itoa(maxCursor>>10) + " KiB"
	case cursor == "":
		return false, ""
	case l.seen[cursor]:
		l.repeats = true
		return false, ""
	}
	l.cursor, l.seen[cursor] = cursor, true
	return true, ""
}
