package starter

// nodeAudit appends a line about each call to a log.
const nodeAudit = `#!/usr/bin/env node
// NAME: appends one JSON line about each call that was made to an audit log.
//
// It only watches: where it fails, that is logged and nothing else changes.
async function main() {
  const fs = await import("node:fs");
  const os = await import("node:os");
  const log = os.homedir() + "/usher-audit.jsonl";

  const { tool, args, result, conversationId, files } = JSON.parse(fs.readFileSync(0, "utf8"));
  const time = new Date().toISOString();
  const line = { time, tool, args, ok: result.ok, conversationId, projectRoot: files.projectRoot };
  fs.appendFileSync(log, JSON.stringify(line) + "\n", { mode: 0o600 }); // what a tool was told may be private
}

main();
`

// nodeMessage refuses a message that holds a pattern.
const nodeMessage = `#!/usr/bin/env node
// NAME: refuses a message that holds what looks like a licence key.
//
// Exit 0 lets the message go, 2 refuses it with what stands on stderr as the reason.
// Any other end would only be logged, so what goes wrong here ends with 2 as well.
const PATTERN = /[A-Z0-9]{5}(-[A-Z0-9]{5}){3,}/;

process.exitCode = 2; // until the message was looked at, the answer is no

async function main() {
  const fs = await import("node:fs");
  const { message } = JSON.parse(fs.readFileSync(0, "utf8"));
  if (typeof message !== "string") throw new Error("the message could not be looked at");
  if (PATTERN.test(message)) throw new Error("the message holds what looks like a licence key");
}

main().then(
  () => { process.exitCode = 0; },
  (fault) => console.error(fault.message),
);
`

const nodeTurnEnd = `#!/usr/bin/env node
// NAME: runs after each turn, in the background: nothing waits for it, and it can
// refuse nothing.
async function main() {
  const fs = await import("node:fs");
  const { outcome } = JSON.parse(fs.readFileSync(0, "utf8")); // done, error or stopped
  if (outcome === "done") {
    // your code here
  }
}

main();
`

const nodeStop = `#!/usr/bin/env node
// NAME: runs when the assistant is about to end its turn.
//
// Exit 0 lets it end. 2 keeps the turn going, with what stands on stderr as the
// reason; say it only while something is left to do, or the turn never ends. Any
// other end is logged and changes nothing. A person's own stop is never held up.
async function main() {
  const fs = await import("node:fs");
  const { outcome } = JSON.parse(fs.readFileSync(0, "utf8")); // done, error or stopped
  // if (outcome === "done" && !fs.existsSync("report.md")) {
  //   console.error("report.md is not written yet");
  //   process.exitCode = 2;
  // }
}

main();
`

const nodeSession = `#!/usr/bin/env node
// NAME: runs once at the start of a session. It can refuse nothing; where it fails,
// that is logged.
async function main() {
  const fs = await import("node:fs");
  const event = JSON.parse(fs.readFileSync(0, "utf8")); // source, conversationId, files
  // your code here
}

main();
`
