package needs

import (
	"os"
	"path/filepath"
	"slices"
)

const (
	maxFolders = 2000 // folders below a writable one that are looked into for repositories
	maxDepth   = 3    // and how far below it
)

// inGit are the parts of a repository's .git by which it makes git run something;
// commondir says that they are elsewhere, and is in a linked worktree's part only.
func inGit() []string {
	return []string{"hooks", "config", "commondir", "config.worktree", "modules"}
}

// protected are the paths below the writable folders that stay read-only: what git
// would run at the person's next command, and the definitions of a project folder,
// whether they exist or not. Repositories are looked for in the folder itself,
// above it and a few folders below it.
func (w World) protected(writable []string) []string {
	var out []string
	for _, dir := range writable {
		for _, path := range append(guarded(dir), w.definitions(dir)...) {
			add(&out, path)
		}
		for _, repository := range repositories(dir) {
			for _, path := range append(guarded(repository), w.definitions(repository)...) {
				add(&out, path)
			}
		}
	}
	slices.Sort(out)
	return outermost(out)
}

// guarded are the parts of one folder's .git. A .git that is a file says where the
// repository is, and stays as it is.
func guarded(dir string) []string {
	if filepath.Base(dir) == ".git" {
		return inRepository(dir)
	}
	git := filepath.Join(dir, ".git")
	info, err := os.Lstat(git)
	switch {
	case err != nil:
		return nil // a repository that a server makes there is its own
	case !info.IsDir():
		return []string{git}
	}
	return inRepository(git)
}

// inRepository are those parts of a .git and of its linked worktrees.
func inRepository(git string) []string {
	out := in(git, inGit())
	linked, _ := filepath.Glob(filepath.Join(globQuote(git), "worktrees", "*"))
	for _, dir := range linked {
		out = append(out, in(dir, []string{"commondir", "gitdir", "config.worktree"})...)
	}
	return out
}

func in(dir string, names []string) []string {
	out := make([]string, 0, len(names))
	for _, name := range names {
		out = append(out, filepath.Join(dir, filepath.FromSlash(name)))
	}
	return out
}

// definitions are the definition files in a folder that has any of their folders:
// where there is none, a new one is for a person to trust first.
func (w World) definitions(dir string) []string {
	var out []string
	for _, path := range in(dir, w.Definitions) {
		if _, err := os.Lstat(path); err == nil {
			out = append(out, path)
		}
	}
	return out
}

// repositories are the folders below dir that hold a .git, the nearest first, as far
// as the bounds let one look.
func repositories(dir string) []string {
	var out []string
	level := []string{dir}
	for depth, looked := 0, 0; depth < maxDepth; depth++ {
		var next []string
		for _, d := range level {
			entries, err := os.ReadDir(d)
			if looked++; err != nil || looked > maxFolders {
				continue
			}
			for _, e := range entries {
				if !e.IsDir() || e.Name() == "node_modules" || e.Name() == ".git" {
					continue
				}
				path := filepath.Join(d, e.Name())
				if _, err := os.Lstat(filepath.Join(path, ".git")); err == nil {
					out = append(out, path)
				}
				next = append(next, path)
			}
		}
		level = next
	}
	return out
}
