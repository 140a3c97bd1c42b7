package starter

// pythonAudit appends a line about each call to a log.
const pythonAudit = `#!/usr/bin/env python3
# NAME: appends one JSON line about each call that was made to an audit log.
#
# It only watches: where it fails, that is logged and nothing else changes.
import json
import os
import sys
import time

LOG = os.path.expanduser("~/usher-audit.jsonl")

call = json.loads(sys.stdin.buffer.read())
line = {
    "time": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()),
    "tool": call["tool"],
    "args": call["args"],
    "ok": call["result"]["ok"],
    "conversationId": call["conversationId"],
    "projectRoot": call["files"]["projectRoot"],
}
log = os.open(LOG, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)  # what a tool was told may be private
os.write(log, (json.dumps(line) + "\n").encode())  # at once, so that lines do not mix
`

// pythonMessage refuses a message that holds a pattern.
const pythonMessage = `#!/usr/bin/env python3
# NAME: refuses a message that holds what looks like a licence key.
#
# Exit 0 lets the message go, 2 refuses it with what stands on stderr as the reason.
# Any other end would only be logged, so what goes wrong here ends with 2 as well.
import json
import re
import sys

PATTERN = r"[A-Z0-9]{5}(-[A-Z0-9]{5}){3,}"

try:
    found = re.search(PATTERN, json.loads(sys.stdin.buffer.read())["message"])
except Exception:
    print("the message could not be looked at", file=sys.stderr)
    sys.exit(2)
if found:
    print("the message holds what looks like a licence key", file=sys.stderr)
    sys.exit(2)
`

const pythonTurnEnd = `#!/usr/bin/env python3
# NAME: runs after each turn, in the background: nothing waits for it, and it can
# refuse nothing.
import json
import sys

outcome = json.loads(sys.stdin.buffer.read())["outcome"]  # done, error or stopped
if outcome == "done":
    pass  # your code here
`

const pythonStop = `#!/usr/bin/env python3
# NAME: runs when the assistant is about to end its turn.
#
# Exit 0 lets it end. 2 keeps the turn going, with what stands on stderr as the
# reason; say it only while something is left to do, or the turn never ends. Any
# other end is logged and changes nothing. A person's own stop is never held up.
import json
import os
import sys

outcome = json.loads(sys.stdin.buffer.read())["outcome"]  # done, error or stopped
# if outcome == "done" and not os.path.exists("report.md"):
#     print("report.md is not written yet", file=sys.stderr)
#     sys.exit(2)
`

const pythonSession = `#!/usr/bin/env python3
# NAME: runs once at the start of a session. It can refuse nothing; where it fails,
# that is logged.
import json
import sys

event = json.loads(sys.stdin.buffer.read())  # source, conversationId, files
# your code here
`
