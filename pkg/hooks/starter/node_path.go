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

// Places that are others in another process: the tool's own working directory, say.
const OWN = /^\/(proc|dev\/(fd|std[^/]*))(\/|$)/;

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

  // What stands at a path, itself and not what it leads to; undefined for nothing.
  function there(text) {
    try {
      return fs.lstatSync(text);
    } catch (fault) {
      if (fault.code === "ENOENT") return undefined;
      throw fault;
    }
  }

  // Refuses a path of which any step, through links too, stands in such a place.
  function follow(text) {
    const rest = text.split("/");
    let at = "";
    let links = 0;
    while (rest.length > 0) {
      const name = rest.shift();
      if (name === "" || name === ".") continue;
      at = name === ".." ? at.slice(0, Math.max(at.lastIndexOf("/"), 0)) : at + "/" + name;
      if (OWN.test(at)) throw new Error(text + " passes through " + at + ", which is another place in another process");
      if (path.sep !== "/" || !there(at || "/")?.isSymbolicLink()) continue;
      if (++links > 40) throw new Error(text + " goes through too many links");
      const to = fs.readlinkSync(at);
      at = to.startsWith("/") ? "" : at.slice(0, at.lastIndexOf("/"));
      rest.unshift(...to.split("/"));
    }
  }

  // The real path, of which the end need not be there yet.
  function real(text) {
    follow(text);
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
