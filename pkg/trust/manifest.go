package trust

import (
	"context"
	"errors"
	"strings"

	"usher/pkg/digest"
	"usher/pkg/fault"
)

// MaxManifest is the most bytes of one manifest.
const MaxManifest = 64 << 20

// SaveManifest keeps a server's list of tools as last seen, byte for byte, under
// the digest of its launch, in place of an older one (SPEC M4).
func SaveManifest(ctx context.Context, state string, launch digest.Digest, data []byte) error {
	name, err := manifestName(launch)
	if err != nil {
		return err
	}
	if data == nil {
		data = []byte{}
	}
	return changeState(ctx, state, name, MaxManifest, func([]byte, bool) ([]byte, error) { return data, nil })
}

// ReadManifest gives the bytes kept for a launch; fs.ErrNotExist where none are.
// Another launch has another manifest, so what is read is never about something
// else than what was approved.
func ReadManifest(state string, launch digest.Digest) ([]byte, error) {
	name, err := manifestName(launch)
	if err != nil {
		return nil, err
	}
	return readState(state, name, MaxManifest)
}

// RemoveManifest forgets what is kept of a launch: its manifest and its prompts.
func RemoveManifest(state string, launch digest.Digest) error {
	name, err := manifestName(launch)
	if err != nil {
		return err
	}
	return errors.Join(removeState(state, name), removeState(state, promptsOf(name)))
}

// SavePrompts keeps a server's list of prompts as last seen, under the digest of
// its launch, as SaveManifest keeps its tools.
func SavePrompts(ctx context.Context, state string, launch digest.Digest, data []byte) error {
	name, err := manifestName(launch)
	if err != nil {
		return err
	}
	return changeState(ctx, state, promptsOf(name), MaxManifest, func([]byte, bool) ([]byte, error) { return data, nil })
}

// ReadPrompts gives the bytes that SavePrompts kept; fs.ErrNotExist where none are.
func ReadPrompts(state string, launch digest.Digest) ([]byte, error) {
	name, err := manifestName(launch)
	if err != nil {
		return nil, err
	}
	return readState(state, promptsOf(name), MaxManifest)
}

// promptsOf is the file of prompts beside a manifest.
func promptsOf(manifest string) string {
	return strings.TrimSuffix(manifest, ".json") + ".prompts.json"
}

// SaveDefinition keeps a tool's definition as it was when a person marked it, so
// that a difference can still be shown when the kept list has moved on (SPEC M4).
func SaveDefinition(ctx context.Context, state string, tool digest.Digest, data []byte) error {
	name, err := definitionName(tool)
	if err != nil {
		return err
	}
	return changeState(ctx, state, name, MaxManifest, func([]byte, bool) ([]byte, error) { return data, nil })
}

// ReadDefinition gives a definition kept under its digest; fs.ErrNotExist where
// none is.
func ReadDefinition(state string, tool digest.Digest) ([]byte, error) {
	name, err := definitionName(tool)
	if err != nil {
		return nil, err
	}
	return readState(state, name, MaxManifest)
}

func definitionName(tool digest.Digest) (string, error) {
	if !tool.Valid() {
		return "", fault.New(fault.Failed, "a definition is kept under its digest, and there is none")
	}
	_, hex, _ := strings.Cut(string(tool), ":")
	return "definitions/" + hex + ".json", nil
}

// manifestName is the file below the state folder.
func manifestName(launch digest.Digest) (string, error) {
	if !launch.Valid() {
		return "", fault.New(fault.Failed, "a manifest is kept under the digest of a launch, and there is none")
	}
	_, hex, _ := strings.Cut(string(launch), ":")
	return "manifests/" + hex + ".json", nil
}
