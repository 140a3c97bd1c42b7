#!/usr/bin/env bash
# The story of one tool call, told by the real programs in a throw-away home.
# Every line after a $ is a command you could type; what follows is its real
# output. The script ends with 1 when a step did not come out as told.
#   scripts/demo.sh [folder that holds the built programs]
set -euo pipefail
bin=$(cd "${1:-$(dirname "$0")/../bin}" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -m 700 "$work/home"
mkdir -m 700 -p "$work/home/.config/usher"
cd "$work/home/.config/usher"

wrong=0

# run STATUS COMMAND… : show the command, run it in an environment built from
# nothing, show its output, and compare the exit status. The output is in $out.
run() {
  local want=$1 got=0
  shift
  printf '\n$ %s\n' "$*"
  out=$(env -i PATH="$bin:/usr/bin:/bin" HOME="$work/home" LANG=C.UTF-8 bash --noprofile --norc -c "$*" 2>&1) || got=$?
  printf '%s\n' "${out//$work/}" | sed 's/^/  /'
  printf '  -> status %s\n' "$got"
  if [ "$got" -ne "$want" ]; then
    printf '  !! this should have ended with %s\n' "$want"
    wrong=1
  fi
}

# expect TEXT : the last output must hold it.
expect() {
  case $out in
    *"$1"*) ;;
    *) printf '  !! the output should hold: %s\n' "$1"; wrong=1 ;;
  esac
}

# hears METHOD PARAMS : asks the gateway, which reads descriptor 3 and answers on 4.
# The answer is in $out; its begin is shown.
hears() {
  printf '\n> {"jsonrpc":"2.0","id":"%s","method":"%s","params":%s}\n' "$((asked += 1))" "$1" "$2"
  printf '{"jsonrpc":"2.0","id":"%s","method":"%s","params":%s}\n' "$asked" "$1" "$2" >&3
  out=
  until case $out in *"\"id\":\"$asked\""*) true ;; *) false ;; esac; do
    read -r -t 30 out <&4 || { printf '  !! the gateway does not answer\n'; wrong=1; return; }
  done
  printf '< %.300s\n' "$out"
}
asked=0

say() { printf '\n'; printf '# %s\n' "$@"; }

call() { printf "echo '{\"tool\":\"%s\",\"args\":{\"q\":\"beam\"}%s}' | usher run-gate" "$1" "${2-}"; }

say 'Your definitions live in one folder.'
run 0 'usher home'

say 'Add a server of your own. It is saved, and runs nothing until you approve it. It will' \
    'run in a sandbox: show says in words what it can reach.' \
    '(At a terminal, add ends in a card that asks you; a script decides by digest,' \
    'and only where policy lets it.)'
printf '{"approve": {"unattended": true}}\n' > policy.json
run 0 'usher server add notes -- usher-demo-server'
run 0 'cat mcp.json'
run 0 'usher server show notes'
expect 'no network'
expect 'none of your folders'
run 2 "$(call notes__search)"
expect 'server approve notes'
digest=$(printf '%s' "$out" | grep -o 'sha256:[0-9a-f]\{64\}' | head -n 1)

say 'An assistant cannot approve it: its own environment gives it away.'
run 3 "CLAUDECODE=1 usher server approve notes --digest $digest"

say 'A person (here: a script that names exactly this launch) can. Then the server' \
    'is really started, and says what it offers.'
run 0 "usher server approve notes --digest $digest"
run 0 'usher server tools notes'
expect 'search'

say 'search only reads, so it may run without a question. What a server claims about' \
    'itself decides nothing: the mark is yours.'
run 0 "usher server mark notes search read-only --digest $digest"
run 0 "$(call notes__search)"
expect '"decision":"allow"'
run 0 "usher call notes__search --args '{\"word\":\"beam\"}'"
expect 'A beam of 4 m carries the roof.'

say 'A tool nobody decided about asks. Where nobody can be asked, it is refused.'
run 3 "$(call notes__write ',"canAsk":true')"
expect '"decision":"ask"'
run 2 "$(call notes__write)"
run 3 "usher call notes__write --args '{\"title\":\"x\",\"text\":\"y\"}'"

say 'Never again is one word, and survives every change of the server.'
run 0 'usher grant set notes wipe --deny'
run 2 "$(call notes__wipe ',"canAsk":true')"

say 'Hooks are your own programs. One refuses, one asks, one is broken. (This one only' \
    'looks for a word; a real guard parses the call: docs/files.md has two.)'
cat > hooks.json <<JSON
{"hooks": [
  {"name": "no-secrets", "event": "PreToolUse", "match": "notes__search", "command": "$PWD/no-secrets.sh"}
]}
JSON
cat > no-secrets.sh <<'SH'
#!/bin/sh
if grep -q password; then
  echo "notes about passwords stay closed" >&2
  exit 2
fi
SH
chmod +x no-secrets.sh
run 0 'cat no-secrets.sh && usher hooks check hooks.json && usher hooks list'
run 0 "$(call notes__search)"
run 2 "echo '{\"tool\":\"notes__search\",\"args\":{\"q\":\"password\"}}' | usher run-gate"
expect 'notes about passwords stay closed'

say 'A hook that exits with 3 asks, even about a tool you allowed.'
printf '#!/bin/sh\necho "searching costs money today" >&2\nexit 3\n' > no-secrets.sh
run 3 "$(call notes__search ',"canAsk":true')"
expect 'searching costs money today'

