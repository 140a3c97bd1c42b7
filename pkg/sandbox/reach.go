package sandbox

import "slices"

// Network is how far a server's connections go (SPEC B1, B5).
type Network string

const (
	NetworkOff       Network = "off"       // none; the zero value means the same
	NetworkLocalhost Network = "localhost" // this computer only
	NetworkOn        Network = "on"        // everything
)

// Networks are the words a file may use, in order of reach.
func Networks() []string {
	return []string{string(NetworkOff), string(NetworkLocalhost), string(NetworkOn)}
}

// ParseNetwork reads one of Networks, byte for byte.
func ParseNetwork(s string) (Network, bool) {
	switch n := Network(s); n {
	case NetworkOff, NetworkLocalhost, NetworkOn:
		return n, true
	}
	return NetworkOff, false
}

// Workspace is the word for the trusted project folder among Read and Write.
const Workspace = "workspace"

// Reach is what a local server may touch. The zero value is the default of
// SPEC B1: a sandbox with its own data folder, the system's folders read-only,
// none of the person's folders and no network.
type Reach struct {
	Off     bool     // no sandbox at all
	Read    []string // folders it may read: absolute, or Workspace; may hold ${…}
	Write   []string // folders it may read and change
	Network Network
	Runner  string // the package runner that starts it, such as "npx" (SPEC B3)
	Engine  string // the container engine that starts it, such as "docker" (SPEC B3)
}

// Canonical is the reach as lines for the launch digest (SPEC A1). Two reaches
// that let a server touch the same things give the same lines: order and
// repetition of folders do not count.
func (r Reach) Canonical() []string {
	sandboxed := "on"
	if r.Off {
		sandboxed = "off"
	}
	network := r.Network
	if network == "" {
		network = NetworkOff
	}
	out := []string{"sandbox=" + sandboxed, "network=" + string(network), "runner=" + r.Runner, "engine=" + r.Engine}
	for _, dir := range distinct(r.Read) {
		out = append(out, "read="+dir)
	}
	for _, dir := range distinct(r.Write) {
		out = append(out, "write="+dir)
	}
	return out
}

func distinct(dirs []string) []string {
	sorted := slices.Clone(dirs)
	slices.Sort(sorted)
	return slices.Compact(sorted)
}
