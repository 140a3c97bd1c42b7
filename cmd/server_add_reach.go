package cmd

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"usher/pkg/effective"
	"usher/pkg/fault"
	"usher/pkg/mcp"
	"usher/pkg/sandbox"
	"usher/pkg/strictjson"
)

// wantedReach is what the command line of add or edit says about a server's sandbox
// (SPEC S9, B1, B4).
type wantedReach struct {
	read, write []string
	network     string
	none        bool
}

func (w *wantedReach) register(cmd *cobra.Command) {
	fs := cmd.Flags()
	fs.StringArrayVar(&w.read, "read", nil, "let it read `DIR` and what is below it; workspace is the trusted project folder")
	fs.StringArrayVar(&w.write, "write", nil, "let it read and change `DIR` and what is below it; workspace is the trusted project folder")
	fs.StringVar(&w.network, "network", "", "how far its connections go, in a `WORD`: off, localhost or on")
	fs.BoolVar(&w.none, "no-sandbox", false, "start it without a sandbox, with your full permissions")
	for _, flag := range [...]string{"read", "write"} {
		_ = cmd.RegisterFlagCompletionFunc(flag, func(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
			return []cobra.Completion{sandbox.Workspace}, cobra.ShellCompDirectiveFilterDirs
		})
	}
	_ = cmd.RegisterFlagCompletionFunc("network", words(sandbox.Networks()...))
}

// asked reports whether the command line says anything about the sandbox.
func (w *wantedReach) asked(given func(string) bool) bool {
	return slices.ContainsFunc([]string{"read", "write", "network", "no-sandbox"}, given)
}

// change adds folders to what a server may reach, and sets the rest. dir is the
// person's working directory, against which a folder is taken.
func (w *wantedReach) change(s *mcp.Server, dir string, given func(string) bool) error {
	switch {
	case !w.asked(given):
		return nil
	case s.URL != "":
		return fault.New(fault.Usage, "a server that runs elsewhere has no sandbox here", "leave --read, --write, --network and --no-sandbox out")
	case w.none && (len(w.read)+len(w.write) > 0 || given("network")):
		return fault.New(fault.Usage, "--no-sandbox does not go with --read, --write or --network: without a sandbox it reaches everything", "choose one")
	}
	if given("no-sandbox") {
		s.Reach.Off = w.none
	}
	if w.none {
		s.Reach.Read, s.Reach.Write, s.Reach.Network = nil, nil, ""
		return nil
	}
	for _, l := range []struct {
		flag string
		dirs []string
		list *[]string
	}{{"--read", w.read, &s.Reach.Read}, {"--write", w.write, &s.Reach.Write}} {
		for _, text := range l.dirs {
			folder, err := granted(l.flag, text, dir)
			if err != nil {
				return err
			}
			if !slices.Contains(*l.list, folder) {
				*l.list = append(*l.list, folder)
			}
		}
	}
	return w.setNetwork(s, given)
}

func (w *wantedReach) setNetwork(s *mcp.Server, given func(string) bool) error {
	if !given("network") {
		return nil
	}
	n, ok := sandbox.ParseNetwork(w.network)
	if !ok {
		hint := "--network off, --network localhost or --network on"
		if near := strictjson.Nearest(w.network, sandbox.Networks()); near != "" {
			hint = "--network " + near
		}
		return fault.New(fault.Usage, "--network is off, localhost or on", hint)
	}
	if runner, _ := sandbox.Starter(s.Command, s.Args); runner != "" && n != sandbox.NetworkOn {
		return fault.New(fault.Refused, runner+" downloads the server when it starts, so its network is on", "leave --network out, or install the server and name its program")
	}
	s.Reach.Network = n
	return nil
}

// granted is a folder as the file holds it: the word workspace, what begins with a
// ${…}, or the whole path of the folder that the person means where they are.
func granted(flag, text, dir string) (string, error) {
	switch {
	case text == sandbox.Workspace, strings.HasPrefix(text, sandbox.Workspace+"/"), strings.HasPrefix(text, "${"):
		return text, nil
	case text == "" || strings.HasPrefix(text, "~"):
		return "", fault.New(fault.Usage, flag+" is empty or begins with ~, and nothing is expanded in it", "write the folder itself")
	case filepath.IsAbs(text):
		return filepath.Clean(text), nil
	case dir == "":
		return "", fault.New(fault.Usage, flag+" is relative, and this folder has no path any more", "write the whole path")
	}
	return filepath.Join(dir, text), nil
}

// grantable refuses folders that no server is given, before anything is saved
// (SPEC B2). One that depends on what is not known here, such as the project folder,
// is looked at when the server starts.
func (a *app) grantable(g ground, s mcp.Server) error {
	if !sandboxed(effective.Server{Server: s}) {
		return nil
	}
	world := a.needs(g)
	for _, l := range []struct {
		field string
		dirs  []string
	}{{"sandbox.read", s.Reach.Read}, {"sandbox.write", s.Reach.Write}} {
		for _, dir := range l.dirs {
			one := mcp.Server{ID: s.ID, Reach: sandbox.Reach{Read: []string{dir}}}
			x, err := mcp.Expand(one, a.look(g, nil))
			if err != nil {
				continue
			}
			if _, why, hint := world.Grant(x.Read[0]); why != "" {
				return fault.New(fault.Refused, l.field+" cannot hold "+x.Read[0]+": it "+why+"; nothing was saved", hint)
			}
		}
	}
	return nil
}

// sameReach reports whether two servers are let reach the same.
func sameReach(a, b mcp.Server) bool { return slices.Equal(a.Reach.Canonical(), b.Reach.Canonical()) }
