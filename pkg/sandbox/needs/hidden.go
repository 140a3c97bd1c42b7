package needs

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// hidden are the paths in the granted folders that stay hidden: usher's own places,
// and where agents, keychains, engines and displays listen (SPEC B2). Each is
// there as it is written and as it really is; one outside every grant is hidden
// anyway.
func (w World) hidden(granted []string) []string {
	paths := append([]string{w.Home, w.State, w.Data, w.Machine}, w.sockets()...)
	var out []string
	for _, path := range spellings(paths...) {
		if _, err := os.Lstat(path); err == nil && insideAny(granted, path) {
			add(&out, path)
		}
	}
	slices.Sort(out)
	return outermost(out)
}

// sockets are the known places of what would act for the person who is asked there.
func (w World) sockets() []string {
	var out []string
	for _, name := range [...]string{"SSH_AUTH_SOCK", "XAUTHORITY", "XDG_RUNTIME_DIR", "ICEAUTHORITY", "SSH_AGENT_LAUNCHER_SOCK"} {
		out = append(out, w.Getenv(name))
	}
	for _, name := range [...]string{"DBUS_SESSION_BUS_ADDRESS", "DOCKER_HOST", "CONTAINER_HOST", "WAYLAND_DISPLAY", "PULSE_SERVER"} {
		out = append(out, socketIn(w.Getenv(name)))
	}
	agent, _, _ := strings.Cut(w.Getenv("GPG_AGENT_INFO"), ":")
	out = append(out, agent, "/run/docker.sock", "/run/containerd", "/run/podman", "/run/dbus", "/run/user", "/tmp/.X11-unix", "/tmp/.ICE-unix")
	for _, below := range [...]string{
		".docker/run", ".docker/desktop", ".colima", ".gnupg/S.gpg-agent", ".gnupg/S.gpg-agent.ssh", ".gnupg/S.gpg-agent.extra",
		".gnupg/S.gpg-agent.browser", ".gnupg/S.keyboxd", ".gnupg/S.scdaemon", ".gnupg/S.dirmngr", ".1password", ".Xauthority", ".ICEauthority",
		".local/share/keyrings", ".local/share/containers", ".cache/keyring",
	} {
		if w.UserHome != "" {
			out = append(out, filepath.Join(w.UserHome, below))
		}
	}
	return slices.DeleteFunc(out, func(p string) bool { return !filepath.IsAbs(p) })
}

// socketIn is the path in an address such as unix:path=/run/user/1000/bus,guid=…
func socketIn(address string) string {
	at := strings.IndexByte(address, '/')
	if at < 0 {
		return ""
	}
	path, _, _ := strings.Cut(address[at:], ",")
	path, _, _ = strings.Cut(path, ";")
	return filepath.Clean(path)
}

func regular(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
}
