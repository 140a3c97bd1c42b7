package starter

// pythonPath refuses a call whose path lies outside the project folder.
const pythonPath = `#!/usr/bin/env python3
# NAME: refuses a call whose path lies outside the project folder.
#
# Exit 0 is no opinion, 2 refuses with what stands on stderr as the reason, 3 asks
# you first; any other end refuses too. A path is looked at now: what becomes of it
# afterwards, and what a tool does with other arguments, is not seen here.
import json
import os
import pathlib
import re
import sys

# The arguments that hold a path. All of them that a call has are looked at; a call
# that has none is refused.
ARGUMENTS = ["path", "file_path", "case_dir", "project_dir"]

# Places that are others in another process: the tool's own working directory, say.
OWN = re.compile(r"/(proc|dev/(fd|std[^/]*))(/|$)")


def whole(path, what):
    """The path, if it is a plain and whole one."""
    if not isinstance(path, str):
        raise ValueError(what + " is not a text")
    if path == "":
        raise ValueError(what + " is empty")
    if not os.path.isabs(path):
        raise ValueError(what + " is not a whole path")
    if any(c < " " or c == "\x7f" for c in path):
        raise ValueError(what + " holds a control character")
    if ".." in path.replace("\\", "/").split("/"):
        raise ValueError(what + " holds ..")
    return path


def there(path):
    try:
        os.lstat(path)
    except FileNotFoundError:
        return False
    return True


def follow(path):
    """Refuses a path of which any step, through links too, stands in such a place."""
    at, rest, links = "", path.split("/"), 0
    while rest:
        name = rest.pop(0)
        if name in ("", "."):
            continue
        at = at.rpartition("/")[0] if name == ".." else at + "/" + name
        if OWN.match(at):
            raise ValueError(path + " passes through " + at + ", which is another place in another process")
        if os.path.islink(at):
            links += 1
            if links > 40:
                raise ValueError(path + " goes through too many links")
            to = os.readlink(at)
            at = "" if to.startswith("/") else at.rpartition("/")[0]
            rest = to.split("/") + rest


def real(path):
    """The real path, of which the end need not be there yet."""
    follow(path)
    head, tail = path, []
    while not there(head):
        head, name = os.path.split(head)
        tail.insert(0, name)
    os.stat(head)  # a link that leads nowhere is refused here
    return os.path.join(os.path.realpath(head), *tail)


def check(call):
    args, root = call["args"], call["files"]["projectRoot"]
    given = [name for name in ARGUMENTS if isinstance(args, dict) and name in args]
    if not given:
        raise ValueError("the call names no path, in none of: " + " ".join(ARGUMENTS))
    if root is None:
        raise ValueError("no project folder is open")
    root = whole(root, "the project folder")
    if not os.path.isdir(root):
        raise ValueError("the project folder " + root + " is not there")
    inside = pathlib.PurePath(real(root)).parts
    for name in given:
        path = whole(args[name], "the argument " + name)
        if pathlib.PurePath(real(path)).parts[: len(inside)] != inside:
            raise ValueError(path + " is outside the project folder " + root)


try:
    check(json.loads(sys.stdin.buffer.read()))
except KeyError as missing:
    print("the call has no", missing, file=sys.stderr)
    sys.exit(2)
except Exception as fault:  # whatever went wrong, the answer is no
    print(fault, file=sys.stderr)
    sys.exit(2)
`
