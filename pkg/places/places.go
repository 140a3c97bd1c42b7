package places

import (
	"os"
	"path/filepath"
)

// Input is what the places are found from. Home, State, Data and Project are
// the values of the flags --home, --state, --data and --project, "" when not
// given; relative ones are resolved against WorkDir, the absolute working
// directory ("" when it cannot be told). MachineDir is "" for the platform's
// own; GOOS is "" for the running one.
type Input struct {
	Getenv                     func(string) string
	Home, State, Data, Project string
	NoProject                  bool
	Upward                     bool   // Project is where a call is made, and the project may lie above it
	Root                       string // where a call says that it is made, whoever names Project
	WorkDir                    string
	MachineDir                 string
	GOOS                       string
}

// Places are absolute, cleaned paths. Home, State, Data and Machine need not
// exist. Project is the real path of a folder that does, or "". Data is "" where
// Home and State are told but only the home folder could tell Data, and is
// missing or will not do: nothing that decides needs it. Spelled is Project as it was
// named, absolute, before any link was followed; ByVariable says that $USHER_PROJECT
// named it and nobody else.
type Places struct {
	Home, State, Data, Machine, Project, WorkDir string
	Spelled                                      string
	ByVariable                                   bool
}

// Find says where things live (SPEC L2 to L5, C3). For each of Home, State and
// Data the flag wins over $USHER_HOME, $USHER_STATE, $USHER_DATA, those over the
// platform's own (XDG, Library, AppData). What comes out of the environment must
// be absolute and outside the project; a missing, relative or impossible home
// folder is not guessed around. Project is --project, else $USHER_PROJECT; it
// must exist and may not be the home folder. Every error is a *fault.Error of
// Kind Refused that names the variable and, as a hint, the flag that wins.
func Find(in Input) (Places, error) {
	f := newFinder(in)
	p := Places{Machine: in.MachineDir, WorkDir: in.WorkDir}
	if p.Machine == "" {
		p.Machine = MachineDir(f.goos, in.Getenv)
	}
	if err := f.findProject(); err != nil {
		return Places{}, err
	}
	p.Project, p.Spelled, p.ByVariable = f.project, f.spelled, f.byVariable
	if err := f.places(&p); err != nil {
		return Places{}, err
	}
	return p, nil
}

// Outside checks that no place which the environment names leads into a folder
// that nobody named and that may be the project all the same (SPEC C3); the error
// is Find's. folder is absolute; flags are not asked about, a person wrote them.
func Outside(in Input, folder string) error {
	f := newFinder(in)
	f.project = folder
	f.folder, _ = os.Stat(folder) // one that cannot be looked at is compared by its path
	return f.places(&Places{})
}

// places fills in what is found for the three folders.
func (f *finder) places(p *Places) (err error) {
	if p.Home, _, err = f.find(homeOf(f.goos), f.in.Home); err != nil {
		return err
	}
	if p.State, _, err = f.find(stateOf(f.goos), f.in.State); err != nil {
		return err
	}
	var homeless bool
	p.Data, homeless, err = f.find(dataOf(f.goos), f.in.Data)
	if err != nil && !homeless {
		return err
	}
	return nil
}

// MachineDir is the administrator's folder (SPEC L2). On Windows itself the
// system is asked for %ProgramData%, not the environment, which anybody who
// starts usher could set.
func MachineDir(goos string, getenv func(string) string) string {
	switch goos {
	case "darwin":
		return "/Library/Application Support/usher"
	case "windows":
		return filepath.Join(programData(getenv), "usher")
	}
	return "/etc/usher"
}
