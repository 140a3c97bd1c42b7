package secrets

import (
	"errors"
	"runtime"
	"strconv"

	"usher/pkg/fault"
	"usher/pkg/secrets/wire"
)

// trouble is the cause inside an error that came of a keychain.
type trouble struct{ code Code }

func (t trouble) Error() string { return "keychain: " + string(t.code) }

// CodeOf is the word of an error that came of a keychain, "" for any other:
// wire.Locked, wire.Silent, wire.Absent and so on; wire.NotFound for a value that
// is recorded but that the keychain has lost.
func CodeOf(err error) Code {
	var t trouble
	if errors.As(err, &t) {
		return t.code
	}
	return ""
}

// said is a keychain's answer in words. what begins the sentence: "the secret
// LAB_TOKEN cannot be read". It holds no value, for a code cannot.
func said(what string, key Key, code Code) error {
	why, hints := words(code)
	if code == wire.NotFound {
		why = "it was stored in the keychain, which does not have it any more"
		if name, ok := key.SecretName(); ok {
			hints = []string{"usher secret set " + string(name)}
		}
	}
	return &fault.Error{Kind: fault.Failed, Message: what + ": " + why, Hints: hints, Err: trouble{code}}
}

// words are what a person can do about each code.
func words(code Code) (why string, hints []string) {
	switch code {
	case wire.Locked:
		return "the keychain is locked", []string{unlock(runtime.GOOS)}
	case wire.Silent:
		return "the keychain does not answer within " + strconv.Itoa(int(Deadline.Seconds())) + " s",
			[]string{"see whether it waits for you in a window, or is stuck, and try again"}
	case wire.Absent:
		return "there is no keychain in this session", []string{"run this where your keychain is: in your desktop session"}
	case wire.NoHelper:
		return "usher-keychain, which speaks to the keychain, is not beside usher", []string{"install usher-keychain beside usher again"}
	case wire.Denied:
		return "the keychain does not let usher in", []string{"allow usher-keychain in the keychain's own settings"}
	case wire.TooLarge:
		return "it is more than this keychain keeps in one item", []string{"usher secret move file"}
	case wire.OK, wire.NotFound, wire.Failed:
	}
	return "the keychain refused", []string{"try again; its own log may say more"}
}

func unlock(goos string) string {
	switch goos {
	case "darwin":
		return "unlock it: security unlock-keychain"
	case "windows":
		return "sign in to Windows at this computer and try again"
	}
	return `unlock it: open "Passwords and Keys" (seahorse) and unlock the keyring "Login", or log in at the desktop again`
}
