//go:build unix

package proc

import (
	"slices"
	"testing"
)

// H8: the basic set in a fixed order, the last of a name, and nothing else.
func TestBasicEnvironment(t *testing.T) {
	for _, c := range []struct {
		name     string
		in, want []string
	}{
		{"order", []string{"TERM=t", "LC_TIME=2", "TMPDIR=/t", "TZ=z", "LANG=l", "LC_ALL=1", "SHELL=s", "LOGNAME=n", "USER=u", "HOME=h", "PATH=p"},
			[]string{"PATH=p", "HOME=h", "USER=u", "LOGNAME=n", "SHELL=s", "LANG=l", "LC_ALL=1", "LC_TIME=2", "TZ=z", "TMPDIR=/t", "TERM=t"}},
		{"nothing else", []string{"PATH=p", "HTTPS_PROXY=http://u:secret@h", "SSH_AUTH_SOCK=s", "LD_PRELOAD=x", "GITHUB_TOKEN=t", "LC_=x", "LCALL=x", "path=x", "PATHS=x", "USHER_HOME=x"}, []string{"PATH=p"}},
		{"last wins", []string{"PATH=1", "PATH=2", "LC_ALL=1", "LC_ALL="}, []string{"PATH=2", "LC_ALL="}},
		{"values as they are", []string{"HOME=a=b=c", "TERM="}, []string{"HOME=a=b=c", "TERM="}},
		{"not entries", []string{"", "=", "PATH", "=x", "HOME\x00=x", "TERM=a\x00b"}, nil},
		{"empty", nil, nil},
	} {
		if got := Basic(c.in); !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}
