#!/usr/bin/env bash
# Build the pinned checkers into bin/tools, once per version.
#   scripts/tools.sh staticcheck|golangci-lint    prints the program's path
set -euo pipefail
cd "$(dirname "$0")/.."

# staticcheck v0.8.2 calls itself 2026.2.2.
case "${1-}" in
  staticcheck) package=honnef.co/go/tools/cmd/staticcheck version=v0.8.2 ;;
  golangci-lint) package=github.com/golangci/golangci-lint/v2/cmd/golangci-lint version=v2.15.0 ;;
  *) echo "usage: scripts/tools.sh staticcheck|golangci-lint" >&2; exit 2 ;;
esac

dir=$PWD/bin/tools/$1-$version
if [ ! -x "$dir/$1" ]; then
  (cd / && GOFLAGS= GOBIN="$dir" go install "$package@$version") >&2
fi
echo "$dir/$1"
