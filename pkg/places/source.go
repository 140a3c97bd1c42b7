package places

import "runtime"

// source is where one place can come from, the strongest first.
type source struct {
	flag string // "--home"
	own  string // usher's own variable: "USHER_HOME"
	base string // a variable that names the folder above it; "" on a system without one
	tail string // what follows base
	home string // the variable that names the home folder
	rest string // what follows the home folder
}

// The three places of a system. The state lies beside the assistant folder, not
// in it, so that it is not synced with it; on Windows it does not roam.
func homeOf(goos string) source {
	s := source{flag: "--home", own: "USHER_HOME", home: homeVariable(goos)}
	switch goos {
	case "darwin":
		s.rest = "Library/Application Support/usher"
	case "windows":
		s.base, s.tail, s.rest = "APPDATA", "usher", "AppData/Roaming/usher"
	default:
		s.base, s.tail, s.rest = "XDG_CONFIG_HOME", "usher", ".config/usher"
	}
	return s
}

func stateOf(goos string) source {
	s := source{flag: "--state", own: "USHER_STATE", home: homeVariable(goos)}
	switch goos {
	case "darwin":
		s.rest = "Library/Application Support/usher-state"
	case "windows":
		s.base, s.tail, s.rest = "LOCALAPPDATA", "usher/state", "AppData/Local/usher/state"
	default:
		s.base, s.tail, s.rest = "XDG_STATE_HOME", "usher", ".local/state/usher"
	}
	return s
}

func dataOf(goos string) source {
	s := source{flag: "--data", own: "USHER_DATA", home: homeVariable(goos)}
	switch goos {
	case "darwin":
		s.rest = "Library/Application Support/usher-data"
	case "windows":
		s.base, s.tail, s.rest = "LOCALAPPDATA", "usher/data", "AppData/Local/usher/data"
	default:
		s.base, s.tail, s.rest = "XDG_DATA_HOME", "usher", ".local/share/usher"
	}
	return s
}

// UserHome is the person's home folder as the environment tells it on this
// system; "" where it does not.
func UserHome(getenv func(string) string) string { return getenv(homeVariable(runtime.GOOS)) }

// homeVariable names the home folder of a person.
func homeVariable(goos string) string {
	if goos == "windows" {
		return "USERPROFILE"
	}
	return "HOME"
}
