package files

import "strings"

// places are file names by operating system, with words in braces for what
// differs: {home}, {app} (the user's config folder of the system), {xdg}, and
// on Windows {roaming} and {local}. all are those of every system.
type places struct{ all, linux, darwin, windows []string }

// Files are a client's files, most usual first. Project's are relative to the
// project folder, with slashes.
type Files struct {
	User    []string
	Machine []string // an administrator's; read by the client, never written by a person
	Project []string
}

// Files says where the client's files stand on a system (a GOOS: linux, darwin,
// windows; any other is taken for linux) for a person whose home folder is home.
// getenv is asked for XDG_CONFIG_HOME, CODEX_HOME, CLAUDE_CONFIG_DIR, COPILOT_HOME,
// APPDATA and LOCALAPPDATA.
func (i Info) Files(goos, home string, getenv func(string) string) Files {
	w := world{goos: goos, home: home, getenv: getenv}
	return Files{User: w.list(i.user), Machine: w.list(i.machine), Project: w.list(i.project)}
}

type world struct {
	goos, home string
	getenv     func(string) string
}

func (w world) list(p places) []string {
	own := p.linux
	switch w.goos {
	case "darwin":
		own = p.darwin
	case "windows":
		own = p.windows
	}
	var out []string
	for _, pattern := range append(append([]string{}, own...), p.all...) {
		out = append(out, w.fill(pattern))
	}
	return out
}

func (w world) fill(pattern string) string {
	if !strings.HasPrefix(pattern, "{") { // of a project, or absolute
		return pattern
	}
	word, rest, _ := strings.Cut(pattern[1:], "}")
	base := w.home
	switch word {
	case "app":
		base = w.appFolder()
	case "xdg":
		base = w.or("XDG_CONFIG_HOME", "/.config")
	case "codex":
		base = w.or("CODEX_HOME", "/.codex")
	case "claude-home":
		base = w.or("CLAUDE_CONFIG_DIR", "")
	case "claude":
		base = w.or("CLAUDE_CONFIG_DIR", "/.claude")
	case "copilot":
		base = w.or("COPILOT_HOME", "/.copilot")
	case "roaming":
		base = w.or("APPDATA", "/AppData/Roaming")
	case "local":
		base = w.or("LOCALAPPDATA", "/AppData/Local")
	}
	return base + w.slashed(rest)
}

// appFolder is where the system keeps a program's settings.
func (w world) appFolder() string {
	switch w.goos {
	case "darwin":
		return w.home + "/Library/Application Support"
	case "windows":
		return w.or("APPDATA", "/AppData/Roaming")
	}
	return w.or("XDG_CONFIG_HOME", "/.config")
}

// or is the folder a variable names, where it is absolute, else one at home.
func (w world) or(name, below string) string {
	v := w.getenv(name)
	drive := len(v) > 2 && v[1] == ':' && (v[2] == '\\' || v[2] == '/')
	if w.goos == "windows" && drive || w.goos != "windows" && strings.HasPrefix(v, "/") {
		return strings.TrimRight(v, `/\`)
	}
	return w.home + w.slashed(below)
}

func (w world) slashed(p string) string {
	if w.goos == "windows" {
		return strings.ReplaceAll(p, "/", `\`)
	}
	return p
}
