package cmd

import (
	"path/filepath"
	"slices"
	"strings"

	"usher/pkg/clean"
	"usher/pkg/sandbox/needs"
)

// keys warn of what a person may give and should know: folders in which keys and
// passwords are kept, and files of the command line that look like one (SPEC A3).
func keys(f needs.Found) []string {
	var says []string
	for _, dir := range slices.Concat(f.Plan.Read, f.Plan.Write) {
		if keyFolder(dir) || dir == "/etc" || slices.ContainsFunc([]string{".config", ".local"}, func(name string) bool { return goesThrough(dir, name) }) {
			says = append(says, "the folder "+clean.Quote(dir)+" is where keys, passwords or settings are kept")
		}
	}
	for _, path := range f.Plan.Files {
		if !slices.Contains(f.Programs, path) && (keyFolder(path) || keyFile(strings.ToLower(filepath.Base(path)))) {
			says = append(says, "the file "+clean.Quote(path)+", which its command line names, looks like a key or a password")
		}
	}
	return says
}

// keyFolder reports a path in a folder in which programs keep keys and passwords.
func keyFolder(path string) bool {
	return slices.ContainsFunc([]string{
		".ssh", ".gnupg", ".aws", ".azure", ".kube", ".password-store", ".mozilla", ".docker", ".config/gcloud", ".config/gh", ".local/share/keyrings",
		".claude", ".codex", ".gemini", ".cargo", ".thunderbird", ".terraform.d",
	}, func(name string) bool { return goesThrough(path, name) })
}

func goesThrough(path, name string) bool {
	return strings.Contains(filepath.ToSlash(path)+"/", "/"+name+"/")
}

// keyFile reports a name, in small letters, that such a file has.
func keyFile(name string) bool {
	switch name {
	case ".netrc", ".npmrc", ".pypirc", ".pgpass", ".git-credentials", "credentials", "credentials.json", ".env":
		return true
	}
	switch filepath.Ext(name) {
	case ".pem", ".key", ".p12", ".pfx", ".kdbx", ".jks":
		return true
	}
	return strings.HasPrefix(name, "id_") && filepath.Ext(name) != ".pub" || strings.HasPrefix(name, ".env.")
}
