package trust

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"os"
	"testing"

	"usher/pkg/digest"
)

// M4: a manifest is kept byte for byte under the digest of its launch, and no
// other launch sees it.
func TestManifestIsKeptAsItIs_M4(t *testing.T) {
	state := at(newFolder(t), "state")
	ctx := context.Background()
	one, two := digest.Of("x", []byte("1")), digest.Of("x", []byte("2"))
	if _, err := ReadManifest(state, one); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("first use: %v", err)
	}
	for _, data := range [][]byte{[]byte("{\"tools\" : [9007199254740993]}\r\n\xff\x00"), {}, nil, bytes.Repeat([]byte("x"), 5<<20)} {
		must(t, SaveManifest(ctx, state, one, data))
		got, err := ReadManifest(state, one)
		if err != nil || !bytes.Equal(got, data) {
			t.Errorf("%d bytes: %d bytes, %v", len(data), len(got), err)
		}
	}
	if _, err := ReadManifest(state, two); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("another launch: %v", err)
	}
	must(t, SaveManifest(ctx, state, two, []byte("2")))
	must(t, SavePrompts(ctx, state, one, []byte("p")))
	if got, err := ReadPrompts(state, one); err != nil || string(got) != "p" {
		t.Errorf("prompts: %q %v", got, err)
	}
	must(t, errFirst(RemoveManifest(state, one), RemoveManifest(state, one)))
	if _, err := ReadPrompts(state, one); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("prompts of a removed launch: %v", err)
	}
	if got, err := ReadManifest(state, two); err != nil || string(got) != "2" {
		t.Errorf("%q %v", got, err)
	}
	if _, err := ReadManifest(state, one); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("removed: %v", err)
	}
	for _, bad := range []digest.Digest{"", "sha256:00", "sha256:../../ledger", digest.Digest("../x")} {
		_, err := ReadManifest(state, bad)
		if err == nil || errors.Is(err, fs.ErrNotExist) || SaveManifest(ctx, state, bad, nil) == nil || RemoveManifest(state, bad) == nil {
			t.Errorf("%q: %v", bad, err)
		}
	}
	for _, name := range []string{"", "manifests"} {
		info, err := os.Stat(at(state, name))
		if err != nil || info.Mode().Perm() != 0o700 {
			t.Errorf("%q has mode %v (%v)", name, info.Mode(), err)
		}
	}
}