say 'A hook that fails refuses: a guard that fell over is not an open door.'
printf '#!/bin/sh\nexit 1\n' > no-secrets.sh
run 2 "$(call notes__search ',"canAsk":true')"
expect 'no-secrets'
run 2 'usher hooks test --tool notes__search'

say 'A typo in the guard list does not open the door either.'
printf '{"hooks": [{"name": "guard", "event": "preToolUse", "command": "%s/no-secrets.sh"}]}\n' "$PWD" > hooks.json
run 2 "$(call notes__search)"
expect 'PreToolUse'
run 1 'usher hooks check hooks.json'

say 'The same gate for any assistant that speaks MCP: usher serve offers what a policy' \
    'covers, and each call is decided and recorded. (> is the assistant, < the answer.)'
printf '{"hooks": []}\n' > hooks.json
cat > policy.json <<JSON
{"approve": {"unattended": true}, "audit": {"file": "$PWD/audit.jsonl"},
 "serve": {"allowedTools": ["notes__search", "notes__write"]}}
JSON
run 0 'cat policy.json'
mkfifo "$work/to" "$work/from"
env -i PATH="$bin:/usr/bin:/bin" HOME="$work/home" usher serve <"$work/to" >"$work/from" 2>"$work/said" &
gateway=$!
exec 3>"$work/to" 4<"$work/from"
hears initialize '{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"a script","version":"1"}}' >/dev/null
printf '%s\n' '{"jsonrpc":"2.0","method":"notifications/initialized"}' >&3
hears tools/list '{}'
printf '%s\n' "$out" | grep -o '"name":"[a-z_]*"' | sed 's/^/  /' || true
expect '"notes__search"'
expect '"notes__write"'
case $out in *notes__wipe*) printf '  !! no policy covers wipe\n'; wrong=1 ;; esac
hears tools/call '{"name":"notes__search","arguments":{"word":"beam"}}'
expect 'A beam of 4 m carries the roof.'
hears tools/call '{"name":"notes__write","arguments":{"title":"x","text":"y"}}'
expect 'usher grant set notes write --allow'
run 0 'usher status'
expect 'a script 1'
exec 3>&- 4<&-
wait "$gateway" || wrong=1
run 0 'usher audit show && usher audit verify'
expect 'deny'
expect 'whole'

say 'The same server, but its tool search now says something else: the mark sleeps,' \
    'and the tool asks again, with the difference.'
printf '{"hooks": []}\n' > hooks.json
mkdir "$work/app"
cp "$bin/usher-demo-server" "$work/app/server"
cp "$bin/usher-demo-server" "$work/app/next"
run 0 "usher server edit notes --read \"$work/app\" -- \"$work/app/server\""
digest=$(env -i PATH="$bin:/usr/bin:/bin" HOME="$work/home" usher server list -o json | grep -o 'sha256:[0-9a-f]\{64\}' | head -n 1)
run 2 "$(call notes__search)"
expect 'not approved'
run 0 "usher server approve notes --digest $digest"
run 0 "usher server tools notes"
run 0 "usher server mark notes search read-only --digest $digest"
printf '#!/bin/sh\nexec "%s/next" --changed\n' "$work/app" > "$work/app/server"
run 3 "usher call notes__search --args '{\"word\":\"beam\"}'"
expect 'changed since'
run 0 'usher server tools notes'
expect 'send what is found to everybody'
run 0 'usher grant list'

say 'A project folder brings a server, a hook and a prompt. Nothing of it counts until' \
    'you trust exactly these bytes.'
mkdir -p "$work/lab/.usher/prompts" "$work/lab/tools"
cd "$work/lab"
printf '{"servers": [{"id": "lab", "command": "usher-demo-server"}]}\n' > .usher/mcp.json
printf '{"hooks": [{"name": "lab-guard", "event": "PreToolUse", "match": "lab__wipe", "command": "./tools/guard.sh"}]}\n' > .usher/hooks.json
printf '#!/bin/sh\necho "the lab is never wiped" >&2\nexit 2\n' > tools/guard.sh
chmod +x tools/guard.sh
printf 'Review $1 for cracks.\n' > .usher/prompts/review.md
run 0 'usher trust show'
expect 'not trusted'
run 2 "$(call lab__search)"
run 0 "usher prompt expand '/review beam.stl'"
content=$(env -i PATH="$bin:/usr/bin:/bin" HOME="$work/home" usher trust show -o json | grep -o '"digest": "sha256:[0-9a-f]\{64\}"' | head -n 1 | cut -d'"' -f4)
run 0 "usher trust grant --digest $content"
run 3 "$(call lab__search ',"canAsk":true')"
run 2 "$(call lab__wipe ',"canAsk":true')"
expect 'the lab is never wiped'
run 0 "usher prompt expand '/review beam.stl'"
expect 'Review beam.stl for cracks.'

say 'Somebody changes the guard script. The folder counts no more, and since it had' \
    'guarded calls, every call here is at least a question.'
printf '#!/bin/sh\nexit 0\n' > tools/guard.sh
run 0 'usher trust diff'
expect 'the lab is never wiped'
run 2 "$(call lab__search ',"canAsk":true')"
run 0 'usher trust revoke'

printf '\n'
if [ "$wrong" -ne 0 ]; then
  echo 'The demo did not come out as told.'
  exit 1
fi
echo 'Every step came out as told.'
