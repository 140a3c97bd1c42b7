package cmd

import (
	"errors"
	"io/fs"

	"usher/pkg/output"
	"usher/pkg/safefile"
)

type hostListView struct {
	Assistants []hostRow `json:"assistants"`
	Notes      []string  `json:"notes"`
}

func (v hostListView) JSON() any { return v }

func (v hostListView) Text(w *output.Printer) {
	var rows [][]string
	var away []string
	for _, r := range v.Assistants {
		if !r.Here && r.untouched() {
			away = append(away, r.Assistant)
			continue
		}
		where := r.Scope
		if r.Project != "" {
			where = r.Project
		}
		rows = append(rows, []string{r.Assistant, r.Hooks, r.Gateway, where, orDash(r.mainFile())})
	}
	if len(rows) > 0 {
		w.Table([]string{"ASSISTANT", "HOOKS", "GATEWAY", "SCOPE", "FILE"}, rows)
	}
	for _, r := range v.Assistants {
		for _, n := range r.Notes {
			w.Line("note: " + r.Assistant + ": " + n)
		}
	}
	for _, n := range v.Notes {
		w.Line("note: " + n)
	}
	if len(rows) == 0 {
		w.Line("no assistant that is known is here")
	}
	if len(away) > 0 {
		w.Line("not seen here: " + list(away))
	}
}

func (r hostRow) untouched() bool {
	quiet := func(word string) bool { return word == hasNone || word == "missing" }
	return quiet(r.Hooks) && quiet(r.Gateway)
}

// mainFile is the one that decides most: of the hooks, else of the gateway.
func (r hostRow) mainFile() string {
	if len(r.Files) == 0 {
		return ""
	}
	return r.Files[0].File
}

// readHost reads a file of an assistant's; no file is empty.
func readHost(path string) ([]byte, error) {
	t, err := targetOf(path, "")
	if err != nil {
		return nil, err
	}
	data, err := safefile.ReadPlain(t.file, maxForeign)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return data, err
}

// hostCommands are the programs that an assistant is started by.
func hostCommands(name string) []string {
	switch name {
	case "claude", "codex", "gemini", "copilot", "qwen", "opencode", "cursor", "windsurf", "zed", "goose", "amp", "crush", "kimi", "vibe":
		return []string{name}
	case "vscode":
		return []string{"code"}
	case "amazonq":
		return []string{"q"}
	case "kiro":
		return []string{"kiro", "kiro-cli"}
	case "antigravity":
		return []string{"agy"}
	case "droid", "factory":
		return []string{"droid"}
	}
	return nil
}
