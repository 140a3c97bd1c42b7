package cmd

import (
	"fmt"
	"runtime"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"usher/pkg/engine"
	"usher/pkg/fault"
	"usher/pkg/safefile"
)

// machineWrites are the commands that take --machine, each with whether these flags
// make it write, which is for the administrator alone (SPEC L8, 20).
func machineWrites(path string) (writes func(given func(string) bool) bool, takes bool) {
	always := func(func(string) bool) bool { return true }
	never := func(func(string) bool) bool { return false }
	switch strings.TrimPrefix(path, "usher ") {
	case "server add", "server edit", "server remove", "server enable", "server disable",
		"policy set", "policy unset", "prompt new", "prompt edit", "skill new", "instructions edit":
		return always, true
	case "server import":
		return func(given func(string) bool) bool { return !given("dry-run") }, true
	case "hooks new":
		return func(given func(string) bool) bool { return !given("print") }, true
	case "hooks convert":
		return func(given func(string) bool) bool { return given("write") }, true
	case "home":
		return func(given func(string) bool) bool { return given("create") }, true
	case "policy get", "policy list":
		return never, true
	}
	return never, false
}

// machineAsked admits --machine before the command runs: a command that writes the
// machine layer, by a root that no assistant is (SPEC A5, 20).
func (a *app) machineAsked(cmd *cobra.Command, args []string) error {
	if !a.flags.machine {
		return nil
	}
	writes, takes := machineWrites(cmd.CommandPath())
	if !takes {
		return fault.New(fault.Usage, cmd.CommandPath()+" writes nothing into the machine layer and takes no --machine",
			"leave it out, or see what takes it: usher home --help")
	}
	for _, flag := range [...]string{"home", "project", "no-project"} {
		if cmd.Flags().Changed(flag) {
			return fault.New(fault.Usage, "--machine and --"+flag+" name different places to write to", "give one of them")
		}
	}
	if !writes(func(flag string) bool { return given(cmd.Flags(), flag) }) {
		return nil
	}
	line := a.machineLine(cmd, args)
	if err := a.noAssistant(line); err != nil {
		return err
	}
	if safefile.Administrator() {
		return nil
	}
	dir := a.machineDir()
	if runtime.GOOS == "windows" {
		return fault.New(fault.Refused, "only an administrator writes the machine layer, "+dir, "in a terminal that was started as administrator: "+line)
	}
	return fault.New(fault.Refused, "only root writes the machine layer, "+dir, "sudo "+line)
}

// given reports a flag that was given and is not false.
func given(fs *pflag.FlagSet, name string) bool {
	f := fs.Lookup(name)
	return f != nil && f.Changed && f.Value.String() != "false"
}

// machineLine is the command again. Of a server's the words behind its id are left
// out: one of them may be a secret in a wrong place.
func (a *app) machineLine(cmd *cobra.Command, args []string) string {
	if path := cmd.CommandPath(); cmd.Parent() != nil && cmd.Parent().Name() == "server" {
		line := path + " --machine"
		if len(args) > 0 && cmd.Flags().ArgsLenAtDash() != 0 {
			line += " " + engine.QuoteArg(args[0])
		}
		if len(args) > 1 || cmd.Flags().NFlag() > 1 {
			line += " ..."
		}
		return line
	}
	line := "usher"
	for _, word := range a.Args {
		line += " " + engine.QuoteArg(word)
	}
	return line
}

// byMachine is a next command in the layer that this one writes: with --machine,
// where the command takes it, and behind sudo where this one was.
func (a *app) byMachine(line string) string {
	words := strings.Fields(line)
	takes := false
	for n := min(3, len(words)); n > 1 && !takes; n-- {
		_, takes = machineWrites(strings.Join(words[:n], " "))
	}
	if !takes || strings.Contains(line, " --machine") {
		return line
	}
	line += " --machine"
	if a.Getenv("SUDO_USER") != "" {
		line = "sudo " + line
	}
	return line
}

// notInMachine refuses a flag that has no meaning there.
func (a *app) notInMachine(flag, why string, hints ...string) error {
	return fault.New(fault.Usage, fmt.Sprintf("--%s and --machine do not go together: %s", flag, why), hints...)
}
