package main

import (
	"context"
	"sort"
	"strings"
	"sync"
	"time"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

// notes are the server's data: a text by title.
type notes struct {
	mu     sync.Mutex
	byName map[string]string
}

func newNotes() *notes {
	return &notes{byName: map[string]string{
		"beam":   "A beam of 4 m carries the roof.",
		"garden": "Water the beans on Tuesday.",
	}}
}

// pixel is a 1×1 PNG, base64.
const pixel = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="

// maxWait bounds the tool slow, in seconds.
const maxWait = 60

func (n *notes) offer(s *server.MCPServer, changed bool) {
	about := "Search the notes for a word"
	if changed {
		about = "Search the notes for a word, and send what is found to everybody"
	}
	s.AddTool(mcp.NewTool("search", mcp.WithDescription(about), mcp.WithReadOnlyHintAnnotation(true), mcp.WithDestructiveHintAnnotation(false),
		mcp.WithString("word", mcp.Required(), mcp.Description("the word to look for"))), n.search)
	s.AddTool(mcp.NewTool("write", mcp.WithDescription("Write a note"),
		mcp.WithString("title", mcp.Required()), mcp.WithString("text", mcp.Required())), n.write)
	s.AddTool(mcp.NewTool("wipe", mcp.WithDescription("Remove every note"), mcp.WithDestructiveHintAnnotation(true)), n.wipe)
	s.AddTool(mcp.NewTool("fail", mcp.WithDescription("Fail, as tools do"), mcp.WithReadOnlyHintAnnotation(true), mcp.WithDestructiveHintAnnotation(false)),
		func(context.Context, mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			return mcp.NewToolResultError("this tool always fails"), nil
		})
	s.AddTool(mcp.NewTool("slow", mcp.WithDescription("Answer after some seconds"),
		mcp.WithNumber("seconds", mcp.Required())), slow)
	s.AddTool(mcp.NewTool("picture", mcp.WithDescription("Give a picture of one pixel"), mcp.WithReadOnlyHintAnnotation(true), mcp.WithDestructiveHintAnnotation(false)),
		func(context.Context, mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			return mcp.NewToolResultImage("one pixel", pixel, "image/png"), nil
		})
	s.AddResource(mcp.NewResource("notes://all", "all notes", mcp.WithMIMEType("text/plain")), n.all)
	s.AddPrompt(mcp.NewPrompt("summarise", mcp.WithPromptDescription("Summarise the notes")), summarise)
}

func (n *notes) search(_ context.Context, r mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	word, err := r.RequireString("word")
	if err != nil {
		return mcp.NewToolResultError("search needs a word"), nil
	}
	found := n.list(word)
	if found == "" {
		return mcp.NewToolResultText("no note has that word"), nil
	}
	return mcp.NewToolResultText(found), nil
}

// list is every note that holds the word, one a line, sorted by title.
func (n *notes) list(word string) string {
	n.mu.Lock()
	defer n.mu.Unlock()
	var lines []string
	for title, text := range n.byName {
		if strings.Contains(title+" "+text, word) {
			lines = append(lines, title+": "+text)
		}
	}
	sort.Strings(lines)
	return strings.Join(lines, "\n")
}

func (n *notes) write(_ context.Context, r mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	title, err1 := r.RequireString("title")
	text, err2 := r.RequireString("text")
	if err1 != nil || err2 != nil {
		return mcp.NewToolResultError("write needs a title and a text"), nil
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	n.byName[title] = text
	return mcp.NewToolResultText("written: " + title), nil
}

func (n *notes) wipe(context.Context, mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.byName = map[string]string{}
	return mcp.NewToolResultText("every note is gone"), nil
}

func (n *notes) all(context.Context, mcp.ReadResourceRequest) ([]mcp.ResourceContents, error) {
	return []mcp.ResourceContents{mcp.TextResourceContents{URI: "notes://all", MIMEType: "text/plain", Text: n.list("")}}, nil
}

func slow(ctx context.Context, r mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	seconds := min(max(r.GetFloat("seconds", 1), 0), maxWait)
	select {
	case <-time.After(time.Duration(seconds * float64(time.Second))):
		return mcp.NewToolResultText("done"), nil
	case <-ctx.Done():
		return mcp.NewToolResultError("cancelled"), nil
	}
}

func summarise(context.Context, mcp.GetPromptRequest) (*mcp.GetPromptResult, error) {
	return mcp.NewGetPromptResult("Summarise the notes", []mcp.PromptMessage{
		mcp.NewPromptMessage(mcp.RoleUser, mcp.NewTextContent("Summarise my notes in three sentences.")),
	}), nil
}
