package client

import (
	"strconv"

	"usher/pkg/strictjson"
)

// maxContent items are in one result.
const maxContent = 10_000

// Result is what a tool or a resource gave. It is foreign: clean it before a
// terminal sees it, and label what is not the server's own.
type Result struct {
	Raw     []byte // the result object exactly as sent
	IsError bool   // the tool says that it failed
	Content []Content
}

// Content is one item of a result, of a resource read one of its contents, of a
// prompt what one of its messages holds. An item of a type not known here has only its Type; Raw has all of it.
type Content struct {
	Type string // text, image, audio, resource, resource_link, …; of a resource text or blob
	Text string
	MIME string
	URI  string
	Data string // of image, audio and blob: base64, as sent
	Role string // of a prompt's message: user, assistant
}

// result checks what is used of a result and passes everything else on unread.
func (c *Conn) result(method, list string, v *strictjson.Value) (Result, error) {
	have := members(v)
	out := Result{Raw: v.Raw()}
	why := ""
	if v.Kind() != strictjson.KindObject {
		why = "its result is " + v.Kind().String() + ", not an object"
	}
	if kind, _ := have["resultType"].Text(); kind == "input_required" {
		return Result{}, c.words.asking(method)
	}
	if failed := have["isError"]; failed.Kind() != strictjson.KindNull {
		var ok bool
		if out.IsError, ok = failed.Bool(); !ok {
			why = "its isError is " + failed.Kind().String() + ", not true or false"
		}
	}
	if s := have["structuredContent"]; s.Kind() != strictjson.KindNull && s.Kind() != strictjson.KindObject {
		why = "its structuredContent is " + s.Kind().String() + ", not an object"
	}
	switch items := have[list]; items.Kind() {
	case strictjson.KindNull:
	case strictjson.KindArray:
		all := items.Items()
		if len(all) > maxContent {
			return Result{}, c.words.fail(TooLarge, "answered "+method+" with more than "+strconv.Itoa(maxContent)+" items of content")
		}
		for i, item := range all {
			content, fault := readItem(item, list)
			if fault != "" {
				why = list + "[" + strconv.Itoa(i) + "] " + fault
				break
			}
			out.Content = append(out.Content, content)
		}
	default:
		why = "its " + list + " is " + items.Kind().String() + ", not a list"
	}
	if why != "" {
		return Result{}, c.words.fail(Protocol, "answered "+method+" with what is no MCP answer: "+why)
	}
	return out, nil
}

// readItem reads one item of a list by the list's name.
func readItem(item *strictjson.Value, list string) (c Content, fault string) {
	if list != "messages" {
		return readContent(item, list == "contents")
	}
	if item.Kind() != strictjson.KindObject {
		return c, "is " + item.Kind().String() + ", not an object"
	}
	if c, fault = readContent(item.Get("content"), false); fault != "" {
		return c, "has a content that " + fault
	}
	c.Role, _ = item.Get("role").Text()
	return c, ""
}

func readContent(item *strictjson.Value, resource bool) (c Content, fault string) {
	if item.Kind() != strictjson.KindObject {
		return c, "is " + item.Kind().String() + ", not an object"
	}
	have := members(item)
	typed, isText := have["type"].Text()
	if !isText && !resource {
		return c, "has no type"
	}
	c.Type = typed
	if inner := have["resource"]; typed == "resource" && inner.Kind() == strictjson.KindObject {
		have = members(inner)
	}
	c.MIME, _ = have["mimeType"].Text()
	c.URI, _ = have["uri"].Text()
	c.Data, _ = have["data"].Text()
	if blob, ok := have["blob"].Text(); ok {
		c.Data = blob
	}
	c.Text, isText = have["text"].Text()
	switch {
	case typed == "text" && !isText:
		return c, "is a text without text"
	case resource && isText:
		c.Type = "text"
	case resource:
		c.Type = "blob"
	}
	return c, ""
}
