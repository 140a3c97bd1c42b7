package cmd

import (
	"context"
	"strings"

	"github.com/spf13/cobra"

	"usher/pkg/clean"
)

// words completes one of a few fixed words.
func words(list ...string) cobra.CompletionFunc {
	return func(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
		return list, cobra.ShellCompDirectiveNoFileComp
	}
}

// found completes names that come from files. They are foreign text on their
// way to a terminal, so what the cleaner would change is not offered (SPEC F6).
// Nor is what a shell would act on: bash puts what the names have in common on the
// line as it is. A completion never shows an error.
func found(look func(ctx context.Context, args []string) ([]string, error)) cobra.CompletionFunc {
	return func(cmd *cobra.Command, args []string, _ string) ([]cobra.Completion, cobra.ShellCompDirective) {
		names, err := look(cmd.Context(), args)
		if err != nil {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		var offered []cobra.Completion
		for _, name := range names {
			if clean.Line(name) == name && !strings.ContainsAny(name, "$`;&|<>!") {
				offered = append(offered, name)
			}
		}
		return offered, cobra.ShellCompDirectiveNoFileComp
	}
}

// folders completes folders of the disk.
func folders(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
	return nil, cobra.ShellCompDirectiveFilterDirs
}
