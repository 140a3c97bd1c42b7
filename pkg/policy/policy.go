package policy

import "usher/pkg/names"

// Values of hooks.onError (SPEC H6).
const (
	OnErrorDeny = "deny"
	OnErrorWarn = "warn"
)

// Values of trust.servers and trust.hooks (SPEC A3).
const (
	WithFolder = "with-folder"
	Each       = "each"
)

// Values of texts.precedence (SPEC L7).
const (
	PrecedenceUser    = "user"
	PrecedenceProject = "project"
)

// Values of sandbox.minimum (SPEC B2, C4). Landlock alone hides less: what a file's
// names and dates say is seen, and daemons of a server may outlive it.
const (
	MinimumNamespaces = "namespaces" // usher's own launcher or bubblewrap
	MinimumLandlock   = "landlock"
)

// Rule is one pattern of a list: what it covers, whose it is
// ("machine" or "yours"), and where it stands as file:line:column.
type Rule struct {
	Pattern names.Pattern
	Layer   string
	Place   string
	Key     string
}

// Lists are the machine's list and the person's own. They are kept apart where each
// counts by itself (SPEC C4, L8).
type Lists struct{ Machine, Yours []Rule }

// Policy is what holds on this computer. Only Default and Parse make a usable
// one; the zero value is not usable.
type Policy struct {
	ApproveUnattended bool   // approve.unattended: approval by digest without a terminal (SPEC A4)
	TrustServers      string // trust.servers: WithFolder, or Each: trust in a folder approves no server of it (SPEC A3)
	TrustHooks        string // trust.hooks: WithFolder, or Each: a project's hooks file waits until it is accepted (SPEC A3)
	TrustDigests      []Pin  // trust.digests: a folder of one of these contents is trusted by the machine (SPEC T6)
	HooksEnabled      bool   // hooks.enabled: false runs no hooks but the machine's (SPEC H14)
	HooksOnError      string // hooks.onError: OnErrorDeny or OnErrorWarn
	HooksPinned       bool   // hooks.pinned: your own hooks.json must be what you accepted, or every call is refused (SPEC H13)
	TextsEnabled      bool   // texts.enabled: false sends and expands no text of any layer
	TextsPrecedence   string // texts.precedence: PrecedenceUser, or PrecedenceProject: skills and commands of a folder come before yours (SPEC L7)
	ServersAllow      Lists  // servers.allow: a layer's list that is not empty must cover what a server launches
	ServersDeny       Lists  // servers.deny: what one of these covers never starts
	ToolsDeny         []Rule // tools.deny, the machine's first: these are refused
	ToolsAsk          []Rule // tools.ask, the machine's first: these are asked about
	SandboxRequired   bool   // sandbox.required: a local server that usher cannot sandbox does not start
	SandboxMinimum    string // sandbox.minimum: the weakest sandbox a server may start in
	ProjectsEnabled   bool   // projects.enabled: false reads, starts and expands nothing of any project folder
	ServeAllowed      []Rule // serve.allowedTools: what an endpoint may call at all (SPEC V2)
	ServeResources    bool   // serve.resources: the gateway offers what servers offer to read
	ServePrompts      bool   // serve.prompts: the gateway offers servers' prompts
	AuditFile         string // audit.file: where every decision is recorded, an absolute path; "" records none (SPEC Z4)
	AuditRequired     bool   // audit.required: a decision that cannot be recorded refuses

	usable bool
	from   [keyCount]history
}

// history is who said something about a key. by holds the machine and the
// person, in this order.
type history struct {
	by     [2]origin
	locked bool
}

// origin is what one layer says about a key; value is JSON text.
type origin struct {
	set                 bool
	layer, place, value string
}

// Default is the policy where no file says anything: approval needs a terminal,
// hooks run, a project's hooks and servers with the trust in its folder, and a hook
// that fails refuses.
func Default() Policy {
	return Policy{
		TrustServers: WithFolder, TrustHooks: WithFolder,
		HooksEnabled: true, HooksOnError: OnErrorDeny,
		TextsEnabled: true, TextsPrecedence: PrecedenceUser,
		ProjectsEnabled: true,
		SandboxMinimum:  MinimumNamespaces,
		usable:          true,
	}
}

// Usable reports whether a decision may rest on this policy. Where it is false
// every call is refused.
func (p Policy) Usable() bool { return p.usable }

// Denying are the rules of tools.deny that cover a tool.
func (p Policy) Denying(t names.Tool) []Rule { return covering(p.ToolsDeny, t) }

// Asking are the rules of tools.ask that cover a tool.
func (p Policy) Asking(t names.Tool) []Rule { return covering(p.ToolsAsk, t) }

func covering(rules []Rule, t names.Tool) []Rule {
	var found []Rule
	for _, r := range rules {
		if r.Pattern.Match(t) {
			found = append(found, r)
		}
	}
	return found
}

// Where says whose value of a key holds, "machine" or "yours", and its
// file:line:column. Both are "" for a built-in default and for an unknown key.
// Of a list that several layers fill it names the first; each Rule knows its own.
func (p Policy) Where(key string) (layer, place string) {
	i := find(key)
	if i < 0 {
		return "", ""
	}
	o := p.from[i].effective(keys[i].shape)
	return o.layer, o.place
}

// Locked reports whether the machine's policy fixes a key, so that your own
// policy file cannot change it.
func (p Policy) Locked(key string) bool {
	i := find(key)
	return i >= 0 && p.from[i].locked
}

// effective is the origin that holds: of a single value the person's own where
// there is one (a locked one was never recorded), of a list the first.
func (h history) effective(s shape) origin {
	if h.by[1].set && (!s.list() || !h.by[0].set) {
		return h.by[1]
	}
	return h.by[0]
}
