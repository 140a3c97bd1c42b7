//go:build !windows

package places

// programData is what another system can say about Windows.
func programData(getenv func(string) string) string {
	if dir := getenv("ProgramData"); dir != "" {
		return dir
	}
	return `C:\ProgramData`
}
