#!/usr/bin/env bash
# Install what the tests need beside Go, where it is missing. This is the one
# list of such packages; none comes from npm. On a system without apt-get it only says what is missing.
set -euo pipefail

# file or command, Debian package
needs=(
  /usr/bin/python3 python3
  git git
  strace strace
  ps procps
  setpriv util-linux
  bash bash
  zsh zsh
  fish fish
  man man-db
  node nodejs
  tmux tmux
  script bsdutils
  expect expect
)

missing=()
for ((i = 0; i < ${#needs[@]}; i += 2)); do
  command -v "${needs[i]}" >/dev/null || missing+=("${needs[i + 1]}")
done
[ ${#missing[@]} -eq 0 ] && exit 0

if ! command -v apt-get >/dev/null; then
  echo "the tests need these programs, please install them: ${missing[*]}" >&2
  exit 1
fi
as_root=()
[ "$(id -u)" -eq 0 ] || as_root=(sudo)
"${as_root[@]}" apt-get update -q
DEBIAN_FRONTEND=noninteractive "${as_root[@]}" apt-get install -q -y --no-install-recommends "${missing[@]}"
