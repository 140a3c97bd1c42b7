package texts

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"usher/pkg/safefile"
	"usher/pkg/trust"
)

// BenchmarkLoad: 500 skills and prompts, beside reading the same files with the
// same reader, of the person's own folder; a project's were read by trust.
func BenchmarkLoad(b *testing.B) {
	home, project := b.TempDir(), b.TempDir()
	var files []string
	for i := range 250 {
		for _, name := range []string{fmt.Sprintf("skills/s-%03d/SKILL.md", i), fmt.Sprintf("prompts/p-%03d.md", i)} {
			files = append(files, name)
			for _, dir := range []string{home, filepath.Join(project, ".usher")} {
				put(b, dir, name, "---\ndescription: Use when a solve is near\n---\n"+strings.Repeat("Look at every part of it.\n", 160))
			}
		}
	}
	folder := trust.ReadFolder(project, nil)
	b.Run("files alone", func(b *testing.B) {
		for b.Loop() {
			root, err := safefile.OpenRoot(home, safefile.Self)
			if err != nil {
				b.Fatal(err)
			}
			for _, name := range files {
				if _, err := root.Read(name, trust.MaxFile); err != nil {
					b.Fatal(err)
				}
			}
			_ = root.Close()
		}
	})
	b.Run("files of the system", func(b *testing.B) {
		for b.Loop() {
			for _, name := range files {
				if _, err := os.ReadFile(filepath.Join(home, name)); err != nil {
					b.Fatal(err)
				}
			}
		}
	})
	for name, in := range map[string]Input{"yours": {Home: home}, "project": {Project: folder, State: trust.Trusted}} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if s := Load(in); len(s.Skills) != 250 || len(s.Prompts) != 250 {
					b.Fatal(len(s.Skills), len(s.Prompts))
				}
			}
		})
	}
}
