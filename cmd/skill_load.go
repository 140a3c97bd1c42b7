package cmd

import (
	"encoding/json"

	"usher/pkg/fault"
	"usher/pkg/mcp/client"
	"usher/pkg/strictjson"
)

// skill is what usher's own tool app__skill_load gives, once the gate let the call
// through: the text of a skill that holds now (SPEC G1, X3).
func (a *app) skill(g ground, args []byte) (client.Result, error) {
	name, err := skillArgument(args)
	if err != nil {
		return client.Result{}, err
	}
	s, err := a.wordingOf(g, false).skill(name)
	if err != nil {
		return client.Result{}, err
	}
	type item struct {
		Type string `json:"type"`
		Text string `json:"text"`
	}
	raw, err := json.Marshal(map[string]any{"content": []item{{"text", s.Body}}})
	if err != nil {
		return client.Result{}, err
	}
	return client.Result{Raw: raw, Content: []client.Content{{Type: "text", Text: s.Body}}}, nil
}

// skillArgument reads {"name":"…"} and nothing else. No message repeats a value.
func skillArgument(args []byte) (string, error) {
	root, problems := strictjson.Decode(args, strictjson.Options{File: "args", Rules: "args"})
	wrong := func(why string) (string, error) {
		return "", fault.New(fault.Usage, "app__skill_load takes the name of a skill: "+why, `usher call app__skill_load --args '{"name":"NAME"}'`, "usher skill list")
	}
	if root == nil || len(failing(problems)) > 0 || root.Kind() != strictjson.KindObject {
		return wrong("its arguments must be an object")
	}
	name, ok := "", false
	for _, m := range root.Members() {
		if m.Key != "name" {
			return wrong("it has no other argument")
		}
		name, ok = m.Value.Text()
	}
	if !ok {
		return wrong(`"name" must be given, as text`)
	}
	return name, nil
}
