package cmd

import (
	"context"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"

	"usher/pkg/output"
)

func newVersionCmd(a *app) *cobra.Command {
	o := newVersionOptions(a)
	return &cobra.Command{
		Use:   "version",
		Short: "Show which usher this is",
		Long: `Show the version of usher, the Go release and platform it was built for, and
the commit it was built from where the build recorded one.

EXIT STATUS
  0  shown`,
		Example: `  # for a bug report
  usher version

  # for a script
  usher version -o json`,
		Args: takes(0, 0),
		RunE: a.show(o.run),
	}
}

func newVersionOptions(a *app) versionOptions {
	return versionOptions{stamped: a.Version, build: debug.ReadBuildInfo}
}

type versionOptions struct {
	stamped string
	build   func() (*debug.BuildInfo, bool)
}

func (o versionOptions) run(context.Context, []string) (output.View, error) { return o.view(), nil }

func (o versionOptions) view() versionView {
	v := versionView{Version: o.stamped, Go: runtime.Version(), OS: runtime.GOOS, Arch: runtime.GOARCH}
	info, ok := o.build()
	if !ok {
		return v
	}
	if v.Version == "" {
		v.Version = info.Main.Version
	}
	for _, s := range info.Settings {
		switch s.Key {
		case "vcs.revision":
			v.Commit = s.Value
		case "vcs.modified":
			v.Modified = s.Value == "true"
		}
	}
	return v
}

type versionView struct {
	Version  string `json:"version"`
	Go       string `json:"go"`
	OS       string `json:"os"`
	Arch     string `json:"arch"`
	Commit   string `json:"commit,omitempty"`
	Modified bool   `json:"modified,omitempty"` // built from a tree with changes
}

func (v versionView) JSON() any { return v }

// String is the answer of --version, after the program's name.
func (v versionView) String() string {
	return v.Version + " (" + v.Go + ", " + v.OS + "/" + v.Arch + ")"
}

func (v versionView) Text(w *output.Printer) {
	w.Line("usher " + v.String())
	if v.Commit == "" {
		return
	}
	changed := ""
	if v.Modified {
		changed = ", with changes"
	}
	w.Line("commit " + v.Commit + changed)
}
