#!/usr/bin/env bash
# Install what the tests need beside Go, where it is missing: the one list of such
# packages. On a system without apt-get it only says what is missing. Real MCP
# servers, each at one version, come from npm into a folder below the cache folder
# and nowhere else; nothing of them is shipped, and none of their scripts runs.
set -euo pipefail

# file or command, Debian package
needs=(
  /usr/bin/python3 python3
  git git
  strace strace
  ps procps
  setpriv util-linux
  bash bash
  /usr/share/bash-completion/bash_completion bash-completion
  zsh zsh
  fish fish
  man man-db
  node nodejs
  npm npm
  jq jq
  tmux tmux
  script bsdutils
  expect expect
  dbus-daemon dbus
  dbus-send dbus
  dbus-run-session dbus
  gnome-keyring-daemon gnome-keyring
  secret-tool libsecret-tools
  bwrap bubblewrap
  systemd-analyze systemd
  curl curl
)

missing=()
for ((i = 0; i < ${#needs[@]}; i += 2)); do
  command -v "${needs[i]}" >/dev/null || [ -e "${needs[i]}" ] || missing+=("${needs[i + 1]}")
done
if [ ${#missing[@]} -gt 0 ]; then
  if ! command -v apt-get >/dev/null; then
    echo "the tests need these programs, please install them: ${missing[*]}" >&2
    exit 1
  fi
  as_root=()
  [ "$(id -u)" -eq 0 ] || as_root=(sudo)
  "${as_root[@]}" apt-get update -q
  DEBIAN_FRONTEND=noninteractive "${as_root[@]}" apt-get install -q -y --no-install-recommends "${missing[@]}"
fi

servers=(
  @modelcontextprotocol/server-everything@2026.8.31
  @modelcontextprotocol/server-filesystem@2026.8.31
  @modelcontextprotocol/server-memory@2026.8.31
)
cache=${XDG_CACHE_HOME:-$HOME/.cache}
[ "$(uname)" != Darwin ] || cache=$HOME/Library/Caches
dir=$cache/usher-test-servers
if [ "$(cat "$dir/installed" 2>/dev/null)" != "${servers[*]}" ]; then
  mkdir -p "$dir"
  rm -f "$dir/installed"
  npm install --prefix "$dir" --ignore-scripts --no-fund --no-audit --save-exact "${servers[@]}"
  printf '%s\n' "${servers[*]}" >"$dir/installed"
fi

# What tests a gateway from outside: the conformance suite of MCP and its Inspector.
clients=(
  @modelcontextprotocol/conformance@0.2.0-alpha.12
  @modelcontextprotocol/inspector@2.12.0
)
dir=$cache/usher-test-clients
if [ "$(cat "$dir/installed" 2>/dev/null)" != "${clients[*]}" ]; then
  mkdir -p "$dir"
  rm -f "$dir/installed"
  npm install --prefix "$dir" --ignore-scripts --no-fund --no-audit --loglevel=error --save-exact "${clients[@]}"
  printf '%s\n' "${clients[*]}" >"$dir/installed"
fi

# Real assistants, which the tests run against a model of their own: each in a folder
# of its own, all at once. Their binaries lie in packages; no script is needed either.
assistants=(
  @anthropic-ai/claude-code@2.1.332
  @openai/codex@0.171.0
  @github/copilot@1.0.102
  @google/gemini-cli@0.61.0
  @qwen-code/qwen-code@0.24.4
  opencode-ai@1.18.33
)
install_assistant() { # install_assistant PACKAGE@VERSION
  local name=${1%@*} dir
  dir=$cache/usher-test-assistants/${name##*/}-${1##*@}
  [ ! -e "$dir/installed" ] || return 0
  mkdir -p "$dir"
  npm install --prefix "$dir" --ignore-scripts --no-fund --no-audit --loglevel=error --save-exact "$1" && touch "$dir/installed"
}
installs=()
for package in "${assistants[@]}"; do
  install_assistant "$package" &
  installs+=($!)
done
for pid in "${installs[@]}"; do wait "$pid"; done
