package cmd

import (
	"strings"

	"usher/pkg/fault"
	"usher/pkg/mcp"
	"usher/pkg/names"
)

// plainSecrets refuses what looks like a secret in what was typed (SPEC S9).
func (w *wanted) plainSecrets(id names.ServerID) error {
	typed := mcp.Server{ID: id}
	if err := w.change(&typed, "/"); err != nil {
		return err
	}
	fields := mcp.TypedSecrets(typed)
	if len(fields) == 0 {
		return nil
	}
	field := fields[0]
	own := string(mcp.OwnSecretName(id, "NAME"))
	hint := "let it be asked for, where the server reads a variable: --env NAME; or store it and name it in the argument: usher secret set " + own + ", then '${secret:" + own + "}'"
	switch {
	case strings.HasPrefix(field, "env."):
		name := strings.TrimPrefix(field, "env.")
		hint = "let it be asked for: --env " + name + "; or name it: --pass-env " + name + ", or --env '" + name + "=${env:OTHER}'"
	case strings.HasPrefix(field, "headers."):
		hint = "let it be asked for: --bearer; or name it: --header '" + strings.TrimPrefix(field, "headers.") + ": ${secret:NAME}'"
	case field == "url":
		hint = "send it in a header instead: --bearer, or --header 'NAME: ${secret:NAME}'"
	}
	return fault.New(fault.Refused, field+" looks like a secret, and what is typed on a command line stays in the shell's history and shows in the process list; nothing was saved",
		hint, "and take this line out of your shell's history")
}
