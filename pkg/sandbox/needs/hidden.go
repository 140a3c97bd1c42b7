package needs

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"usher/pkg/fault"
)

// hidden are the paths in the granted folders that stay hidden: usher's own places,
// there or not, and where agents, keychains, engines and displays listen (SPEC B2).
// They are real paths; one outside every grant is hidden anyway.
func (w World) hidden(granted []string) []string {
	var out []string
	for i, path := range slices.Concat(w.own(), w.sockets()) {
		real, _, err := follow(path)
		if (err == nil || i < len(w.own())) && insideAny(granted, real) {
			add(&out, real)
		}
	}
	slices.Sort(out)
	return outermost(out)
}

// own are usher's own places, as far as they are known.
func (w World) own() []string {
	return slices.DeleteFunc([]string{w.Home, w.State, w.Data, w.Machine}, func(p string) bool { return p == "" })
}

// hideable refuses folders in which something that is to be hidden cannot be: what is
// not there yet, so that the server would see it when it is, and what is reached by
// a link that the server may change. Prepare makes the state and the data.
func (w World) hideable(granted, writable []string) error {
	for place, hint := range map[string]string{w.Home: "make it first: usher home --create", w.Machine: "make it first, or give a folder below " + filepath.Dir(w.Machine)} {
		real, _, err := follow(place)
		if err != nil && place != "" && insideAny(granted, real) {
			return fault.New(fault.Refused, "usher's own folder "+place+" would have to be hidden from the server, and is not there", hint)
		}
	}
	for _, path := range slices.Concat(w.own(), w.sockets()) {
		_, links, _ := follow(path)
		for _, l := range links {
			if insideAny(writable, l.At) {
				return fault.New(fault.Refused, "what must stay hidden in "+strings.Join(writable, ", ")+" cannot be: "+l.At+", by which "+path+" is reached, is a link",
					"give the folder with --read instead", "or put what the link leads to in its place")
			}
		}
	}
	return nil
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
		".config/usher", ".local/state/usher", ".local/share/usher", // usher's own, where it is not told another place
	} {
		for _, home := range w.homes() {
			out = append(out, filepath.Join(home, below))
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
