package launch

// BubblewrapNeeds are the options without which bwrap is too old to be used: each
// closes something that nothing else closes. (0.4 has them all.)
func BubblewrapNeeds() []string {
	return []string{
		"--unshare-user", "--unshare-ipc", "--unshare-pid", "--unshare-net", "--unshare-uts", "--unshare-cgroup-try",
		"--cap-drop", "--die-with-parent", "--new-session", "--ro-bind", "--bind", "--tmpfs", "--proc", "--dev",
		"--ro-bind-try", "--dir", "--symlink", "--remount-ro",
	}
}

// BubblewrapOptions are newer options that are used where bwrap knows them. What
// they do is done again by the inner step, or is a matter of tidiness.
func BubblewrapOptions() []string {
	return []string{optionNoUserns, optionPerms, optionSize}
}

const (
	optionNoUserns = "--disable-userns" // 0.8; the filter forbids them too
	optionPerms    = "--perms"          // 0.5; without it empty folders can be listed
	optionSize     = "--size"           // 0.7; without it /tmp is as large as half the memory
)
