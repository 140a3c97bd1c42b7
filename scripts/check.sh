#!/usr/bin/env bash
# Everything that can be checked without a person; the first failure ends it.
set -euo pipefail
cd "$(dirname "$0")/.."

step() { printf '\n== %s\n' "$*"; }
nothing() { # nothing TITLE LINES: lines are a failure
  [ -z "$2" ] || { printf '%s:\n%s\n' "$1" "$2" >&2; exit 1; }
}

step gofmt
nothing "gofmt would change" "$(git ls-files -co --exclude-standard '*.go' | xargs gofmt -l)"

step words that may not be committed
nothing "machine paths, registry hosts or stubs" \
  "$(git grep -nIE '/wor[k]/|/far[m]/|proxy[.]golang|registry[.]npmjs|deb[.]debian|TOD[O]|FIXM[E]' -- . ':!go.sum' ':!*/testdata/*' || true)"

step shell scripts parse
for script in scripts/*.sh .ci/run; do bash -n "$script"; done

step house rules and generated files
go test -count=1 ./pkg/arch ./scripts/...

step go vet
for goos in linux darwin windows; do GOOS=$goos go vet ./...; done

step staticcheck
"$(bash scripts/tools.sh staticcheck)" ./...

step golangci-lint
"$(bash scripts/tools.sh golangci-lint)" run ./...

step builds for every system
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
for goos in linux darwin windows; do
  for goarch in amd64 arm64; do
    echo "$goos/$goarch"
    CGO_ENABLED=0 GOOS=$goos GOARCH=$goarch go build -o "$out/$goos-$goarch/" . ./cmd/usher-gate ./cmd/usher-run ./cmd/usher-keychain ./cmd/usher-otel ./cmd/usher-demo-server
  done
done

step go test -race
go test -race -count=1 -p 4 -parallel 4 -timeout 40m ./...

printf '\nall checks passed\n'
