package cmd

import (
	"os"
	"path/filepath"
	"strings"

	"usher/pkg/audit"
	"usher/pkg/engine"
	"usher/pkg/fault"
	"usher/pkg/places"
	"usher/pkg/policy"
	"usher/pkg/safefile"
)

// recordable says whether policy audit.file may name the file that it would name now:
// none that usher, or anybody else, reads as something else. An assistant may begin a
// record in the state folder alone, for it has a say in what stands in the lines
// (SPEC A5, Z4).
func (c policyChange) recordable(g ground, after policy.Policy) error {
	path := after.AuditFile
	if path == "" || path == g.Policy.AuditFile {
		return nil
	}
	hint := "in usher's own folders it may be called " + filepath.Join(g.at.State, "audit.jsonl")
	begins := filepath.Dir(path) == g.at.State && strings.HasPrefix(filepath.Base(path), "audit")
	for _, dir := range [...]string{g.at.Home, g.at.Machine, g.at.Data, g.at.State} {
		if dir != "" && places.Inside(dir, path) && !begins {
			return fault.New(fault.Refused, path+" is in a folder in which usher keeps its own files; nothing was written", hint)
		}
	}
	if g.at.Project != "" && places.Inside(g.at.Project, path) || filepath.Base(filepath.Dir(path)) == ".usher" {
		return fault.New(fault.Refused, path+" is in a project folder, which is not yours alone; nothing was written", hint)
	}
	if err := holdsRecord(path); err != nil {
		return err
	}
	if begins {
		return safefile.Private(g.at.State)
	}
	if err := c.noAssistant(c.line); err != nil {
		return err
	}
	if info, err := os.Stat(filepath.Dir(path)); err != nil || !info.IsDir() {
		return fault.New(fault.Refused, filepath.Dir(path)+" is no folder that is there, so nothing would be recorded; nothing was written",
			"mkdir -p "+engine.QuoteArg(filepath.Dir(path)))
	}
	return nil
}

// holdsRecord refuses a file that holds anything but a record. Whether a missing or a
// locked one can be written to is seen when it is.
func holdsRecord(path string) error {
	info, err := os.Lstat(path)
	if err != nil || info.Size() == 0 && info.Mode().IsRegular() {
		return nil
	}
	head, err := audit.HeadOf(path)
	if os.IsPermission(err) || err == nil && head.Hash != "" {
		return nil
	}
	return fault.New(fault.Refused, path+" is there and is no audit file, so nothing would be recorded in it; nothing was written", "name a file that is not there yet")
}
