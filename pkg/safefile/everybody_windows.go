package safefile

import (
	"errors"
	"os"

	"golang.org/x/sys/windows"

	"usher/pkg/fault"
)

// forEverybody is the access list of the machine's folder, inherited by what is
// made in it: the system and Administrators write, users read, and what the folder
// above hands down does not count.
const forEverybody = "O:BAD:PAI(A;OICI;FA;;;SY)(A;OICI;FA;;;BA)(A;OICI;0x1200a9;;;BU)"

// Administrator reports whether this process may write the machine's folder.
func Administrator() bool { return windows.GetCurrentProcessToken().IsElevated() }

// ForEverybody makes a folder of the Administrators', with an access list by which
// users read it and do not write, or checks one that exists (SPEC L2).
func ForEverybody(dir string) error {
	_, err := os.Lstat(dir)
	if errors.Is(err, os.ErrNotExist) {
		if err := makeOpen(dir); err != nil {
			return failedIO(dir, aFolder, "cannot be made", err)
		}
	}
	root, err := OpenRoot(dir, Machine)
	var e *fault.Error
	if errors.As(err, &e) && len(e.Problems) > 0 && e.Problems[0].Rule != ruleIO {
		e.Kind = fault.Refused
	}
	if err != nil {
		return err
	}
	return root.Close()
}

func makeOpen(dir string) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	sd, err := windows.SecurityDescriptorFromString(forEverybody)
	if err != nil {
		return err
	}
	owner, _, err := sd.Owner()
	if err != nil {
		return err
	}
	list, _, err := sd.DACL()
	if err != nil {
		return err
	}
	return windows.SetNamedSecurityInfo(dir, windows.SE_FILE_OBJECT,
		windows.OWNER_SECURITY_INFORMATION|windows.DACL_SECURITY_INFORMATION|windows.PROTECTED_DACL_SECURITY_INFORMATION, owner, nil, list, nil)
}
