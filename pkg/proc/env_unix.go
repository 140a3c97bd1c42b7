//go:build !windows

package proc

func envKey(name string) string { return name }

func basicNames() []string {
	return []string{
		"PATH", "HOME", "USER", "LOGNAME", "SHELL", "LANG", localeFamily, "TZ", "TMPDIR", "TERM",
	}
}
