package gateway

import (
	"bytes"
	"context"
	"strings"

	"usher/pkg/fault"
	"usher/pkg/hooks"
	"usher/pkg/strictjson"
)

// after fires the PostToolUse hooks. The call was made: nothing of theirs ends it. What
// they add for the model becomes a text of the result, behind the server's own.
func (c *call) after(ctx context.Context, result []byte) []byte {
	at := c.ground.Standing()
	if len(hooks.Select(at.Set.Running(), hooks.PostToolUse, c.Tool)) == 0 {
		return result
	}
	reports, problems := at.After(ctx, c.Request, resultOf(result), c.fire)
	c.g.say(problems...)
	var items [][]byte
	for _, rep := range reports {
		if added, ok := rep.ModelOutput(); ok {
			items = append(items, object([]byte("type"), []byte(`"text"`), []byte("text"), quote(added)))
		}
	}
	if len(items) == 0 {
		return result
	}
	if !c.tools {
		c.g.say(fault.Problem{Rule: "serve/hook-output", Severity: fault.SeverityWarning, Entry: string(reports[0].Hook.Name),
			Message: "what a hook adds after " + c.Tool.Name() + " is shown to nobody: only a tool's result has room for it"})
		return result
	}
	return withContent(result, items)
}

// resultOf is a result as a hook sees it: its texts, cut (SPEC H10).
func resultOf(result []byte) hooks.Result {
	root, _ := strictjson.Decode(result, strictjson.Options{MaxBytes: len(result) + 1, MaxDepth: maxDepth, AllowNull: true})
	failed, _ := root.Get("isError").Bool()
	var b strings.Builder
	each := func(item *strictjson.Value) bool {
		if words, ok := item.Get("text").Text(); ok && words != "" {
			b.WriteString(words + "\n")
		}
		return b.Len() <= hooks.MaxResult
	}
	for _, key := range [...]string{"content", "contents", "messages"} {
		root.Get(key).Each(func(_ string, item strictjson.Value) bool {
			if key == "messages" {
				return each(item.Get("content"))
			}
			return each(&item)
		})
	}
	words := strings.TrimSuffix(b.String(), "\n")
	if len(words) > hooks.MaxResult {
		words = strings.ToValidUTF8(words[:hooks.MaxResult], "")
	}
	return hooks.Result{OK: !failed, Text: words}
}

// withContent is a result with more items at the end of its content; every other byte
// stays.
func withContent(result []byte, items [][]byte) []byte {
	more := bytes.Join(items, []byte{','})
	members, ok := strictjson.Skim(result, maxDepth)
	if !ok {
		return result
	}
	m := members.Pick("content")
	switch {
	case m != nil && result[m.Start] == '[':
		if len(bytes.Trim(result[m.Start+1:m.Stop-1], " \t\r\n")) > 0 {
			more = append([]byte{','}, more...)
		}
		return spliced(result, m.Stop-1, m.Stop-1, more)
	case m != nil:
		return result // no list: there is no room
	}
	more = append(append([]byte(`"content":[`), more...), ']')
	if len(members) > 0 {
		more = append([]byte{','}, more...)
	}
	end := bytes.LastIndexByte(result, '}')
	return spliced(result, end, end, more)
}
