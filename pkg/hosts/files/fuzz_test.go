package files

import (
	"os"
	"path/filepath"
	"testing"
)

// seeds gives a fuzzer the files of every client in one format.
func seeds(f *testing.F, endings ...string) {
	for _, ending := range endings {
		paths, err := filepath.Glob("testdata/clients/*" + ending)
		if err != nil {
			f.Fatal(err)
		}
		for _, path := range paths {
			data, err := os.ReadFile(path)
			if err != nil {
				f.Fatal(err)
			}
			f.Add(data, "")
		}
	}
}

func fuzzImport(f *testing.F, file string) {
	f.Fuzz(func(t *testing.T, data []byte, from string) {
		for _, c := range []Client{Client(from), "", Gemini} {
			sound(t, data, Import(data, c, file))
		}
	})
}

// SPEC S13, M3, E3: whatever the bytes, no panic, nothing allowed, no secret left
// in an entry or shown in a message.
func FuzzImportJSON(f *testing.F) {
	seeds(f, ".json", ".jsonc")
	fuzzImport(f, "")
}

func FuzzImportTOML(f *testing.F) {
	seeds(f, ".toml")
	fuzzImport(f, "config.toml")
}

func FuzzImportYAML(f *testing.F) {
	seeds(f, ".yaml")
	fuzzImport(f, "config.yaml")
}
