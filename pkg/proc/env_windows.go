package proc

import "strings"

// envKey: Windows does not tell names apart by case.
func envKey(name string) string { return strings.ToUpper(name) }

func basicNames() []string {
	return []string{
		"PATH", "SystemRoot", "SystemDrive", "windir", "ComSpec", "PATHEXT", "OS",
		"APPDATA", "LOCALAPPDATA", "ProgramData", "ProgramFiles", "ProgramFiles(x86)", "ProgramW6432",
		"CommonProgramFiles", "CommonProgramFiles(x86)", "CommonProgramW6432", "PUBLIC", "ALLUSERSPROFILE",
		"USERPROFILE", "HOMEDRIVE", "HOMEPATH", "HOME", "USERNAME", "USERDOMAIN", "COMPUTERNAME",
		"TEMP", "TMP", "NUMBER_OF_PROCESSORS", "PROCESSOR_ARCHITECTURE", "PROCESSOR_IDENTIFIER",
		"LANG", localeFamily, "TZ", "TERM",
	}
}
