package cmd

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// usage writes what follows the long text of a help page. It stands in for
// cobra's template, which shows every switch as --name[=true|false].
func usage(c *cobra.Command) error {
	var b strings.Builder
	fmt.Fprintf(&b, "Usage:\n  %s\n", c.UseLine())
	if c.Example != "" {
		fmt.Fprintf(&b, "\nExamples:\n%s\n", c.Example)
	}
	var rows [][2]string
	for _, sub := range c.Commands() {
		if sub.IsAvailableCommand() || sub.Name() == "help" {
			rows = append(rows, [2]string{sub.Name(), sub.Short})
		}
	}
	columns(&b, "Commands", rows)
	columns(&b, "Flags", flagRows(c.LocalNonPersistentFlags()))
	global := c.InheritedFlags()
	if !c.HasParent() {
		global = c.PersistentFlags()
	}
	columns(&b, "Global flags", flagRows(global))
	if c.HasAvailableSubCommands() {
		fmt.Fprintf(&b, "\n\"%s <command> --help\" shows more about a command.\n", c.CommandPath())
	}
	_, err := fmt.Fprint(c.OutOrStderr(), b.String())
	return err
}

// flagRows are the visible flags and what they are for.
func flagRows(flags *pflag.FlagSet) [][2]string {
	var rows [][2]string
	flags.VisitAll(func(f *pflag.Flag) {
		if f.Hidden {
			return
		}
		value, text := pflag.UnquoteUsage(f)
		name := "    --" + f.Name
		if f.Shorthand != "" {
			name = "-" + f.Shorthand + ", --" + f.Name
		}
		if f.NoOptDefVal == "" {
			name += " " + value
		}
		rows = append(rows, [2]string{name, text})
	})
	return rows
}

// columns writes rows under a title in two columns; nothing where there are none.
func columns(b *strings.Builder, title string, rows [][2]string) {
	if len(rows) == 0 {
		return
	}
	wide := 0
	for _, row := range rows {
		wide = max(wide, len(row[0]))
	}
	fmt.Fprintf(b, "\n%s:\n", title)
	for _, row := range rows {
		fmt.Fprintf(b, "  %-*s  %s\n", wide, row[0], row[1])
	}
}
