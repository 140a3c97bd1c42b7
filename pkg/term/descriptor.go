package term

import "os"

// onFD lends a file's descriptor without making it a blocking one.
func onFD(f *os.File, do func(fd int) error) error {
	c, err := f.SyscallConn()
	if err != nil {
		return err
	}
	var done error
	if err := c.Control(func(fd uintptr) { done = do(int(fd)) }); err != nil {
		return err
	}
	return done
}
