package cmd

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"usher/pkg/hosts/files"
)

// hostOff is what keeps usher out of an assistant although it stands in its files.
type hostOff struct {
	What    string `json:"what"`    // hooks or gateway
	File    string `json:"file"`    // of the setting
	Line    int    `json:"line"`    // 0 where it is something that is missing there
	Setting string `json:"setting"` // "" where the file could not be read
	Says    string `json:"says"`
}

// line is it for people.
func (o hostOff) line() string {
	at := o.File
	if o.Line > 0 {
		at = fmt.Sprintf("%s:%d", at, o.Line)
	}
	word := "not guarded: "
	if o.What == holdsGateway {
		word = "not offered: "
	}
	return word + at + " " + o.Says
}

// folders are those in which the assistant may be started here, whose settings count.
func (b *hostBench) folders() []string {
	var out []string
	add := func(dir string) {
		if dir != "" && filepath.Clean(dir) != b.site.home && !slices.Contains(out, filepath.Clean(dir)) {
			out = append(out, filepath.Clean(dir))
		}
	}
	add(b.conn.project)
	if !b.flags.noProject {
		add(b.g.at.Project)
		add(trustRoot(b.g, b.WorkDir))
		add(b.WorkDir)
	}
	return out
}

// switches are the settings that turn an assistant's hooks, or usher's gateway, off:
// the person's, the administrator's, and those of the folders.
func (s hostSite) switches(h hostApp, folders []string) []hostOff {
	if !h.guards {
		return nil
	}
	var out []hostOff
	for _, f := range h.hooks.Settings(runtime.GOOS, s.home, s.Getenv, folders) {
		for _, one := range s.each(f) {
			data, err := readHost(one.Path)
			var found []files.Switch
			if err == nil {
				found, err = one.Off(data)
			}
			if err != nil {
				out = append(out, hostOff{What: holdsHooks, File: one.Path, Says: "cannot be read, so it is not known whether it turns hooks off: " + strings.TrimPrefix(err.Error(), one.Path+" ")})
			}
			out = append(out, offOf(found)...)
		}
	}
	return out
}

// each is a file of settings, or those of a folder.
func (s hostSite) each(f files.SettingsFile) []files.SettingsFile {
	if !f.Folder {
		return []files.SettingsFile{f}
	}
	entries, _ := os.ReadDir(f.Path) // one that is not there, or not for us, is not for the assistant either
	var out []files.SettingsFile
	for _, e := range entries {
		if strings.HasSuffix(e.Name(), ".json") {
			out = append(out, f.In(filepath.Join(f.Path, e.Name())))
		}
	}
	return out
}

// distrusted are usher's hooks that the assistant skips until a person trusts them there.
func (s hostSite) distrusted(h hostApp) []hostOff {
	if !h.guards || !h.hooks.Silent {
		return nil
	}
	own := h.hooks.Settings(runtime.GOOS, s.home, s.Getenv, nil)[0] // it keeps that in the person's settings, of projects too
	var out []hostOff
	for _, f := range s.hookFiles(h) {
		f.Path = s.hookPath(f)
		data, err := readHost(f.Path)
		if err != nil {
			continue // which is said of the hooks
		}
		config, err := readHost(own.Path)
		var found []files.Switch
		if err == nil {
			found, err = f.Distrusted(data, own, config)
		}
		if err == nil {
			out = append(out, offOf(found)...)
		}
	}
	return out
}

func offOf(found []files.Switch) []hostOff {
	var out []hostOff
	for _, f := range found {
		o := hostOff{What: holdsHooks, File: f.File, Line: f.Line, Setting: f.Setting, Says: f.Says}
		switch {
		case f.Gateway:
			o.What, o.Says = holdsGateway, "leaves usher's gateway out ("+f.Setting+")"
		case f.Says == "":
			o.Says = "turns hooks off (" + f.Setting + ")"
		}
		out = append(out, o)
	}
	return out
}
