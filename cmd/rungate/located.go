package rungate

import (
	"usher/pkg/fault"
	"usher/pkg/hosts"
	"usher/pkg/places"
)

// located refuses a call where nobody can tell which project it is made in: none
// is named, and the working directory is gone. The search upward would find
// nothing, and with it would vanish the guards of a project that a person trusted
// (SPEC L5, G2).
func located(in places.Input, c hosts.Call) error {
	if in.WorkDir != "" || in.NoProject || in.Project != "" || in.Getenv("USHER_PROJECT") != "" {
		return nil
	}
	if root, err := c.ProjectRoot(); err != nil || root != "" {
		return err
	}
	return Located(in.WorkDir)
}

// Located refuses a decision in a working directory that is gone, where no
// project is named: every command that decides asks it.
func Located(workDir string) error {
	if workDir != "" {
		return nil
	}
	return fault.New(fault.Refused, "the working directory no longer exists, so the project folder that may guard this call cannot be told",
		"start it in a folder that is there, or name the project: --project DIR, or --no-project")
}
