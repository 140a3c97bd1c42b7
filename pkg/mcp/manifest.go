package mcp

import (
	"bytes"
	"strconv"

	"usher/pkg/clean"
	"usher/pkg/fault"
	"usher/pkg/strictjson"
)

const (
	manifestVersion = 1

	// A list as sent, and what Encode writes around it.
	maxManifest = MaxList + 4<<20
)

// Encode is the manifest as its state file holds it (SPEC M4, 20): versioned,
// every definition byte for byte as the server sent it.
func (m Manifest) Encode() []byte {
	var b bytes.Buffer
	b.WriteString(`{"version":` + strconv.Itoa(manifestVersion) + ",\n\"tools\":[")
	for i, t := range m.Tools {
		b.WriteString(between(i))
		b.Write(t.Raw)
	}
	b.WriteString("],\n\"notOffered\":[")
	for i, n := range m.NotOffered {
		b.WriteString(between(i))
		b.Write(object([]field{{"name", quote(n.Name)}, {"why", quote(n.Why)}}))
	}
	b.WriteString("],\n\"notes\":" + listJSON(m.Notes) + "}\n")
	return b.Bytes()
}

func between(i int) string {
	if i > 0 {
		return ",\n"
	}
	return "\n"
}

// ParseManifest reads what Encode wrote. A file that is anything else, or of a
// newer usher, is an error: the caller asks the server again, and never takes it
// for an empty list (SPEC Q10). Digests and claims are taken anew.
func ParseManifest(data []byte) (Manifest, error) {
	root, problems := strictjson.Decode(data, strictjson.Options{File: "-", MaxBytes: maxManifest, MaxDepth: 66, AllowNull: true})
	if root == nil {
		return Manifest{}, fault.New(fault.Failed, "the kept tool list cannot be read: "+clean.Line(problems[0].Message))
	}
	switch v, ok := root.Get("version").Int(); {
	case ok && v > manifestVersion:
		return Manifest{}, fault.New(fault.Failed, "the kept tool list is of a newer usher (format "+strconv.FormatInt(v, 10)+")")
	case !ok || v != manifestVersion || root.Get("tools").Kind() != strictjson.KindArray:
		return Manifest{}, fault.New(fault.Failed, "the kept tool list is not one that usher wrote")
	}
	l := toolList{shape: toolShape()}
	for _, item := range root.Get("tools").Items() {
		l.read = append(l.read, l.tool(item))
	}
	m := l.manifest()
	if len(m.NotOffered) > 0 {
		return Manifest{}, fault.New(fault.Failed, "the kept tool list holds a tool that cannot be offered: "+m.NotOffered[0].Name)
	}
	m.Notes = nil
	for _, n := range root.Get("notOffered").Items() {
		name, _ := n.Get("name").Text()
		why, _ := n.Get("why").Text()
		m.NotOffered = append(m.NotOffered, NotOffered{Name: name, Why: why})
	}
	for _, n := range root.Get("notes").Items() {
		text, _ := n.Text()
		m.Notes = append(m.Notes, text)
	}
	return m, nil
}
