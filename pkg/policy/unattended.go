package policy

// UnattendedByMachine is approve.unattended as the machine's policy has it, where
// your own value is not to count.
func (p Policy) UnattendedByMachine() bool {
	said := p.from[approveUnattended].by[0]
	return p.ApproveUnattended && said.set && said.value == "true"
}
