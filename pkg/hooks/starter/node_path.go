package starter

// nodePath refuses a call whose path lies outside the project folder. It imports
// within a function, so that it runs as a module and as a plain script: what it is
// depends on a package.json beside it.
const nodePath = `#!/usr/bin/env node
// NAME: refuses a call whose path lies outside the project folder.
//
// Exit 0 is no opinion, 2 refuses with what stands on stderr as the reason, 3 asks
// you first; any other end refuses too. A path is looked at now: what becomes of it
// afterwards, and what a tool does with other arguments, is not seen here.

// The arguments that hold a path. All of them that a call has are looked at; a call
// that has none is refused.
const ARGUMENTS = ["path", "file_path", "case_dir", "project_dir"];

process.exitCode = 2; // until everything was looked at, the answer is no

async function main() {
  const fs = await import("node:fs");
  const path = await import("node:path");

  function whole(text, what) {
    if (typeof text !== "string") throw new Error(what + " is not a text");
    if (text === "") throw new Error(what + " is empty");
    if (!path.isAbsolute(text)) throw new Error(what + " is not a whole path");
    if (/[\x00-\x1f\x7f]/.test(text)) throw new Error(what + " holds a control character");
    if (text.split(/[\\/]/).includes("..")) throw new Error(what + " holds ..");
    return text;
  }

  function there(text) {
    try {
      fs.lstatSync(text);
      return true;
    } catch (fault) {
      if (fault.code === "ENOENT") return false;
      throw fault;
    }
  }

  // The real path, of which the end need not be there yet.
  function real(text) {
    let head = text;
    const tail = [];
    while (!there(head)) {
      tail.unshift(path.basename(head));
      head = path.dirname(head);
    }
    return path.join(fs.realpathSync(head), ...tail); // a link that leads nowhere is refused here
  }

  const { args, files } = JSON.parse(fs.readFileSync(0, "utf8"));
  const given = ARGUMENTS.filter((name) => Object.hasOwn(args, name));
  if (given.length === 0) throw new Error("the call names no path, in none of: " + ARGUMENTS.join(" "));
  if (files.projectRoot == null) throw new Error("no project folder is open");
  const root = whole(files.projectRoot, "the project folder");
  if (!fs.existsSync(root) || !fs.statSync(root).isDirectory()) {
    throw new Error("the project folder " + root + " is not there");
  }
  const inside = real(root).split(path.sep).filter(Boolean);
  for (const name of given) {
    const text = whole(args[name], "the argument " + name);
    const at = real(text).split(path.sep).filter(Boolean);
    if (!inside.every((element, i) => element === at[i])) {
      throw new Error(text + " is outside the project folder " + root);
    }
  }
}

main().then(
  () => { process.exitCode = 0; },
  (fault) => console.error(fault.message),
);
`
