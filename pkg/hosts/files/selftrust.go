package files

import (
	"slices"

	"usher/pkg/fault"
	"usher/pkg/strictjson"
)

// selfTrust are keys beside the servers by which a file says for itself what may
// run without asking, as lowered makes them.
var selfTrust = [...]string{
	"trusted", "trust", "trustedconfigpaths", "trustedfolders", "paranoid", "approved", "approvalpolicy", "permissions", "permission",
	"allowedtools", "autoapprove", "autoallow", "alwaysallow", "enableallprojectmcpservers", "enabledmcpjsonservers", "disabledmcpjsonservers",
	"allowedmcpservers", "deniedmcpservers",
}

// trustsItself says which of the keys stand beside a file's servers; all of them
// are left behind (SPEC F4, M3).
func (f *finder) trustsItself(v *node, keys ...string) {
	for _, m := range v.orNothing().members {
		empty := len(m.value.orNothing().items)+len(m.value.orNothing().members) == 0
		if !slices.Contains(keys, lowered(m.key)) || m.value.is(strictjson.KindNull) ||
			empty && (m.value.is(strictjson.KindArray) || m.value.is(strictjson.KindObject)) {
			continue
		}
		f.im.note(fault.SeverityWarning, m.at, "import/self-trust", quoted(m.key)+" is ignored: what a file says about what is trusted or may run is never imported",
			"you decide yourself: usher server approve, usher server mark, usher grant set")
	}
}
