package files

import (
	"encoding/json"
	"strings"
)

// A plugin for an assistant that runs no commands itself: usher-gate gets each call on
// its stdin, nothing of it stands on the command line, and whatever is not its word of
// no opinion refuses: another status, silence, a signal, a gate that is gone.
const (
	pluginHead = `// Written by usher. To take it out: usher host disconnect opencode
import { spawnSync } from "node:child_process"

const gate = `
	pluginTail = `

export const Usher = async ({ directory }) => ({
  "tool.execute.before": async (call, to) => {
    const sent = { hook_event_name: "PreToolUse", session_id: call.sessionID, cwd: directory, tool_name: call.tool.replace(/^usher_/, "mcp__usher__"), tool_input: to.args ?? {} }
    const end = spawnSync(gate[0], gate.slice(1), {
      input: JSON.stringify(sent), encoding: "utf8", timeout: 30000, killSignal: "SIGKILL", maxBuffer: 1 << 20, windowsHide: true,
    })
    if (!end.error && end.status === 0 && end.stdout.trim() === "{}") return
    throw new Error((end.stderr || "").trim() || "usher-gate gave no answer, so this call is refused. See: usher host check opencode")
  },
})
`
)

// plugin is the text with a command in it.
func plugin(argv []string) []byte {
	return []byte(pluginHead + newTexts(argv).json() + pluginTail)
}

// pluginCommand is the command of a plugin that usher wrote, nil for any other text.
func (f HookFile) pluginCommand(data []byte) []string {
	line, ok := strings.CutPrefix(string(data), pluginHead)
	line, ended := strings.CutSuffix(line, pluginTail)
	var argv []string
	if !ok || !ended || json.Unmarshal([]byte(line), &argv) != nil {
		return nil
	}
	if _, is := recognise(argv, f.Host.Name); is != callsUsher {
		return nil
	}
	return argv
}
