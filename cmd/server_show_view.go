package cmd

import (
	"fmt"
	"strings"

	"usher/pkg/fault"
	"usher/pkg/output"
	"usher/pkg/trust"
)

// serverShowView is everything about one server.
type serverShowView struct {
	ID          string          `json:"id"`
	Layer       string          `json:"layer"`
	Status      string          `json:"status"` // as in server list
	DefinedAt   string          `json:"definedAt"`
	Description string          `json:"description"`
	Disabled    bool            `json:"disabled"`
	Kind        string          `json:"kind"` // local, remote, "" of a dropped entry
	Runs        string          `json:"runs"` // the command line, or the URL without its query
	Program     string          `json:"program"`
	ProgramFile string          `json:"programFile"` // the same with every link resolved
	Script      string          `json:"script"`      // that an interpreter reads, absolute
	WorkDir     string          `json:"workDir"`
	Headers     []shownHeader   `json:"headers"`
	TimeoutMs   int64           `json:"timeoutMs"`
	Protocol    string          `json:"protocol"` // of MCP; "": what is agreed on
	Env         []shownVariable `json:"env"`
	Secrets     []shownSecret   `json:"secrets"` // that its fields name or its listed variables are taken from
	Reach       []string        `json:"reach"`
	Data        string          `json:"data"` // its own folder; made at its first start
	Approved    bool            `json:"approved"`
	Digest      string          `json:"digest"`
	LastError   string          `json:"lastError"`
	Marks       []shownMark     `json:"marks"`
	ToolsKnown  bool            `json:"toolsKnown"` // a list of tools is kept for this launch
	Tools       []shownTool     `json:"tools"`
	NotOffered  []shownTool     `json:"notOffered"`
	Shadows     []string        `json:"shadows"` // places of servers whose name it takes
	Warnings    []string        `json:"warnings"`
	Hints       []string        `json:"hints"`
	Problems    []fault.Problem `json:"problems"`
}

// shownSecret is one secret and the field that takes it.
type shownSecret struct {
	Name   string `json:"name"`
	Field  string `json:"field"`
	Stored bool   `json:"stored"`

	into string // in words, with what is known of it
}

// shownHeader is a header and, in words, its text.
type shownHeader struct {
	Name string `json:"name"`
	From string `json:"from"`
}

type shownVariable struct {
	Name        string `json:"name"`
	From        string `json:"from"`
	CodeLoading bool   `json:"codeLoading"`
	Allowed     bool   `json:"allowed"` // by --allow-env
}

// shownTool is one tool as its server describes it; Mark is what a person decided
// about it, in words, or why it is not offered.
type shownTool struct {
	Name        string   `json:"name"`
	Description string   `json:"description"`
	Claims      []string `json:"claims"`
	Mark        string   `json:"mark"`
}

type shownMark struct {
	Tool     string `json:"tool"`
	Decision string `json:"decision"` // allow, ask, deny or unset
	ReadOnly bool   `json:"readOnly"`
	Holds    bool   `json:"holds"`
	Because  string `json:"because"` // why it does not hold
}

// newShowView is an empty one whose lists are lists.
func newShowView() serverShowView {
	return serverShowView{
		Headers: []shownHeader{}, Env: []shownVariable{}, Secrets: []shownSecret{}, Reach: []string{}, Marks: []shownMark{}, Tools: []shownTool{},
		NotOffered: []shownTool{}, Shadows: []string{}, Warnings: []string{}, Hints: []string{}, Problems: []fault.Problem{},
	}
}

func (v serverShowView) JSON() any { return v }

func (v serverShowView) Text(w *output.Printer) {
	w.Heading(v.ID)
	row := func(label string, values ...string) {
		for _, value := range values {
			if value != "" {
				w.Line(fmt.Sprintf("  %-12s  %s", label, value))
				label = ""
			}
		}
	}
	row("layer", v.Layer)
	row("status", v.statusWords())
	row("defined at", v.DefinedAt)
	row("description", v.Description)
	if v.Kind == "remote" {
		row("url", v.Runs)
	} else {
		row("runs", v.Runs)
	}
	row("program", v.Program)
	if v.ProgramFile != v.Program {
		row("which is", v.ProgramFile)
	}
	row("script", v.Script)
	row("runs in", v.WorkDir)
	for i, h := range v.Headers {
		row(first(i, "headers"), h.Name+": "+h.From)
	}
	if v.TimeoutMs > 0 {
		row("time-out", fmt.Sprintf("%d ms to start", v.TimeoutMs))
	}
	row("protocol", v.Protocol)
	for i, e := range v.Env {
		row(first(i, "environment"), e.words())
	}
	for i, s := range v.Secrets {
		row(first(i, "secrets"), s.Name+": into "+s.into)
	}
	row("reach", v.Reach...)
	row("its data", v.Data)
	row("launch", v.Digest)
	row("approval", v.approvalWords())
	for i, m := range v.Marks {
		row(first(i, "marks"), m.words())
	}
	v.tools(w, row)
	row("shadows", v.Shadows...)
	for _, text := range v.Warnings {
		w.Line("warning: " + text)
	}
	w.Problems(v.Problems)
	for _, h := range v.Hints {
		w.Line(h)
	}
}

// first is a label on the first line of several.
func first(i int, label string) string {
	if i > 0 {
		return ""
	}
	return label
}

func (v serverShowView) statusWords() string {
	if v.LastError != "" && v.Status != "dropped" { // that problem follows, with its place
		return v.Status + ": " + v.LastError
	}
	return v.Status
}

func (v serverShowView) approvalWords() string {
	switch {
	case v.Kind == "":
		return ""
	case v.Layer == trust.Machine:
		return "not needed: it is this computer's own"
	case v.Approved:
		return "approved as it is now"
	case v.Digest == "":
		return "not approved; there is no launch to approve"
	}
	return "not approved as it is now"
}

func (v serverShowView) tools(w *output.Printer, row func(string, ...string)) {
	switch {
	case v.Kind == "":
		return
	case !v.ToolsKnown:
		row("tools", "not known yet: usher server tools "+v.ID)
		return
	case len(v.Tools) == 0:
		row("tools", "none, as last seen")
	}
	for i, t := range v.Tools {
		words := t.Name + ": " + t.Mark
		if text, _, _ := strings.Cut(t.Description, "\n"); text != "" {
			words += "; it says: " + text
		}
		row(first(i, "tools"), words)
	}
	for i, n := range v.NotOffered {
		row(first(i, "not offered"), n.Name+": "+strings.TrimPrefix(n.Mark, "not offered: "))
	}
}

func (e shownVariable) words() string {
	words := e.Name + ": " + e.From
	switch {
	case e.Allowed:
		words += "; it changes how programs load code, and you allowed that"
	case e.CodeLoading:
		words += "; it changes how programs load code"
	}
	return words
}

func (m shownMark) words() string {
	words := []string{m.Tool + ": " + m.Decision}
	if m.ReadOnly {
		words = append(words, "read-only")
	}
	if !m.Holds {
		words = append(words, "but it does not hold: "+m.Because)
	}
	return strings.Join(words, ", ")
}
