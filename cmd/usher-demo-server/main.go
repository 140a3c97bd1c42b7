package main

import (
	"fmt"
	"os"

	"github.com/mark3labs/mcp-go/server"
)

func main() { os.Exit(run(os.Args[1:])) }

func run(args []string) int {
	changed := false
	for _, arg := range args {
		if arg != "--changed" {
			fmt.Fprintf(os.Stderr, "usher-demo-server: unknown argument %q; the only one is --changed\n", arg)
			return 2
		}
		changed = true
	}
	s := server.NewMCPServer("usher-demo-server", "1", server.WithResourceCapabilities(false, false), server.WithPromptCapabilities(false))
	newNotes().offer(s, changed)
	if err := server.ServeStdio(s); err != nil {
		fmt.Fprintln(os.Stderr, "usher-demo-server:", err)
		return 1
	}
	return 0
}
