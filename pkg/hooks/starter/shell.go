package starter

// shellAudit appends a line about each call to a log.
const shellAudit = `#!/bin/sh
# NAME: appends one JSON line about each call that was made to an audit log.
#
# It only watches: where it fails, that is logged and nothing else changes.
set -eu
umask 077 # what a tool was told may be private

log=$HOME/usher-audit.jsonl

exec 3>>"$log"
! command -v flock >/dev/null || flock 3 # one line at a time, where the system can
jq -c '{time: (now | todate), tool, args, ok: .result.ok, conversationId, projectRoot: .files.projectRoot}' >&3
`

// shellMessage refuses a message that holds a pattern.
const shellMessage = `#!/bin/sh
# NAME: refuses a message that holds what looks like a licence key.
#
# Exit 0 lets the message go, 2 refuses it with what stands on stderr as the reason.
# Any other end would only be logged, so what goes wrong here ends with 2 as well.
set -u

pattern='[A-Z0-9]{5}(-[A-Z0-9]{5}){3,}'

found=$(jq --arg pattern "$pattern" '.message | test($pattern)') || found=broken
case $found in
  false) exit 0 ;;
  true) echo 'the message holds what looks like a licence key' >&2 ;;
  *) echo 'the message could not be looked at' >&2 ;;
esac
exit 2
`

const shellTurnEnd = `#!/bin/sh
# NAME: runs after each turn, in the background: nothing waits for it, and it can
# refuse nothing.
set -eu

outcome=$(jq -r .outcome)
case $outcome in
  done) ;; # your command here
  error | stopped) ;;
esac
`

const shellStop = `#!/bin/sh
# NAME: runs when the assistant is about to end its turn.
#
# Exit 0 lets it end. 2 keeps the turn going, with what stands on stderr as the
# reason; say it only while something is left to do, or the turn never ends. Any
# other end is logged and changes nothing. A person's own stop is never held up.
set -eu

outcome=$(jq -r .outcome) # done, error or stopped
# if [ "$outcome" = done ] && [ ! -e report.md ]; then
#   echo 'report.md is not written yet' >&2
#   exit 2
# fi
exit 0
`

const shellSession = `#!/bin/sh
# NAME: runs once at the start of a session. It can refuse nothing; where it fails,
# that is logged.
set -eu

cat >/dev/null # the event as JSON: source, conversationId, files
# your command here
`
