package cmd

import (
	"slices"
	"strings"

	"usher/pkg/fault"
	"usher/pkg/mcp"
	"usher/pkg/redact"
)

// changeHeaders sets headers, name by name, whatever their case.
func (w *wanted) changeHeaders(s *mcp.Server) error {
	var said []string
	add := func(name string, value redact.Value) error {
		same := func(other string) bool { return strings.EqualFold(other, name) }
		if slices.ContainsFunc(said, same) {
			return fault.New(fault.Usage, "the header "+name+" is given twice", "give it once; --bearer is the header Authorization")
		}
		said = append(said, name)
		if at := slices.IndexFunc(s.Headers, func(h mcp.Header) bool { return same(h.Name) }); at >= 0 {
			s.Headers[at].Value = value
		} else {
			s.Headers = append(s.Headers, mcp.Header{Name: name, Value: value})
		}
		return nil
	}
	for _, text := range w.headers {
		name, value, ok := strings.Cut(text, ":")
		name, value = strings.TrimSpace(name), strings.TrimSpace(value)
		if !ok || name == "" || value == "" || strings.ContainsAny(name, " \t${}") {
			return fault.New(fault.Usage, "--header is written 'NAME: VALUE'", "--header 'X-Key: ${secret:NAME}', or ${env:NAME}")
		}
		if err := add(name, redact.New(value)); err != nil {
			return err
		}
	}
	if w.bearer {
		if err := add("Authorization", redact.New("Bearer "+reference(mcp.OwnSecretName(s.ID, bearerName)).Reveal())); err != nil {
			return err
		}
	}
	switch authorizes := slices.ContainsFunc(said, func(n string) bool { return strings.EqualFold(n, "Authorization") }); {
	case len(said) > 0 && s.URL == "" && s.Command+s.Package.Kind != "":
		return fault.New(fault.Usage, "headers are for a server with a url; this one is started here", "pass it a variable: --env NAME, or --pass-env NAME")
	case authorizes && s.TokenEnv != "":
		return fault.New(fault.Refused, "the server takes its token from the variable "+string(s.TokenEnv)+" already, and would be sent two", "take that out: usher server edit "+string(s.ID)+" --unset tokenEnv")
	}
	return nil
}
