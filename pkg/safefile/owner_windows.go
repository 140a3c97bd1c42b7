package safefile

import (
	"os"

	"golang.org/x/sys/windows"
)

// writing are the rights to change a file, a folder's entries, or who may.
const writing = windows.FILE_WRITE_DATA | windows.FILE_APPEND_DATA | 0x40 /* delete child */ |
	windows.DELETE | windows.WRITE_DAC | windows.WRITE_OWNER | windows.GENERIC_WRITE | windows.GENERIC_ALL

// The kinds of access entries that are understood.
const (
	aceAllowed         = 0
	aceDenied          = 1
	aceAllowedCallback = 9
	aceDeniedCallback  = 10
)

// The security identifiers that may own and write what is the machine's: the
// system, Administrators, TrustedInstaller; and the stand-ins for an owner.
const (
	sidSystem           = "S-1-5-18"
	sidAdministrators   = "S-1-5-32-544"
	sidTrustedInstaller = "S-1-5-80-956008885-3418522649-1831038044-1853292631-2271478464"
	sidCreatorOwner     = "S-1-3-0"
	sidOwnerRights      = "S-1-3-4"
)

// checked is Q2's check on the open handle: the owner, and that no entry of the
// access list lets anybody else write.
func checked(full string, what thing, f *os.File, who Owner) error {
	sd, err := windows.GetSecurityInfo(windows.Handle(f.Fd()), windows.SE_FILE_OBJECT,
		windows.OWNER_SECURITY_INFORMATION|windows.DACL_SECURITY_INFORMATION)
	if err != nil {
		return failedIO(full, what, "cannot be asked for its owner", err)
	}
	owner, _, err := sd.Owner()
	if err != nil {
		return failedIO(full, what, "cannot be asked for its owner", err)
	}
	us, err := windows.GetCurrentProcessToken().GetTokenUser()
	if err != nil {
		return failedIO(full, what, "cannot be compared with who runs this", err)
	}
	if !trusted(owner, us.User.Sid, who) {
		return fail(full, what, ruleOwner, "belongs to "+owner.String()+", not to "+whose(who),
			`if you know what it holds: icacls "`+full+`" /setowner `+setOwner(who), nil)
	}
	acl, _, err := sd.DACL()
	if err != nil || acl == nil {
		return fail(full, what, ruleMode, "is writable by everyone", `icacls "`+full+`" /reset`, err)
	}
	return closed(full, what, acl, us.User.Sid, who)
}

// closed refuses an access list that lets someone else write.
func closed(full string, what thing, acl *windows.ACL, us *windows.SID, who Owner) error {
	for i := range uint32(acl.AceCount) {
		var ace *windows.ACCESS_ALLOWED_ACE
		if err := windows.GetAce(acl, i, &ace); err != nil {
			return failedIO(full, what, "has an access list that cannot be read", err)
		}
		switch ace.Header.AceType {
		case aceDenied, aceDeniedCallback:
			continue
		case aceAllowed, aceAllowedCallback:
		default:
			return fail(full, what, ruleMode, "has an access list of a kind usher does not know", `icacls "`+full+`" /reset`, nil)
		}
		sid := sidOf(ace)
		if ace.Header.AceFlags&windows.INHERIT_ONLY_ACE != 0 || ace.Mask&writing == 0 || trusted(sid, us, who) {
			continue
		}
		return fail(full, what, ruleMode, "is writable by "+sid.String(),
			`icacls "`+full+`" /inheritance:d, then icacls "`+full+`" /remove *`+sid.String(), nil)
	}
	return nil
}

func trusted(sid, us *windows.SID, who Owner) bool {
	switch sid.String() {
	case sidSystem, sidAdministrators, sidTrustedInstaller, sidCreatorOwner, sidOwnerRights:
		return true
	}
	return who == Self && sid.Equals(us)
}

func whose(who Owner) string {
	switch who {
	case Self:
		return "you or Administrators"
	case Machine:
	}
	return "Administrators"
}

func setOwner(who Owner) string {
	switch who {
	case Self:
		return "%USERNAME%"
	case Machine:
	}
	return "*" + sidAdministrators
}
