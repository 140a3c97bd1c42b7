package launch

import (
	"os/exec"
	"testing"
)

// BenchmarkStart is a program's whole life, started directly and in a sandbox.
// (This binary takes longer to start than usher-run does.)
func BenchmarkStart(b *testing.B) {
	p := planOf(b, "exit 0")
	b.Run("direct", func(b *testing.B) {
		for b.Loop() {
			noError(exec.Command(p.Program, p.Args...).Run())
		}
	})
	b.Run("sandbox", func(b *testing.B) {
		for b.Loop() {
			if got := launched(b, p, ""); got.status != 0 {
				b.Fatalf("%+v", got)
			}
		}
	})
}
