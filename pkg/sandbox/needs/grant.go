package needs

import (
	"os"
	"path/filepath"
)

// Grant is the real path of a folder that a person lets a server reach, or why it
// cannot be granted, in words that follow the folder's name, with a hint (SPEC B2).
func (w World) Grant(dir string) (real, why, hint string) {
	info, err := os.Stat(dir)
	switch {
	case os.IsNotExist(err):
		return "", "does not exist", "make it first, or name another folder"
	case err != nil:
		return "", "cannot be looked at", "name a folder that you may read"
	case !info.IsDir():
		return "", "is not a folder", "name the folder that it is in; a single file is shown where the command line names it"
	}
	if real, err = filepath.EvalSymlinks(dir); err != nil {
		return "", "cannot be followed to a folder", "name the folder itself"
	}
	why, hint = w.ungrantable(real)
	if why != "" {
		return "", why, hint
	}
	return real, "", ""
}

func (w World) ungrantable(real string) (why, hint string) {
	const below = "name a folder below it"
	for _, home := range w.homes() {
		switch {
		case real == home:
			return "is your home folder itself", below
		case inside(real, home):
			return "is a folder above your home folder", below
		}
	}
	for _, place := range w.places() {
		if inside(place, real) {
			return "is in usher's own folders", "what the server needs of its own goes into its data folder"
		}
	}
	for _, dir := range append(spellings(w.Getenv("XDG_RUNTIME_DIR")), "/run") {
		if real == dir || dir != "/run" && inside(real, dir) {
			return "is where the sockets of your session are", below
		}
	}
	for _, place := range w.sockets() {
		if to, _, err := follow(place); err == nil && to == real {
			return "is always hidden from servers: sockets, keys or usher's own files are there", below
		}
	}
	for _, dir := range [...]string{"/proc", "/sys", "/dev"} {
		if inside(dir, real) {
			return "belongs to the system's kernel", "name a folder with files"
		}
	}
	if filepath.Dir(real) == real {
		return "is the whole disk", "name the folders the server needs"
	}
	return "", ""
}
