#!/usr/bin/env bash
# What one decision costs, measured side by side in one run against what cannot be
# had for less: an empty Go program, /bin/true, the hook alone, and the same
# decision as a node script; and each hook of a call against a bare fork and exec. bench/README.md says how to read it.
#   scripts/bench.sh [-strict] [-rounds N] [-each N] [folder of the built programs]
# A missed goal is printed; only with -strict it is also a failure.
set -euo pipefail
cd "$(dirname "$0")/.."

flags=()
bin=bin
while [ $# -gt 0 ]; do
  case $1 in
    -strict) flags+=("$1") ;;
    -rounds | -each) flags+=("$1" "$2"); shift ;;
    -*) echo "usage: scripts/bench.sh [-strict] [-rounds N] [-each N] [folder]" >&2; exit 2 ;;
    *) bin=$1 ;;
  esac
  shift
done
bin=$(cd "$bin" && pwd)
if [ "$(uname)" != Linux ]; then
  echo "the bench measures on Linux only" >&2
  exit 1
fi
umask 077
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export CGO_ENABLED=0
go build -trimpath -ldflags '-s -w' -o "$work/empty" ./bench/empty
go build -trimpath -o "$work/spawn" ./bench/spawn
go build -trimpath -o "$work/hooks" ./bench/hooks
go build -trimpath -o "$work/sandbox" ./bench/sandbox

# A home with three servers, decisions about the tools of each, and two hooks
# that meet one server's tools each; a project folder with three definition files.
home=$work/home/.config/usher state=$work/home/.local/state/usher project=$work/project
mkdir -p "$home" "$project/.usher"
cp bench/peers/hook.sh bench/peers/hook.mjs bench/peers/decide.mjs "$work/"
cat > "$home/policy.json" <<'JSON'
{"approve": {"unattended": true}, "tools": {"deny": ["*__wipe"], "ask": ["web__*"]}}
JSON
cat > "$home/mcp.json" <<'JSON'
{
  "servers": [
    { "id": "notes", "command": "sh", "args": ["notes-server.sh"] },
    { "id": "files", "command": "sh", "args": ["files-server.sh", "--root", "."], "env": ["LANG"] },
    { "id": "board", "command": "sh", "args": ["board-server.sh"], "description": "the lab's board" }
  ]
}
JSON
cat > "$home/hooks.json" <<JSON
{
  "hooks": [
    { "name": "no-deletes", "event": "PreToolUse", "match": "files__*", "command": "$work/hook.sh" },
    { "name": "no-deletes-js", "event": "PreToolUse", "match": "board__*", "command": "$work/hook.mjs" }
  ]
}
JSON
echo '{"servers": [{"id": "lab", "command": "sh", "args": ["lab-server.sh"]}]}' > "$project/.usher/mcp.json"
echo '{"hooks": [{"name": "lab-rule", "event": "PreToolUse", "match": "lab__*", "command": "/bin/true"}]}' > "$project/.usher/hooks.json"
echo 'Speak of beams, not of bars.' > "$project/.usher/instructions.md"

env=(PATH=/usr/bin:/bin HOME="$work/home" LANG=C.UTF-8)
usher() { env -i "${env[@]}" "$bin/usher" "$@"; }
for id in notes files board; do
  call=$(printf '{"tool":"%s__search","args":{"q":"beam"},"source":"chat","conversationId":"c1"}' "$id")
  printf '%s\n' "$call" > "$work/$id.json"
  digest=$( (usher run-gate < "$work/$id.json" || true) 2>&1 | grep -o 'sha256:[0-9a-f]\{64\}' | head -n 1)
  usher server approve "$id" --digest "$digest" > "$work/log"
  usher server mark "$id" search read-only --digest "$digest" > "$work/log"
  usher grant set "$id" search --allow --digest "$digest" > "$work/log"
  usher grant set "$id" write --ask --digest "$digest" > "$work/log"
  usher grant set "$id" wipe --deny > "$work/log"
