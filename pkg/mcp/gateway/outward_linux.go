package gateway

import (
	"io"
	"os"
	"strconv"
	"syscall"

	"usher/pkg/mcp/client"
)

// outward is a stream that can be written to without waiting: of a pipe an end of
// usher's own, for whether the given one waits is a matter of everybody who has it too.
// Where there is none it is the stream itself.
func outward(out io.Writer) (w io.Writer, close func()) {
	file, ok := out.(*os.File)
	if !ok {
		return out, func() {}
	}
	if info, err := file.Stat(); err != nil || info.Mode()&os.ModeNamedPipe == 0 {
		return out, func() {}
	}
	own, err := os.OpenFile("/proc/self/fd/"+strconv.Itoa(int(file.Fd())), os.O_WRONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return out, func() {}
	}
	end := client.Outlet(own)
	return end, func() { _ = end.Close() }
}
