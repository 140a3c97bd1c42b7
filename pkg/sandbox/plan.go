package sandbox

// Tier is how a sandbox is built (SPEC B2). The zero value builds none.
type Tier string

const (
	TierNamespaces Tier = "namespaces" // usher's own launcher: new namespaces and an empty root
	TierBubblewrap Tier = "bubblewrap" // the same inner step inside bwrap
	TierLandlock   Tier = "landlock"   // no namespaces: weaker, with named gaps
	TierNone       Tier = "none"       // nothing works here
)

// Plan is everything that the stages of a launch must know to build one server's
// sandbox and to start it inside. Every path in it is absolute and clean, and was
// resolved when the plan was made: a stage that finds a link there refuses.
// Whatever no field names is not there inside.
type Plan struct {
	Tier       Tier
	Bubblewrap string   // the path of bwrap; only for TierBubblewrap
	Options    []string // its newer options that this bwrap knows

	Program string // the real file that is executed
	Argv0   string // what the server sees as argv[0]: the name it was found by
	Args    []string
	Env     []string // NAME=value; the server's whole environment, in this order
	Dir     string   // the working directory inside: an empty unreadable folder where no grant holds it

	Data  string   // the server's own folder, read and write: HOME inside
	Read  []string // granted folders, read-only: real paths
	Write []string // granted folders, read and write: real paths

	// Files are single files shown read-only, each in otherwise empty folders that
	// nobody can list: the program, and the files that its command line names.
	Files []string

	// Runtimes are folders shown read-only because the program lives in them: a
	// version of node under nvm, a virtual environment, a node_modules.
	Runtimes []string

	// Links are shown as links, so that a program found by one starts as it does
	// outside, and never lead to anything that is not shown by another field.
	Links []Link

	// Protect are paths inside Write that stay read-only, also against renaming
	// their parents: every .git and bare repository as a whole, the folders of a
	// project's definitions, usher's own programs. A folder of Read or Write that
	// lies in one is given all the same. A tier that cannot keep them says so.
	Protect []string

	// Mask are paths that are hidden inside any grant: usher's own places, other
	// servers' data, the sockets of agents, keychains, engines and displays. Data and
	// Files are shown also where a Mask covers them.
	Mask []string

	Network Network
}

// Link is a symbolic link inside the sandbox: At leads to To, which is kept as it
// was written and so may be relative.
type Link struct{ At, To string }
