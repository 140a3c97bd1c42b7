package cmd

import (
	"slices"
	"strings"

	"usher/pkg/fault"
	"usher/pkg/mcp"
	"usher/pkg/sandbox"
	"usher/pkg/strictjson"
)

// unsetWords are the fields that --unset takes, in the words of the file.
func unsetWords() []string {
	return []string{"args", "cwd", "description", "disabled", "env", "env.NAME", "headers", "headers.NAME", "oauth", "protocol", "sandbox", "sandbox.enabled", "sandbox.network", "sandbox.read", "sandbox.write", "timeoutMs", "tokenEnv"}
}

// unset takes fields out of a server. What makes it a server, its command or its
// url, is changed and not taken out.
func unset(s *mcp.Server, fields []string) error {
	for _, field := range fields {
		if err := unsetField(s, field); err != nil {
			return err
		}
	}
	return nil
}

func unsetField(s *mcp.Server, field string) error {
	under, name, _ := strings.Cut(field, ".")
	switch {
	case field == "args":
		s.Args = nil
	case field == "cwd":
		s.Cwd = ""
	case field == "description":
		s.Description = ""
	case field == "disabled":
		s.Disabled = false
	case field == "env":
		s.Env = nil
	case field == "headers":
		s.Headers = nil
	case field == "oauth":
		s.OAuth = mcp.OAuth{}
	case field == "protocol":
		s.Protocol = ""
	case field == "sandbox":
		s.Reach = sandbox.Reach{}
	case field == "sandbox.enabled":
		s.Reach.Off = false
	case field == "sandbox.network":
		s.Reach.Network = ""
	case field == "sandbox.read":
		s.Reach.Read = nil
	case field == "sandbox.write":
		s.Reach.Write = nil
	case field == "timeoutMs":
		s.Timeout = 0
	case field == "tokenEnv":
		s.TokenEnv = ""
	case under == "env" && name != "":
		had := len(s.Env)
		s.Env = slices.DeleteFunc(s.Env, func(v mcp.EnvVar) bool { return string(v.Name) == name })
		return wasThere(had > len(s.Env), s, field)
	case under == "headers" && name != "":
		had := len(s.Headers)
		s.Headers = slices.DeleteFunc(s.Headers, func(h mcp.Header) bool { return strings.EqualFold(h.Name, name) })
		return wasThere(had > len(s.Headers), s, field)
	default:
		return noField(s, field)
	}
	return nil
}

func wasThere(there bool, s *mcp.Server, field string) error {
	if there {
		return nil
	}
	return fault.New(fault.Refused, "the server has no "+field, "usher server show "+string(s.ID))
}

func noField(s *mcp.Server, field string) error {
	message, hint := "--unset takes no such field", "it takes "+list(unsetWords())
	switch {
	case field == "command" || field == "url" || field == "package" || field == "id":
		message, hint = "a server cannot be without its "+field, "change it, or: usher server remove "+string(s.ID)
	default:
		if near := strictjson.Nearest(field, unsetWords()); near != "" {
			message += "; the nearest is " + near
		}
	}
	return fault.New(fault.Usage, message, hint)
}
