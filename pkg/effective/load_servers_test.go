package effective

import (
	"testing"

	"usher/pkg/trust"
)

// SPEC T7, G2: an id of yours is yours, also while your entry does not load: no
// project's server steps into its place.
func TestDroppedEntryOfYoursKeepsItsName_T7(t *testing.T) {
	layer := func(name, text string) trust.Layer {
		return trust.Layer{Name: name, Files: map[string]trust.Entry{ServersFile: {Path: "/" + name + "/mcp.json", Data: []byte(text), Present: true}}}
	}
	theirs := `{"servers":[{"id":"acme","url":"https://example.com/p"},{"id":"own","url":"https://example.com/p"}]}`
	for _, yours := range []string{
		`{"servers":[{"id":"acme","url":"https://example.com/y"}]}`,
		`{"servers":[{"id":"acme","url":"https://example.com/y","comand":"x"}]}`,
		`{"servers":[{"id":"acme"}]}`,
	} {
		folder := trust.Folder{Path: "/p", Files: []trust.File{{Path: ".usher/mcp.json", Part: trust.PartServers, Layout: "usher", Definition: true, Data: []byte(theirs)}}}
		s := Load(Input{Layers: []trust.Layer{layer(trust.Machine, `{"servers":[]}`), layer(trust.Yours, yours)}, Project: Project{Folder: folder, State: trust.Trusted}})
		if sv, ok := s.Find("acme"); ok && sv.Layer != trust.Yours {
			t.Errorf("yours %s: the %s's %s has the name", yours, sv.Layer, sv.URL)
		}
		if _, ok := s.Find("own"); !ok {
			t.Errorf("yours %s: a name of the project's alone is lost", yours)
		}
		last := s.Servers[len(s.Servers)-2]
		if last.Layer != trust.Project || last.ShadowedBy != trust.Yours {
			t.Errorf("yours %s: %+v", yours, last)
		}
	}
}
