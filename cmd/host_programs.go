package cmd

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"usher/pkg/fault"
	"usher/pkg/places"
)

// terms are the programs and folders that are written into an assistant.
func (a *app) terms(g ground) (hostTerms, error) {
	t := hostTerms{home: filepath.Clean(g.at.Home), state: filepath.Clean(g.at.State), data: filepath.Clean(g.at.Data)}
	if g.at.Data == "" {
		return t, fault.New(fault.Refused, "where servers keep their data is not known, and it is written into an assistant", "name it: --data DIR")
	}
	usher, err := a.lasting()
	if err != nil {
		return t, err
	}
	t.usher = usher
	t.gate = filepath.Join(filepath.Dir(usher), "usher-gate"+filepath.Ext(usher))
	if info, err := os.Stat(t.gate); err != nil || !info.Mode().IsRegular() {
		return t, fault.New(fault.Refused, "the program usher-gate is not beside "+usher+", and an assistant's hooks would run it",
			"install both into one folder")
	}
	return t, nil
}

// lasting is the path under which this program is found after an update too: the
// entry of PATH that is this program, which a package manager keeps as a link.
func (a *app) lasting() (string, error) {
	self, err := os.Stat(a.Self)
	if a.Self == "" || err != nil {
		return "", fault.New(fault.Refused, "where this program is cannot be told, and an assistant would run it", "start it by its full path")
	}
	name := "usher"
	if runtime.GOOS == "windows" {
		name += ".exe"
	}
	for _, dir := range filepath.SplitList(a.Getenv("PATH")) {
		path := filepath.Join(dir, name)
		if !filepath.IsAbs(dir) || a.WorkDir != "" && places.Inside(a.WorkDir, path) {
			continue
		}
		if info, err := os.Stat(path); err == nil && os.SameFile(info, self) && gateBeside(path) {
			return path, nil
		}
	}
	return filepath.Clean(a.Self), nil
}

func gateBeside(usher string) bool {
	return exists(filepath.Join(filepath.Dir(usher), "usher-gate"+filepath.Ext(usher)))
}

// trustRoot is the folder of a command that was told no project: where it was started.
func trustRoot(g ground, workDir string) string {
	if workDir == "" || strings.TrimSpace(workDir) == "" || filepath.Clean(workDir) == filepath.Clean(g.userHome) {
		return ""
	}
	if real, err := filepath.EvalSymlinks(workDir); err == nil {
		return real
	}
	return workDir
}
