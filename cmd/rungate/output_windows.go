package rungate

import "os"

// missing reports a stream that is closed.
func missing(f *os.File) bool {
	_, err := f.Stat()
	return err != nil
}