done
digest=$(usher trust show "$project" | grep -o 'sha256:[0-9a-f]\{64\}' | head -n 1)
usher trust grant "$project" --digest "$digest" > "$work/log"

# Folders of 1, 100 and 2000 files, and who reads the same files: sha256sum, git
# status (which reads no content), and direnv where it is installed (one file).
git() { env -i "${env[@]}" git -c user.name=bench -c user.email=bench@example.invalid "$@" > "$work/log" 2>&1; }
for n in 1 100 2000; do
  folder=$work/files$n
  mkdir -p "$folder/.usher"
  echo '{"servers": []}' > "$folder/.usher/mcp.json"
  for i in $(seq 2 "$n"); do
    mkdir -p "$folder/.usher/skills/s$((i % 100))"
    head -c 2000 /dev/zero | tr '\0' x > "$folder/.usher/skills/s$((i % 100))/f$i.txt"
  done
  git -C "$folder" init -q && git -C "$folder" add -A && git -C "$folder" commit -q -m files
  digest=$(usher trust show "$folder" | sed -n 's/^digest *//p')
  usher trust grant "$folder" --digest "$digest" > "$work/log"
  printf '#!/bin/sh\ncd %s && find .usher -type f -print0 | xargs -0 sha256sum\n' "$folder" > "$work/sum$n.sh"
done
chmod +x "$work"/sum*.sh
direnv=$(command -v direnv || true)
if [ -n "$direnv" ]; then
  mkdir -p "$work/direnv"
  echo 'export BENCH=1' > "$work/direnv/.envrc"
  env -i "${env[@]}" "$direnv" allow "$work/direnv" > "$work/log" 2>&1
  printf '#!/bin/sh\ncd %s && exec %s status\n' "$work/direnv" "$direnv" > "$work/direnv.sh"
  chmod +x "$work/direnv.sh"
fi

payload='{"event":"PreToolUse","source":"chat","tool":"files__search","args":{"q":"beam"}}'
printf '%s\n' "$payload" > "$work/payload.json"
node=$(command -v node || true)
[ -z "$node" ] || sed -i "1s|.*|#!$node|" "$work/hook.mjs" # PATH above may not have it

settings=(-dir "$work")
for v in "${env[@]}" PWD="$work"; do settings+=(-env "$v"); done # no NODE_EXTRA_CA_CERTS among them
status=0
commands=() ratios=()
run() { # run what COMMANDS and RATIOS hold, in one turn
  echo
  "$work/spawn" "${settings[@]}" "$@" "${flags[@]}" "${ratios[@]}" "${commands[@]}" || status=$?
  commands=() ratios=()
}
start() { commands+=("$1"); }
ratio() { # ratio METRICS TEXT
  local metric
  for metric in $1; do ratios+=(-ratio "$metric $2"); done
}

at="--home $home --state $state --data $work/data"
start "empty=$work/empty"
start "true=/bin/true"
start "gate=<$work/notes.json $bin/usher-gate $at"
start "gate folder=<$work/notes.json $bin/usher-gate $at --project $project"
start "sh hook=<$work/payload.json $work/hook.sh"
start "gate sh=<$work/files.json $bin/usher-gate $at"
ratio "wall cpu" "1 usher-gate, marks and grants, no hook: gate / empty <= 1.5"
ratio faults "1 usher-gate, marks and grants, no hook: gate / empty <= 1.35"
ratio "wall cpu" "1 and a trusted folder of 3 files: gate folder / empty <= 1.5"
ratio faults "1 and a trusted folder of 3 files: gate folder / empty <= 1.35"
ratio "wall cpu" "3 usher-gate, one sh hook: gate sh / empty + empty + sh hook <= 1.4"
ratio "wall cpu" "  usher-gate, no hook: gate / true"
echo "$(usher version | head -n 1), on $(nproc) processors"
run

