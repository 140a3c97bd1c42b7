package tiers

// Settings are what the kernel says of itself where a sandbox is concerned. They
// explain a trial that failed and never stand for one: a kernel may allow what
// they forbid and forbid what they allow.
type Settings struct {
	MaxUserNamespaces  string `json:"maxUserNamespaces"`  // user.max_user_namespaces; "": not there
	UnprivilegedClone  string `json:"unprivilegedClone"`  // kernel.unprivileged_userns_clone (Debian)
	AppArmorRestricted string `json:"apparmorRestricted"` // kernel.apparmor_restrict_unprivileged_userns (Ubuntu)
	Landlock           int    `json:"landlock"`           // its version, 0: none
	LandlockOff        bool   `json:"landlockOff"`        // built in, and not switched on at boot
	Filter             bool   `json:"filter"`             // seccomp filters are built in
	Filtered           bool   `json:"filtered"`           // usher itself already runs under one: a container's
	UserNamespaces     bool   `json:"userNamespaces"`     // built in
	Container          bool   `json:"container"`          // the marks of Docker or Podman are there
	Root               bool   `json:"root"`               // root asks
}
