package policy

import "usher/pkg/names"

// Loosens names the keys by which after forbids or asks less than before; such a
// change is a person's alone (SPEC C2, A5). Where before is not usable it
// refuses everything, so that whatever repairs it loosens every key.
func Loosens(before, after Policy) []string {
	if !after.usable {
		return nil
	}
	if !before.usable {
		return Keys()
	}
	var loose []string
	for i, k := range keys {
		if loosensKey(i, before, after) {
			loose = append(loose, k.full())
		}
	}
	return loose
}

func loosensKey(i int, before, after Policy) bool {
	switch i {
	case approveUnattended:
		return !before.ApproveUnattended && after.ApproveUnattended
	case trustServers:
		return before.TrustServers == Each && after.TrustServers != Each
	case trustDigests:
		return pinsMore(before.TrustDigests, after.TrustDigests)
	case trustHooks:
		return before.TrustHooks == Each && after.TrustHooks != Each
	case hooksEnabled:
		return before.HooksEnabled && !after.HooksEnabled
	case hooksOnError:
		return before.HooksOnError == OnErrorDeny && after.HooksOnError != OnErrorDeny
	case hooksPinned:
		return before.HooksPinned && !after.HooksPinned
	case textsEnabled:
		return !before.TextsEnabled && after.TextsEnabled
	case textsPrecedence: // what a folder brings takes the place of what is the person's own
		return before.TextsPrecedence == PrecedenceUser && after.TextsPrecedence != PrecedenceUser
	case projectsEnabled:
		return !before.ProjectsEnabled && after.ProjectsEnabled
	case serversAllow: // an empty list allows whatever there is, so what ends one loosens, and so does a longer one
		return widens(before.ServersAllow.Machine, after.ServersAllow.Machine) || widens(before.ServersAllow.Yours, after.ServersAllow.Yours)
	case serversDeny: // what moves to the other layer binds fewer or other servers
		return drops(before.ServersDeny.Machine, after.ServersDeny.Machine) || drops(before.ServersDeny.Yours, after.ServersDeny.Yours)
	case toolsDeny:
		return drops(before.ToolsDeny, after.ToolsDeny)
	case toolsAsk: // a pattern that moved on to tools.deny is stricter now
		return drops(before.ToolsAsk, append(after.ToolsAsk[:len(after.ToolsAsk):len(after.ToolsAsk)], after.ToolsDeny...))
	case serveAllowed:
		return drops(after.ServeAllowed, before.ServeAllowed)
	case serveResources:
		return !before.ServeResources && after.ServeResources
	case servePrompts:
		return !before.ServePrompts && after.ServePrompts
	case auditFile: // a record that goes on elsewhere is one that nobody reads here any more
		return before.AuditFile != "" && after.AuditFile != before.AuditFile
	case auditRequired:
		return before.AuditRequired && !after.AuditRequired
	case sandboxRequired:
		return before.SandboxRequired && !after.SandboxRequired
	case sandboxMinimum:
		return before.SandboxMinimum == MinimumNamespaces && after.SandboxMinimum != MinimumNamespaces
	}
	return true
}

// drops reports a pattern of before that is not in after. Patterns are compared
// as text: that a new one happens to cover an old one is not looked into, but that *
// covers whatever there is.
func drops(before, after []Rule) bool {
	kept := make(map[string]bool, len(after))
	for _, r := range after {
		kept[r.Pattern.String()] = true
	}
	if kept[names.Any().String()] {
		return false
	}
	for _, r := range before {
		if !kept[r.Pattern.String()] {
			return true
		}
	}
	return false
}

// widens reports a servers.allow list that lets more start than it did. From * to
// anything but nothing it lets no more.
func widens(before, after []Rule) bool {
	return len(before) > 0 && (len(after) == 0 || drops(after, before))
}
