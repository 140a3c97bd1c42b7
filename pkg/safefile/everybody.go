package safefile

import (
	"os"
	"path/filepath"
)

// Legible refuses what not everybody on this computer may read: a file, a folder,
// or a folder above it. It is for what an administrator writes for all of them: a
// machine layer that one of them cannot read refuses that one's every call (SPEC
// L2). What does not exist is fine. On Windows the access list of the folder says
// it, and nothing is asked here.
func Legible(path string) error {
	at, err := filepath.EvalSymlinks(path)
	if os.IsNotExist(err) {
		return nil
	}
	if err != nil {
		return failedIO(path, aFile, "cannot be looked at", err)
	}
	need, what, letters := os.FileMode(0o004), aFile, "r"
	for {
		info, err := os.Stat(at)
		if err != nil {
			return failedIO(at, what, "cannot be looked at", err)
		}
		if info.IsDir() && what == aFile { // the path itself
			need, what, letters = 0o005, aFolder, "rx"
		}
		if info.Mode().Perm()&need != need {
			return fail(at, what, ruleDenied, "may not be read by everybody, and whoever cannot read it has every call refused", "chmod a+"+letters+" "+quote(at), nil)
		}
		if at == filepath.Dir(at) {
			return nil
		}
		at, need, what, letters = filepath.Dir(at), 0o001, aFolder, "x"
	}
}