for n in 1 100 2000; do # a decision in a trusted folder: every file is read and digested
  start "empty=$work/empty"
  start "gate $n=<$work/notes.json $bin/usher-gate $at --project $work/files$n"
  start "sha256sum $n=$work/sum$n.sh"
  start "git status $n=/usr/bin/git -C $work/files$n status --porcelain"
  ratio "wall cpu" "  usher-gate, a trusted folder of $n files: gate $n / sha256sum $n$([ "$n" = 2000 ] && echo ' <= 0.4')"
  case $n in
    100) ratio "wall cpu" "2 the same: gate $n / git status $n <= 1.2" ;;
    2000) ratio "wall cpu" "8 the same: gate $n / git status $n <= 1.3" ;;
    *) ratio "wall cpu" "  the same: gate $n / git status $n" ;;
  esac
  if [ "$n" = 1 ] && [ -n "$direnv" ]; then
    start "direnv=$work/direnv.sh"
    ratio "wall cpu" "  the same, against direnv status on one file: gate $n / direnv"
  fi
  run -each 5
done

start "usher version=$bin/usher version"
start "usher=<$work/notes.json $bin/usher run-gate $at"
start "usher sh=<$work/files.json $bin/usher run-gate $at"
start "empty=$work/empty"
start "sh hook=<$work/payload.json $work/hook.sh"
ratio "wall cpu" "7 usher run-gate, no hook: usher / usher version <= 1.15"
ratio "wall cpu" "  usher run-gate, one sh hook: usher sh / usher version + empty + sh hook"
run

# Each hook of a call that has ten, and a test of two hundred.
echo
"$work/hooks" -usher "$bin/usher" "${settings[@]}" "${flags[@]}" "sh=$work/hook.sh" || status=$?
many=$work/many/usher
mkdir -p "$many"
for i in $(seq 200); do printf '{ "name": "h%d", "event": "PreToolUse", "command": "%s" },\n' "$i" "$work/hook.sh"; done |
  (echo '{ "hooks": ['; cat; echo '] }') > "$many/hooks.json"
printf '#!/bin/sh\nseq 200 | xargs -n 1 -P 2 %s\n' "$work/hook.sh" > "$work/xargs.sh"
chmod +x "$work/xargs.sh"
start "test 200=$bin/usher hooks test --tool x__y --home $many --state $work/many/state --data $work/many/data"
start "xargs 200=$work/xargs.sh"
ratio "wall cpu" "11 hooks test, 200 sh hooks: test 200 / xargs 200 <= 0.4"
run -each 2

if [ -z "$node" ]; then
  printf '\nnode is not installed: goal 4 and the node script are left out\n'
  exit "$status"
fi
start "gate=<$work/notes.json $bin/usher-gate $at"
start "node gate=<$work/notes.json $node $work/decide.mjs $home $state"
start "node hook=<$work/payload.json $work/hook.mjs"
start "gate node=<$work/board.json $bin/usher-gate $at"
start "usher node=<$work/board.json $bin/usher run-gate $at"
start "gate sh=<$work/files.json $bin/usher-gate $at"
start "node gate sh=<$work/files.json $node $work/decide.mjs $home $state"
ratio "wall cpu" "4 usher-gate, one node hook: gate node / node hook <= 1.05"
ratio "wall cpu" "  usher run-gate, one node hook: usher node / node hook"
ratio "wall cpu" "  the same decision in node, no hook: node gate / gate"
ratio "wall cpu" "  the same decision in node, one sh hook: node gate sh / gate sh"
run -each 10
echo
"$work/hooks" -usher "$bin/usher" "${settings[@]}" "${flags[@]}" -each 3 "node=$work/hook.mjs" || status=$?

# A real server, from its start to its first answer: by itself and in each sandbox.
files=${XDG_CACHE_HOME:-$HOME/.cache}/usher-test-servers/node_modules/@modelcontextprotocol/server-filesystem/dist/index.js
echo
if [ -f "$files" ]; then
  mkdir "$work/given"
  "$work/sandbox" -run "$bin/usher-run" -bwrap "$(command -v bwrap || true)" "${settings[@]}" "${flags[@]}" -given "$work/given" -each 10 \
    "$node" "$files" "$work/given" || status=$?
else
  echo 'the real servers are not installed: the sandbox is left out; to install them: make deps'
fi
exit "$status"
