package main

// spec is one run, written by the test.
type spec struct {
	Host    string            // claude, codex, copilot, copilot-pascal, gemini, qwen or opencode
	Program []string          // how it is started, without arguments
	Home    string            // the person's home, thrown away afterwards
	Work    string            // the folder the assistant works in
	Env     []string          // the whole environment; the assistant's own settings come behind it
	Gate    string            // the command of the hook before a tool; none, where Setup writes it
	More    map[string]any    // further members of the hook's entry
	Servers map[string]server // the MCP servers, by name
	Ask     bool              // the assistant's own rules ask a person; else they run every tool
	Setup   [][]string        // commands run once the files are written
	Steps   []step            // what the model does
	Isolate bool              // this process has a network of its own, whose loopback is still down
	Seconds int               // the assistant is ended after so many
}

// server is an MCP server on stdio.
type server struct {
	Command string
	Args    []string
	Env     map[string]string
}

// step is one call of the script: of the first offered tool whose name matches.
type step struct {
	Tool string         // a regular expression
	Args map[string]any // those that the tool's schema knows are sent
}

// outcome is what happened.
type outcome struct {
	Calls    []call
	Offered  []string // every tool's name that the model was offered
	Requests int
	Unknown  []string // paths that the model does not serve
	Exit     int      // of the assistant; -1 for a signal
	Setup    []string // what the setup's commands said
	Out, Err string   // the ends of its streams
	Millis   int64
}

// call is one step that the model took.
type call struct {
	Tool     string
	Answered bool
	Told     string // the result, as the model was told it
}
