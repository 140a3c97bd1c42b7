//go:build unix

package safefile

// localName: on unix every valid relative name stays below its root.
func localName(string) bool { return true }
