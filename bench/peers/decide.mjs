// The decision of usher run-gate as one would write it in a node script: the same
// files, the same digest of what a server would start, the same answer. It stands
// here to be measured against (scripts/bench.sh) and leaves out what makes a guard
// of it: owners and modes, strict JSON, signals, reaping of hooks.
import { createHash } from "node:crypto";
import { spawnSync } from "node:child_process";
import { accessSync, constants, readFileSync, realpathSync } from "node:fs";

const [home, state] = process.argv.slice(2);
const read = (path) => JSON.parse(readFileSync(path, "utf8"));
const call = JSON.parse(readFileSync(0, "utf8"));
const policy = read(`${home}/policy.json`);
const servers = read(`${home}/mcp.json`).servers;
const hooks = read(`${home}/hooks.json`).hooks;
const ledger = read(`${state}/ledger.json`).decisions;

const [id, tool] = call.tool.split(/__(.*)/s);
const server = servers.find((s) => s.id === id);
const matches = (pattern) =>
  new RegExp(`^${(pattern ?? "*").split("*").map((s) => s.replace(/[^\w]/g, "\\$&")).join(".*")}$`, "s").test(call.tool);

function which(name) {
  for (const dir of process.env.PATH.split(":")) {
    try {
      accessSync(`${dir}/${name}`, constants.X_OK);
      return `${dir}/${name}`;
    } catch {}
  }
  throw new Error(`no program ${name}`);
}

function launchDigest() {
  const hash = createHash("sha256");
  const frame = (kind, data) => {
    const head = Buffer.alloc(9);
    head.write(kind);
    head.writeBigUInt64BE(BigInt(data.length), 1);
    hash.update(head).update(data);
  };
  const text = (name, value) => {
    frame("N", Buffer.from(name));
    frame(value ? "V" : "A", Buffer.from(value ?? ""));
  };
  const list = (name, items) => {
    const n = Buffer.alloc(8);
    n.writeBigUInt64BE(BigInt(items.length));
    frame("N", Buffer.from(name));
    frame("L", n);
    for (const item of items) frame("V", Buffer.from(item));
  };
  const program = which(server.command);
  frame("D", Buffer.from("usher/launch/1"));
  text("kind", "local");
  text("command", server.command);
  for (const name of ["package kind", "package", "bin", "package lock"]) text(name);
  text("program", program);
  text("real program", realpathSync(program));
  list("args", server.args ?? []);
  text("working directory", realpathSync(home));
  text("folder");
  list("env passed", (server.env ?? []).toSorted());
  list("env set", []);
  text("url");
  list("headers", []);
  text("tokenEnv");
  text("oauth client");
  list("oauth scopes", []);
  list("secrets", []);
  list("reach", ["sandbox=on", "network=off", "runner=", "engine="]);
  return `sha256:${hash.digest("hex")}`;
}

function answer(decision, says) {
  process.stdout.write(JSON.stringify({ decision, tool: call.tool, reasons: [{ says }] }) + "\n");
  process.exit({ allow: 0, deny: 2, ask: 3 }[decision]);
}

if (!server) answer("ask", "no server of this name");
if ((policy.tools?.deny ?? []).some(matches)) answer("deny", "policy");
const digest = launchDigest();
if (!ledger.some((d) => d.kind === "launch" && d.server === id && d.digest === digest)) answer("deny", "not approved");
const marks = ledger.filter((d) => d.kind === "mark" && d.server === id && (d.tool === tool || d.tool === "*"));
if (marks.some((d) => d.decision === "deny")) answer("deny", "you denied it");
let asked = (policy.tools?.ask ?? []).some(matches) || !marks.some((d) => d.decision === "allow" && d.digest === digest);
for (const hook of hooks.filter((h) => h.event === "PreToolUse" && matches(h.match))) {
  const input = JSON.stringify({ event: hook.event, source: "chat", tool: call.tool, args: call.args });
  const env = { PATH: process.env.PATH, HOME: process.env.HOME };
  const run = spawnSync(hook.command, hook.args ?? [], { input, cwd: home, env, timeout: hook.timeoutMs ?? 5000 });
  if (run.status === 3) asked = true;
  else if (run.status !== 0) answer("deny", `hook ${hook.name}`);
}
answer(asked ? "ask" : "allow", asked ? "you have not allowed it" : "you allowed it");
