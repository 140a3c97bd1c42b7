#!/usr/bin/env bash
# What a call through the gateway costs, measured side by side in one run against the
# server with nothing in between, against a pump that only copies bytes, and against the
# proxy that mcp-go's own client and server make. bench/README.md says how to read it.
#   scripts/bench_serve.sh [-strict] [-rounds N] [folder of the built programs]
# A missed goal is printed; only with -strict it is also a failure.
set -euo pipefail
cd "$(dirname "$0")/.."

flags=() rounds=(-rounds 5) bin=bin
while [ $# -gt 0 ]; do
  case $1 in
    -strict) flags+=("$1") ;;
    -rounds) rounds=("$1" "$2"); shift ;;
    -*) echo "usage: scripts/bench_serve.sh [-strict] [-rounds N] [folder]" >&2; exit 2 ;;
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
web=
trap '[ -z "$web" ] || kill $web || true; rm -rf "$work"' EXIT
for part in echo load proxy empty; do CGO_ENABLED=0 go build -trimpath -ldflags '-s -w' -o "$work/$part" "./bench/$part"; done
cc=$(command -v cc || command -v gcc) || { echo "the pump of bytes needs a C compiler" >&2; exit 1; }
"$cc" -O2 -o "$work/pump" bench/pump/pump.c

env=(PATH=/usr/bin:/bin HOME="$work" LANG=C.UTF-8)
# house NAME SERVERS: a home with so many servers, all approved, their one tool allowed.
house() {
  local home=$work/$1/home i
  mkdir -p "$home"
  echo '{"approve": {"unattended": true}, "serve": {"allowedTools": ["s*__echo"]}}' > "$home/policy.json"
  for i in $(seq "$2"); do printf '{ "id": "s%d", "command": "%s", "sandbox": {"enabled": false} },\n' "$i" "$work/echo"; done |
    (echo '{ "servers": ['; cat; echo '] }') > "$home/mcp.json"
  printf '#!/bin/sh\nexec env -i PATH=/usr/bin:/bin HOME=%s LANG=C.UTF-8 %s/usher "$@" --no-project --home %s --state %s --data %s\n' \
    "$work" "$bin" "$home" "$work/$1/state" "$work/$1/data" > "$work/$1.sh"
  chmod +x "$work/$1.sh"
  local digest id
  "$work/$1.sh" server list --no-probe -o json | grep -o '"sha256:[0-9a-f]*"' | tr -d '"' > "$work/$1.digests"
  for i in $(seq "$2"); do
    id=s$i digest=$(sed -n "${i}p" "$work/$1.digests")
    "$work/$1.sh" server approve "$id" --digest "$digest" > "$work/log"
    "$work/$1.sh" server tools "$id" > "$work/log"
    "$work/$1.sh" grant set "$id" echo --allow --digest "$digest" > "$work/log"
  done
}
house one 1
house fifty 50
house hooked 1
cp bench/peers/hook.sh "$work/"
printf '{"hooks": [{"name": "rule", "event": "PreToolUse", "match": "s1__*", "command": "%s"}]}\n' "$work/hook.sh" > "$work/hooked/home/hooks.json"

status=0
direct="direct=$work/echo" pump="pump=$work/pump $work/echo" mcpgo="mcpgo=$work/proxy $work/echo"
serve="serve:s1__echo=$work/one.sh serve -q"
load() { "$work/load" "${rounds[@]}" "${flags[@]}" "$@" || status=$?; }

echo "$("$bin/usher" version | head -n 1), on $(nproc) processors"
load -n 3000 -c 1 -memory -rest 6s \
  -ratio "p50 14 stdio: serve / pump <= 1.2" -ratio "p50 14 stdio: serve / mcpgo <= 0.3" -ratio "p50   stdio: serve / direct" \
  "$direct" "$pump" "$mcpgo" "$serve"
load -n 6000 -c 16,64 \
  -ratio "rate 15 stdio: serve / direct >= 0.8" -ratio "p99 15 stdio: serve / direct <= 2" -ratio "rate   stdio: serve / mcpgo" \
  "$direct" "$pump" "$mcpgo" "$serve"
load -n 300 -c 1 -size 65536 -ratio "p50 16 64 KB: serve / pump <= 1.15" -ratio "p50   64 KB: serve / mcpgo" "$direct" "$pump" "$mcpgo" "$serve"
load -n 40 -c 1 -size 1000000 -ratio "p50 16 1 MB: serve / pump <= 1.15" -ratio "p50   1 MB: serve / mcpgo" "$direct" "$pump" "$mcpgo" "$serve"
load -n 64 -c 16 -size 1000000 -ratio "rate 16 16 x 1 MB: serve / direct >= 0.5" "$direct" "$serve"
load -n 300 -c 1 -ratio "p50 18 what one sh hook adds, over the hook alone: hooked - serve / hook <= 1.3" "$serve" "hook:-=$work/hook.sh" "hooked:s1__echo=$work/hooked.sh serve -q"
load -n 20000 -c 16 -memory -rest 6s -ratio "memory 19 idle, 50 servers, one called: fifty / direct <= 1.5" \
  -ratio "growth 19 after all calls: fifty / fifty <= 1.05" "$direct" "fifty:s1__echo=$work/fifty.sh serve -q"
load -first -n 10 -ratio "p50 20 first list, 1 server: serve / empty <= 3" -ratio "p50 20 first list, 50 servers: fifty / empty <= 3" \
  -ratio "p50   first list: fifty / serve" -ratio "p50   first list: serve / version" \
  "empty:-=$work/empty" "version:-=$work/one.sh version" "$direct" "serve:s1__echo=$work/one.sh serve -q" "fifty:s1__echo=$work/fifty.sh serve -q"

"$work/echo" -http 127.0.0.1:0 > "$work/direct.url" &
web=$!
"$work/one.sh" serve --http 127.0.0.1:0 > "$work/serve.out" 2> "$work/serve.err" &
web="$web $!"
for _ in $(seq 100); do grep -q 'http://' "$work/serve.err" && [ -s "$work/direct.url" ] && break; sleep 0.1; done
url=$(grep -o 'http://[^ ]*' "$work/serve.err" | head -n 1)
token=$(grep -o '/[^ ]*\.token' "$work/serve.err" | head -n 1)
load -n 2000 -c 1,64 -ratio "p50 17 HTTP: serve / direct <= 1.5" -ratio "rate 17 HTTP: serve / direct >= 0.9" \
  "direct=$(cat "$work/direct.url")" "serve:s1__echo=$url#$token"
exit "$status"
