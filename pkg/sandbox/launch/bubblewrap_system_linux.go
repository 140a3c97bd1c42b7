package launch

// system shows the system's folders and files as they are, read-only.
func (w *wrap) system() {
	for _, path := range systemFolders {
		switch kind, to := w.look(path); kind {
		case kindLink:
			w.add("--symlink", to, path)
		case kindFolder, kindFile:
			w.bind("--ro-bind", path)
		case kindNone:
		}
	}
	for _, path := range systemFiles(w.plan.Network) {
		if kind, _ := w.look(path); kind != kindNone {
			w.bind("--ro-bind-try", path) // a link is followed: what it leads to is shown in its place
		}
	}
	for _, path := range etcHidden {
		w.hide(path)
	}
}

// kernel shows processes, devices and places for what is temporary. User 0 could
// write some of it without any capability.
func (w *wrap) kernel() {
	w.add("--proc", "/proc", "--dev", "/dev")
	for _, path := range procFixed {
		if kind, _ := w.look(path); kind == kindFolder {
			w.add("--ro-bind", path, path)
		}
	}
	for _, path := range procHidden {
		if kind, _ := w.look(path); kind == kindFile {
			w.add("--ro-bind", "/dev/null", path)
		}
	}
	for _, dir := range [...]string{"/tmp", "/dev/shm"} {
		if w.knows(optionPerms) {
			w.add(optionPerms, "1777")
		}
		if w.knows(optionSize) {
			w.add(optionSize, tmpSize(dir))
		}
		w.add("--tmpfs", dir)
	}
	w.mounted, w.last = append(w.mounted, "/proc", "/dev"), append(w.last, "/proc", "/dev")
}

// tmpSize bounds what a server keeps in memory as files, in bytes.
func tmpSize(dir string) string {
	if dir == "/tmp" {
		return "536870912"
	}
	return "67108864"
}
