package control

import (
	"context"
	"net"
	"os"
	"path/filepath"
	"sync"
	"time"

	"usher/pkg/fault"
	"usher/pkg/safefile"
)

// Gateway is what can be asked of one that runs. Its errors are told with their hints.
type Gateway interface {
	Status(ctx context.Context) Status
	Reload(ctx context.Context) (Reloaded, error)
	Restart(ctx context.Context, server string) (Restarted, error)
}

const (
	mostAsking = 16 // at the same time; more are sent away

	// MostWait is how long an answer may take: a restart is a start and a list.
	MostWait = 3 * time.Minute
)

// Door is a gateway's socket.
type Door struct {
	listener *net.UnixListener
	path     string
	gateway  Gateway
	asking   chan struct{}
	ctx      context.Context //nolint:containedctx // of all that is asked through this door
	stop     context.CancelFunc
	group    sync.WaitGroup
}

// Listen makes the socket of a gateway below the state folder and answers there until
// Close. Sockets that others left behind are taken away.
func Listen(state string, g Gateway) (*Door, error) {
	dir := folder(state)
	if err := safefile.Private(dir); err != nil {
		return nil, err
	}
	name, err := newName()
	if err != nil {
		return nil, &fault.Error{Message: "no name for its socket: " + err.Error(), Err: err}
	}
	at, let, err := reached(dir, name)
	if err != nil {
		return nil, err
	}
	defer let()
	listener, err := net.ListenUnix("unix", &net.UnixAddr{Name: at, Net: "unix"})
	if err != nil {
		return nil, &fault.Error{Message: "its socket cannot be made: " + err.Error(), Hints: []string{"does the file system of " + dir + " take sockets? else: --state DIR"}, Err: err}
	}
	listener.SetUnlinkOnClose(false) // by its whole name, below
	d := &Door{listener: listener, path: filepath.Join(dir, name), gateway: g, asking: make(chan struct{}, mostAsking)}
	if err := os.Chmod(d.path, 0o600); err != nil {
		_ = listener.Close()
		_ = os.Remove(d.path)
		return nil, &fault.Error{Message: "its socket cannot be made yours alone: " + err.Error(), Err: err}
	}
	d.ctx, d.stop = context.WithCancel(context.Background())
	d.group.Go(d.accept)
	return d, nil
}

// Path is the socket.
func (d *Door) Path() string { return d.path }

// Close takes the socket away; what is being asked ends.
func (d *Door) Close() {
	_ = os.Remove(d.path)
	d.stop()
	_ = d.listener.Close()
	d.group.Wait()
}

func (d *Door) accept() {
	for {
		conn, err := d.listener.AcceptUnix()
		if err != nil {
			if d.ctx.Err() != nil {
				return
			}
			select { // out of descriptors, which may pass
			case <-time.After(100 * time.Millisecond):
				continue
			case <-d.ctx.Done():
				return
			}
		}
		select {
		case d.asking <- struct{}{}:
			d.group.Go(func() {
				defer func() { <-d.asking }()
				d.serve(conn)
			})
		default:
			_ = conn.Close()
		}
	}
}

// ours reports that the same person is at the other end.
func ours(conn *net.UnixConn) bool {
	uid, told := uidOf(conn)
	return told && uid == os.Geteuid() || !told && !tellsUID
}
