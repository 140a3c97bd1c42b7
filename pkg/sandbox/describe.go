package sandbox

// Describe says in plain words what a server of this reach can touch, one
// sentence a line, the widest first (SPEC B3, B6). Folder names in it are as the
// file wrote them: clean them before they reach a terminal.
func Describe(r Reach) []string { return nil }
