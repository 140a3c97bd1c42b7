package cmd

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"mime"
	"os"
	"path/filepath"
	"strings"

	"usher/cmd/rungate"
	"usher/pkg/engine"
	"usher/pkg/fault"
	"usher/pkg/hooks"
	"usher/pkg/mcp/client"
	"usher/pkg/names"
	"usher/pkg/output"
)

// hookText is the most of a result's text that a hook is given (SPEC 18).
const hookText = 8 << 10

// hookOutput is what a PostToolUse hook adds for the assistant (SPEC H6).
type hookOutput struct {
	Name string `json:"name"`
	Text string `json:"text"`
}

// after fires the PostToolUse hooks. The call was made: nothing of theirs ends it.
func (c *calling) after(ctx context.Context, g ground, r engine.Request, res client.Result, fire engine.Fire) {
	text := textOf(res)
	if len(text) > hookText {
		text = strings.ToValidUTF8(text[:hookText], "")
	}
	reports, problems := g.After(ctx, r, hooks.Result{OK: !res.IsError, Text: text}, fire)
	log := logbook{app: c.app, state: g.at.State}
	c.problems = append(c.problems, problems...)
	for _, rep := range reports {
		log.keep(ctx, rep)
		if added, ok := rep.ModelOutput(); ok {
			c.outputs = append(c.outputs, hookOutput{Name: string(rep.Hook.Name), Text: added})
		}
	}
	c.problems = append(c.problems, log.problems...)
}

// textOf is the text of a result, item by item.
func textOf(res client.Result) string {
	var b strings.Builder
	for _, item := range res.Content {
		if item.Text != "" {
			b.WriteString(item.Text + "\n")
		}
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// canGive refuses, before anything is called, what would lose the result: a --save that
// is no folder, and a stdout that was closed, after which status 0 would be a lie (SPEC
// Z2). A closed one is /dev/null open for reading too, as the Go runtime opens it; a
// caller's own > /dev/null is open for writing alone, and throws the result away on purpose.
func (o *callOptions) canGive() error {
	if rungate.Closed(o.Stdout) {
		return fault.New(fault.Failed, "stdout is closed, so the result would be lost: nothing was called",
			"to throw the result away, open it for writing alone: > /dev/null")
	}
	return o.canSave()
}

// canSave refuses, before anything is called, a --save that is no folder.
func (o *callOptions) canSave() error {
	if o.raw || o.format() != output.Text {
		return nil // nothing will be saved
	}
	info, err := os.Stat(o.save)
	switch {
	case err != nil:
		return &fault.Error{Kind: fault.Usage, Message: "--save names no folder: " + err.Error(), Hints: []string{"mkdir " + engine.QuoteArg(o.save)}, Err: err}
	case !info.IsDir():
		return fault.New(fault.Usage, "--save names no folder: "+o.save+" is a file", "usher call --help")
	}
	return nil
}

// saveMedia writes pictures and sound into new files of dir, named after the
// tool, and gives their names. A file that is there is never written over.
func saveMedia(dir string, tool names.Tool, res client.Result) ([]string, error) {
	var saved []string
	for i, item := range res.Content {
		if item.Data == "" {
			continue
		}
		data, err := base64.StdEncoding.DecodeString(item.Data)
		if err != nil {
			return saved, fault.New(fault.Failed, fmt.Sprintf("item %d of the result is not base64", i+1), "--raw prints the result as it is")
		}
		path, err := newFile(dir, fileName(tool), ending(item.MIME), data)
		if err != nil {
			return saved, &fault.Error{Message: "the result could not be saved: " + err.Error(), Hints: []string{"--save DIR names another folder"}, Err: err}
		}
		saved = append(saved, path)
	}
	return saved, nil
}

// fileName keeps of a tool's name what is plain in a file's.
func fileName(tool names.Tool) string {
	return strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '_' || r == '-' {
			return r
		}
		return '-'
	}, tool.String())
}

// ending is the file name's ending for a media type; .bin for one not known.
func ending(mediaType string) string {
	kind, _, err := mime.ParseMediaType(mediaType)
	if err == nil {
		for _, known := range [...][2]string{
			{"image/png", ".png"}, {"image/jpeg", ".jpg"}, {"image/gif", ".gif"}, {"image/webp", ".webp"}, {"image/svg+xml", ".svg"},
			{"audio/mpeg", ".mp3"}, {"audio/wav", ".wav"}, {"audio/ogg", ".ogg"}, {"application/pdf", ".pdf"},
		} {
			if kind == known[0] {
				return known[1]
			}
		}
	}
	return ".bin"
}

// maxTries bounds the search for a free file name.
const maxTries = 1000

func newFile(dir, name, end string, data []byte) (string, error) {
	for n := 1; n <= maxTries; n++ {
		path := filepath.Join(dir, fmt.Sprintf("%s-%d%s", name, n, end))
		f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
		if errors.Is(err, fs.ErrExist) {
			continue
		}
		if err != nil {
			return "", err
		}
		_, err = f.Write(data)
		if err = errors.Join(err, f.Close()); err != nil {
			err = errors.Join(err, os.Remove(path)) // half a picture is none
		}
		return path, err
	}
	return "", fmt.Errorf("%s holds too many files of that name", dir)
}

// resultView is what a call gave.
type resultView struct {
	Result   client.Result
	Hooks    []hookOutput
	Problems []fault.Problem

	raw   bool
	saved []string
}

// Exit is 1 where the tool reports that it failed.
func (v resultView) Exit() int {
	if v.Result.IsError {
		return 1
	}
	return 0
}

func (v resultView) JSON() any {
	if v.raw {
		return json.RawMessage(v.Result.Raw)
	}
	return struct {
		Result   json.RawMessage `json:"result"`
		Hooks    []hookOutput    `json:"modelOutput"`
		Problems []fault.Problem `json:"problems"`
	}{v.Result.Raw, append([]hookOutput{}, v.Hooks...), append([]fault.Problem{}, v.Problems...)}
}

func (v resultView) Text(w *output.Printer) {
	if v.raw {
		w.Text(string(v.Result.Raw))
		return
	}
	if text := textOf(v.Result); text != "" {
		w.Text(hooks.Unforged(text))
	}
	for _, item := range v.Result.Content {
		if item.Text == "" && item.Data == "" && item.Type != "text" { // a link, or a type not known here
			w.Line(strings.TrimSpace("not shown: "+item.Type+" "+item.URI) + "; --raw prints it")
		}
	}
	for _, path := range v.saved {
		w.Line("saved: " + path)
	}
	if len(v.Result.Content) == 0 {
		w.Text(string(v.Result.Raw))
	}
	for _, h := range v.Hooks {
		w.Text(h.Text)
	}
}
