package mcp

import (
	"slices"
	"strconv"
	"strings"

	"usher/pkg/sandbox"
)

// field is one key of an entry and its value as JSON.
type field struct{ key, json string }

// fieldsOf are a server's fields in the order they are written; what has its
// default is left out.
func fieldsOf(s Server) []field {
	var out []field
	add := func(when bool, key, json string) {
		if when {
			out = append(out, field{key, json})
		}
	}
	add(s.Description != "", "description", quote(s.Description))
	add(s.Command != "", "command", quote(s.Command))
	add(s.Package.Kind != "", "package", packageJSON(s.Package))
	add(len(s.Args) > 0, "args", listJSON(s.Args))
	add(len(s.Env) > 0, "env", envJSON(s.Env))
	add(s.Cwd != "", "cwd", quote(s.Cwd))
	add(s.URL != "", "url", quote(s.URL))
	add(len(s.Headers) > 0, "headers", headersJSON(s.Headers))
	add(s.TokenEnv != "", "tokenEnv", quote(string(s.TokenEnv)))
	add(s.OAuth.ClientID != "" || len(s.OAuth.Scopes) > 0, "oauth", oauthJSON(s.OAuth))
	reach := reachFields(s)
	add(len(reach) > 0, "sandbox", string(object(reach)))
	add(s.Timeout > 0, "timeoutMs", strconv.FormatInt(s.Timeout.Milliseconds(), 10))
	add(s.Protocol != "", "protocol", quote(s.Protocol))
	add(s.Disabled, "disabled", "true")
	return out
}

func withID(s Server) []byte {
	return object(append([]field{{"id", quote(string(s.ID))}}, fieldsOf(s)...))
}

func object(fields []field) []byte {
	var b strings.Builder
	b.WriteByte('{')
	for i, f := range fields {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString(quote(f.key) + ":" + f.json)
	}
	b.WriteByte('}')
	return []byte(b.String())
}

func packageJSON(p Package) string {
	fields := []field{{p.Kind, quote(p.Spec)}}
	if p.Bin != "" {
		fields = append(fields, field{"bin", quote(p.Bin)})
	}
	return string(object(fields))
}

// envJSON is a list where the variables are passed on, else a map; see mixed.
func envJSON(env []EnvVar) string {
	var passed []string
	var set []field
	for _, v := range env {
		passed = append(passed, string(v.Name))
		set = append(set, field{string(v.Name), quote(v.Value.Reveal())})
	}
	if len(env) > 0 && env[0].Passed {
		return listJSON(passed)
	}
	return string(object(set))
}

// mixed reports passed and set variables side by side, which no file can say.
func mixed(env []EnvVar) bool {
	return slices.ContainsFunc(env, func(v EnvVar) bool { return v.Passed != env[0].Passed })
}

func headersJSON(headers []Header) string {
	var fields []field
	for _, h := range headers {
		fields = append(fields, field{h.Name, quote(h.Value.Reveal())})
	}
	return string(object(fields))
}

func oauthJSON(o OAuth) string {
	var fields []field
	if o.ClientID != "" {
		fields = append(fields, field{"clientId", quote(o.ClientID)})
	}
	if len(o.Scopes) > 0 {
		fields = append(fields, field{"scopes", listJSON(o.Scopes)})
	}
	return string(object(fields))
}

func reachFields(s Server) []field {
	var fields []field
	if s.Reach.Off {
		fields = append(fields, field{"enabled", "false"})
	}
	if len(s.Reach.Read) > 0 {
		fields = append(fields, field{"read", listJSON(s.Reach.Read)})
	}
	if len(s.Reach.Write) > 0 {
		fields = append(fields, field{"write", listJSON(s.Reach.Write)})
	}
	runner, _ := sandbox.Starter(s.Command, s.Args)
	if n := s.Reach.Network; n != "" && n != defaultNetwork(runner) {
		fields = append(fields, field{"network", quote(string(n))})
	}
	return fields
}

func listJSON(items []string) string {
	quotedItems := make([]string, len(items))
	for i, s := range items {
		quotedItems[i] = quote(s)
	}
	return "[" + strings.Join(quotedItems, ",") + "]"
}

// quote is a JSON text; bytes that are not UTF-8 are kept, so that the reader
// refuses them instead of seeing another text.
func quote(s string) string {
	const hex = "0123456789abcdef"
	var b strings.Builder
	b.WriteByte('"')
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '"' || c == '\\':
			b.WriteByte('\\')
			b.WriteByte(c)
		case c < ' ':
			b.WriteString(`\u00`)
			b.WriteByte(hex[c>>4])
			b.WriteByte(hex[c&15])
		default:
			b.WriteByte(c)
		}
	}
	b.WriteByte('"')
	return b.String()
}
