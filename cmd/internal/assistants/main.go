package main

import (
	"encoding/json"
	"fmt"
	"os"
)

func main() { os.Exit(run(os.Args[1:])) }

func run(args []string) int {
	var err error
	switch {
	case len(args) == 2 && args[0] == "run":
		err = runSpec(args[1])
	case len(args) == 2 && args[0] == "server":
		err = serve(os.Stdin, os.Stdout, args[1])
	default:
		err = fmt.Errorf("want run SPEC or server LOG")
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "assistants:", err)
		return 1
	}
	return 0
}

func runSpec(path string) error {
	data, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	var s spec
	if err := json.Unmarshal(data, &s); err != nil {
		return err
	}
	o, err := s.play()
	if err != nil {
		return err
	}
	return json.NewEncoder(os.Stdout).Encode(o)
}
