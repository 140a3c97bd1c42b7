package places

import "os"

// Apart reports an assistant folder that was named, and is not the person's own,
// with the person's own state: what such a folder says must not loosen what is
// decided there (SPEC C3). A state folder that was named is the person's own all
// the same where it is the one that nobody would have to name.
func Apart(in Input, p Places) bool {
	if in.Home == "" && in.Getenv("USHER_HOME") == "" {
		return false
	}
	own := newFinder(Input{GOOS: in.GOOS, Getenv: func(name string) string {
		if name == "USHER_HOME" || name == "USHER_STATE" {
			return ""
		}
		return in.Getenv(name)
	}})
	state, _, err := own.find(stateOf(own.goos), "")
	if err != nil || !same(p.State, state) {
		return false
	}
	home, _, err := own.find(homeOf(own.goos), "")
	return err != nil || !same(p.Home, home)
}

// same reports one folder under two spellings, whether it exists or not.
func same(a, b string) bool {
	if a == b || existing(a) == existing(b) {
		return true
	}
	x, err := os.Stat(a)
	if err != nil {
		return false
	}
	y, err := os.Stat(b)
	return err == nil && os.SameFile(x, y)
}
