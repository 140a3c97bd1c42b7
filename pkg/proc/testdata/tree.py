"""tree.py MODE: grows a tree of processes, writes the file "ready", then hangs
(or, in a mode that says so, exits 0). Every process of it carries the caller's
environment, by which a test finds it."""
import os, signal, sys, time


def hang():
    while True:
        time.sleep(60)


def child(body):
    if os.fork() == 0:
        try:
            body()
        finally:
            os._exit(0)


def daemon(body):
    """A daemon as the book has it: fork, a session of its own, fork."""
    def first():
        os.setsid()
        child(body)
    child(first)


def ignoring():
    for s in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(s, signal.SIG_IGN)
    hang()


def own_group():
    os.setpgid(0, 0)
    hang()


def stopped():
    os.kill(os.getpid(), signal.SIGSTOP)
    hang()


def chain():
    """Each link forks the next and ends: there is no process to hold on to."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    while os.fork() == 0:
        pass
    os._exit(0)


def deep():
    for _ in range(20):
        if os.fork() != 0:
            break
    hang()


def detached():
    """Holds none of the three descriptors."""
    for fd in (0, 1, 2):
        os.close(fd)
    hang()


def fork_later():
    """Leaves a background process that makes daemons for as long as it lives."""
    while True:
        daemon(lambda: time.sleep(3600))
        time.sleep(0.05)


mode, _, end = sys.argv[1].partition("+")
if mode == "group":
    child(hang)
elif mode == "own-group":
    child(own_group)
elif mode == "daemon":
    daemon(hang)
elif mode == "daemon-ignoring":
    daemon(ignoring)
elif mode == "stopped":
    child(stopped)
elif mode == "stopped-daemon":
    daemon(stopped)
elif mode == "chain":
    daemon(chain)
elif mode == "deep":
    child(deep)
elif mode == "many":
    for _ in range(100):
        daemon(ignoring)
elif mode == "detached":
    daemon(detached)
elif mode == "fork-later":
    daemon(fork_later)
elif mode == "all":
    for body in (hang, own_group, ignoring, stopped, deep, detached):
        child(body)
        daemon(body)
    daemon(chain)
elif mode != "alone":
    os._exit(99)
if mode == "chain":
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
open("ready", "w").close()
if end == "exit":
    os._exit(0)
if end == "ignore":
    ignoring()
if end == "stop-reaper":
    os.kill(os.getppid(), signal.SIGSTOP)
if end == "stop-reaper-exit":
    os.kill(os.getppid(), signal.SIGSTOP)
    os._exit(0)
if end == "kill-reaper":
    os.kill(os.getppid(), signal.SIGKILL)
hang()
