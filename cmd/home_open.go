package cmd

import (
	"context"
	"fmt"
	"runtime"
	"strings"
	"time"

	"usher/pkg/fault"
	"usher/pkg/places"
	"usher/pkg/proc"
)

// openFolder shows the assistant folder in the file manager of this session.
// The opener gets the basic environment and what a desktop needs, no more.
func (o *homeOptions) openFolder(ctx context.Context, at places.Places) error {
	name, why := opener(runtime.GOOS, o.Getenv)
	if why != "" {
		return fault.New(fault.Failed, "the folder cannot be shown: "+why)
	}
	program, why := proc.LookPath(name, at.Home, o.Getenv("PATH"), at.Project)
	if why != "" {
		return fault.New(fault.Failed, "the folder cannot be shown: "+why)
	}
	reaper := proc.NewReaper(proc.FindReaper(o.Self))
	defer reaper.Close()
	r := reaper.Run(ctx, proc.Spec{
		Path: program, Args: []string{at.Home}, Dir: at.Home,
		Env: append(proc.Basic(o.Environ), desktop(o.Environ)...), Timeout: 20 * time.Second,
	})
	switch {
	case r.Ending == proc.Exited && (r.Code == 0 || runtime.GOOS == "windows"): // explorer always ends with 1
		return nil
	case r.Ending == proc.Exited:
		return fault.New(fault.Failed, fmt.Sprintf("the folder cannot be shown: %s ended with status %d", name, r.Code))
	case r.Ending == proc.Cancelled:
		return ctx.Err()
	case r.Why != "":
		return fault.New(fault.Failed, "the folder cannot be shown: "+r.Why)
	}
	return fault.New(fault.Failed, "the folder cannot be shown: "+name+" did not end in time")
}

// opener names the program that shows a folder, or why there is none.
func opener(goos string, getenv func(string) string) (name, why string) {
	switch goos {
	case "darwin":
		return "open", ""
	case "windows":
		return "explorer.exe", ""
	}
	if getenv("DISPLAY") == "" && getenv("WAYLAND_DISPLAY") == "" {
		return "", "this session has no graphical display"
	}
	return "xdg-open", ""
}

// desktop is what a program needs to reach the screen of this session.
func desktop(environ []string) []string {
	var kept []string
	for _, line := range environ {
		switch name, _, _ := strings.Cut(line, "="); name {
		case "DISPLAY", "WAYLAND_DISPLAY", "XAUTHORITY", "XDG_RUNTIME_DIR", "XDG_SESSION_TYPE",
			"XDG_CURRENT_DESKTOP", "XDG_DATA_DIRS", "DBUS_SESSION_BUS_ADDRESS":
			kept = append(kept, line)
		}
	}
	return kept
}
