package launch

import (
	"net/http"
	"net/http/httptest"
	"os/exec"
	"strings"
	"testing"
)

// SPEC B5, B7: what real programs do with this computer's network works inside as
// it does outside.
func TestRealProgramsWorkInLocalhost(t *testing.T) {
	t.Parallel()
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { w.Write([]byte("hello " + r.URL.Path)) }))
	defer web.Close()
	for name, argv := range map[string][]string{
		"python urllib":    {"python3", "-c", pythonURL},
		"python asyncio":   {"python3", "-c", pythonAsyncio},
		"python processes": {"python3", "-c", pythonProcesses},
		"node fetch":       {"node", "-e", nodeFetch},
		"node server":      {"node", "-e", nodeServer},
	} {
		t.Run(name, func(t *testing.T) {
			if _, err := exec.LookPath(argv[0]); err != nil {
				t.Fatal(argv[0] + " is not installed: scripts/deps.sh installs it")
			}
			out := localhost(t).ok(t, append(argv, web.URL)...)
			if !strings.HasSuffix(out, "fine\n") {
				t.Error(out)
			}
		})
	}
}

const pythonURL = `
import sys, socket, urllib.request as u, http.server, threading, functools
url = sys.argv[1]; port = url.rsplit(":", 1)[1]
assert u.urlopen(url + "/a").read() == b"hello /a"
assert u.urlopen("http://localhost:" + port + "/b", timeout=5).read() == b"hello /b"
s = http.server.ThreadingHTTPServer(("0.0.0.0", 0), functools.partial(http.server.SimpleHTTPRequestHandler, directory="/usr"))
threading.Thread(target=s.serve_forever, daemon=True).start()
assert u.urlopen("http://127.0.0.1:%d/" % s.server_address[1], timeout=5).status == 200
try: u.urlopen("http://198.51.100.7/", timeout=5); raise SystemExit("got out")
except u.URLError as e: assert e.reason.errno == 101, e
l = socket.socket(); l.listen(1); c = socket.create_connection(("127.0.0.1", l.getsockname()[1])); a, _ = l.accept(); a.sendall(b"x"); assert c.recv(1) == b"x"
c = socket.socket(); c.setblocking(False)
e = c.connect_ex(("127.0.0.1", 1)); assert e in (111, 115), e
p = socket.socket(socket.AF_INET, socket.SOCK_DGRAM); q = socket.socket(socket.AF_INET, socket.SOCK_DGRAM); q.bind(("127.0.0.1", 0))
p.connect(q.getsockname()); p.send(b"x"); assert q.recv(1) == b"x"
socket.getaddrinfo("localhost", 80); socket.if_nameindex()
print("fine")
`

const pythonAsyncio = `
import asyncio, sys, socket
async def main():
    port = int(sys.argv[1].rsplit(":", 1)[1])
    async def ask(i):
        r, w = await asyncio.open_connection("localhost" if i % 2 else "127.0.0.1", port)
        w.write(b"GET /%d HTTP/1.0\r\n\r\n" % i); d = await r.read(); w.close()
        assert d.endswith(b"hello /%d" % i), d
    await asyncio.gather(*[ask(i) for i in range(100)])
    async def echo(r, w):
        w.write(await r.readline()); await w.drain(); w.close()
    for host in ("127.0.0.1", "::1", None):
        s = await asyncio.start_server(echo, host, 0)
        for k in s.sockets:
            r, w = await asyncio.open_connection("127.0.0.1" if k.family == socket.AF_INET else "::1", k.getsockname()[1])
            w.write(b"line\n"); assert await r.readline() == b"line\n"; w.close()
        s.close()
    try: await asyncio.open_connection("198.51.100.7", 80); raise SystemExit("got out")
    except OSError as e: assert e.errno == 101, e
    p = "/tmp/a.sock"; s = await asyncio.start_unix_server(echo, p); r, w = await asyncio.open_unix_connection(p)
    w.write(b"line\n"); assert await r.readline() == b"line\n"; w.close(); s.close()
asyncio.run(main())
print("fine")
`

const pythonProcesses = `
import multiprocessing as m
def double(x): return 2 * x
if __name__ == "__main__":
    with m.get_context("fork").Manager() as manager:
        d = manager.dict(); d[1] = 2; assert d.copy() == {1: 2}
    with m.get_context("fork").Pool(2) as pool: assert pool.map(double, range(50)) == [2 * x for x in range(50)]
    print("fine")
`

const nodeFetch = `
(async () => {
  const url = process.argv[1], port = url.split(":")[2];
  for (const u of [url, "http://localhost:" + port]) if (await (await fetch(u + "/n")).text() !== "hello /n") throw u;
  await Promise.all([...Array(100)].map(async (_, i) => { if (await (await fetch(url + "/" + i)).text() !== "hello /" + i) throw i; }));
  for (let i = 0; i < 200; i++) await new Promise((ok, no) => require("net").connect(+port, "127.0.0.1").on("connect", function () { this.destroy(); ok(); }).on("error", no));
  try { await fetch("http://198.51.100.7/"); throw "got out"; } catch (e) { if (e.cause?.code !== "ENETUNREACH") throw e; }
  console.log("fine");
})().catch(e => { console.log(e); process.exit(1); });
`

const nodeServer = `
const http = require("http"), net = require("net");
const s = http.createServer((q, r) => r.end("yes")).listen(0, async () => {
  const port = s.address().port;
  for (const h of ["127.0.0.1", "[::1]", "localhost"]) if (await (await fetch("http://" + h + ":" + port)).text() !== "yes") throw h;
  s.closeAllConnections(); s.close();
  const p = "/tmp/n.sock", l = net.createServer(c => c.end("x")).listen(p, () => net.connect(p).on("data", d => {
    if (String(d) !== "x") throw d;
    const w = new (require("worker_threads").Worker)("1", { eval: true });
    w.on("exit", () => { const f = require("child_process").spawn(process.execPath, ["-e", "process.send('x')"], { stdio: [0, 1, 2, "ipc"] });
      f.on("message", m => { f.disconnect?.(); l.close(); console.log("fine"); }); });
  }));
});
`
