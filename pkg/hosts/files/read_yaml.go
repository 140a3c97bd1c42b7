package files

import (
	"bytes"
	"errors"
	"io"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"

	"usher/pkg/fault"
	"usher/pkg/strictjson"
)

// yaml reads one YAML document. Anchors, aliases, merge keys and tags are
// refused, so that what a file says stands in it once and as it is; a key given
// twice refuses it too.
func (d document) yaml() (*node, []fault.Problem) {
	decoder := yaml.NewDecoder(bytes.NewReader(d.data))
	var doc, second yaml.Node
	switch err := decoder.Decode(&doc); {
	case errors.Is(err, io.EOF) || err == nil && len(doc.Content) == 0:
		return nil, []fault.Problem{d.problem(strictjson.Place{}, "import/empty", d.subject()+" is empty", understood)}
	case err != nil:
		return nil, []fault.Problem{d.problem(yamlPlace(err), "import/syntax", d.subject()+" is not well-formed YAML", "look at the indentation and the quotes around here")}
	}
	r := yamlReader{document: d}
	if err := decoder.Decode(&second); !errors.Is(err, io.EOF) {
		at := yamlPlace(err)
		if err == nil {
			at = placeOf(&second)
		}
		r.fail(at, "import/trailing", "something stands after the end of the document", "one file holds one document")
	}
	n := r.value(doc.Content[0], 1)
	if len(r.problems) > 0 {
		return nil, r.problems
	}
	return n, nil
}

// yamlPlace is the line a syntax error names: the library gives it in the text
// of the error only. The rest of that text may hold a value and is not shown.
func yamlPlace(err error) strictjson.Place {
	if err == nil {
		return strictjson.Place{}
	}
	_, rest, found := strings.Cut(err.Error(), "line ")
	digits, _, _ := strings.Cut(rest, ":")
	line, bad := strconv.Atoi(digits)
	if !found || bad != nil || line < 1 {
		return strictjson.Place{}
	}
	return strictjson.Place{Line: line, Column: 1}
}

func placeOf(n *yaml.Node) strictjson.Place { return strictjson.Place{Line: n.Line, Column: n.Column} }

type yamlReader struct {
	document
	problems []fault.Problem
}

func (r *yamlReader) fail(at strictjson.Place, rule, message, hint string) {
	if len(r.problems) < maxProblems {
		r.problems = append(r.problems, r.problem(at, rule, message, hint))
	}
}

func (r *yamlReader) value(y *yaml.Node, depth int) *node {
	n := &node{at: placeOf(y)}
	switch {
	case depth > maxDepth:
		r.fail(n.at, "import/too-deep", "lists and tables are nested more than "+strconv.Itoa(maxDepth)+" levels deep", "")
		return n
	case y.Kind == yaml.AliasNode || y.Anchor != "":
		r.fail(n.at, "import/yaml-alias", "an anchor or alias (& or *) stands here, which is refused", "write the value out")
		return n
	case y.Style&yaml.TaggedStyle != 0:
		r.fail(n.at, "import/yaml-tag", "a tag (!) stands here, which is refused", "take it out")
		return n
	}
	switch y.Kind {
	case yaml.MappingNode:
		n.kind = strictjson.KindObject
		r.table(n, y, depth)
	case yaml.SequenceNode:
		n.kind = strictjson.KindArray
		for _, item := range y.Content {
			n.items = append(n.items, r.value(item, depth+1))
		}
	case yaml.ScalarNode:
		yamlScalar(n, y)
	case yaml.DocumentNode, yaml.AliasNode:
	}
	return n
}

func (r *yamlReader) table(n *node, y *yaml.Node, depth int) {
	n.kind = strictjson.KindObject
	first := map[string]int{}
	for i := 0; i+1 < len(y.Content); i += 2 {
		key := y.Content[i]
		at := placeOf(key)
		plain := key.Kind == yaml.ScalarNode && key.Anchor == "" && key.Style&yaml.TaggedStyle == 0
		if !plain || key.Value == "<<" && key.Style == 0 {
			r.fail(at, "import/yaml-key", "a key must be a plain text", "write the members out")
			continue
		}
		if line, twice := first[key.Value]; twice {
			r.fail(at, "import/duplicate-key", "key "+quoted(key.Value)+" stands twice in this table, first in line "+strconv.Itoa(line), "remove one of the two")
			continue
		}
		first[key.Value] = at.Line
		n.members = append(n.members, member{key.Value, at, r.value(y.Content[i+1], depth+1)})
	}
}

func yamlScalar(n *node, y *yaml.Node) {
	n.kind, n.text = strictjson.KindString, y.Value
	switch y.ShortTag() {
	case "!!bool":
		n.kind, n.truth, n.text = strictjson.KindBool, strings.EqualFold(y.Value, "true"), ""
	case "!!int", "!!float":
		n.kind = strictjson.KindNumber
	case "!!null":
		n.kind, n.text = strictjson.KindNull, ""
	}
}
