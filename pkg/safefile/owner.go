package safefile

// Owner says whose a folder and its files must be.
type Owner uint8

const (
	// Self is what belongs to the person who runs usher, or to root: not
	// writable by others, nor by a group that is not the person's private one.
	Self Owner = iota
	// Machine is the administrator's (SPEC L2): root's, writable by nobody else
	// (Windows: by Administrators, SYSTEM or TrustedInstaller).
	Machine
)

// String is "self" or "machine".
func (o Owner) String() string {
	switch o {
	case Self:
		return "self"
	case Machine:
		return "machine"
	}
	return "unknown"
}
