package places

import "golang.org/x/sys/windows"

// programData is the folder of the system itself; the environment is not asked.
func programData(func(string) string) string {
	dir, err := windows.KnownFolderPath(windows.FOLDERID_ProgramData, 0)
	if err != nil {
		return `C:\ProgramData`
	}
	return dir
}
