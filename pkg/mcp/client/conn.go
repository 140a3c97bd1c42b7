package client

import (
	"sync"
	"time"

	"github.com/mark3labs/mcp-go/client/transport"

	"usher/pkg/strictjson"
)

// Conn is a server that has answered initialize. Its methods may be called from
// several goroutines; each ends within its own time, whatever the others wait for.
type Conn struct {
	target  Target
	words   words
	child   process
	calls   *calls
	out     *outbox
	in      *inbox
	hush    func() // ends a reading of the server's output,
	free    func() // and what that took, when it has ended
	tr      *transport.Stdio
	stderr  *tail
	far     *remote // instead of the child and its pipes
	relist  relist
	notices notices
	frames  sync.Pool // of *[]byte

	name, version, protocol string
	meta                    []byte // members of _meta that every request carries; nil: none
	offersTools             bool
	offersPrompts           bool
	capabilities            *strictjson.Value // for Offers

	subscribed sync.Once
	endOnce    sync.Once
	ended      chan struct{} // nothing more comes from the server
	settled    chan struct{} // why is set
	why        *Failure

	closeOnce sync.Once
}

// Info is what the server says of itself, cleaned and cut, and the version of MCP
// that is spoken. The id a person chose is what names the server.
func (c *Conn) Info() (name, version, protocol string) { return c.name, c.version, c.protocol }

// Stderr is the last 16 KiB the server wrote there, secrets covered and cleaned;
// lines are kept. A remote server has none.
func (c *Conn) Stderr() string {
	if c.far != nil {
		return ""
	}
	return c.stderr.text()
}

// Counts are what the server sent besides answers.
func (c *Conn) Counts() Counts {
	if c.far != nil {
		return c.far.counted()
	}
	c.in.mu.Lock()
	defer c.in.mu.Unlock()
	return c.in.counts
}

// Done is closed when nothing more comes from the server: it ended, closed its
// output, broke a bound or was closed. A remote one is done only when it is closed.
func (c *Conn) Done() <-chan struct{} { return c.ended }

// OnListChanged sets what is called, on a goroutine of its own, when the server
// says that its tools changed: at most once a second, and not again before it
// has returned. It opens a remote server's own stream for that, where it has one.
func (c *Conn) OnListChanged(f func()) {
	c.relist.set(f)
	if f != nil {
		c.subscribe()
	}
}

// Close ends the server and everything it started: its input is closed, after
// Grace its tree gets the polite signal, then the last one. It returns within
// Grace + 1 s, when nothing of the tree is left. Requests that wait fail at once. A
// remote server is told that its session is over, within 4 s; no connection is left.
func (c *Conn) Close() { c.close(c.target.Grace) }

func (c *Conn) close(grace time.Duration) {
	c.end(c.words.fail(Closed, "was ended by usher"))
	if c.far != nil {
		c.closeOnce.Do(func() {
			c.relist.stop()
			c.notices.stop()
			c.far.close()
		})
		return
	}
	c.closeOnce.Do(func() {
		c.relist.stop()
		c.notices.stop()
		_ = c.tr.Close() // its requests fail, and the server's input is closed
		c.child.stop(grace)
		c.hush()
		_ = c.child.stdout.Close()
		_ = c.child.stderr.Close()
	})
	<-c.in.done
	c.free()
	<-c.stderr.done
	<-c.out.done
}
