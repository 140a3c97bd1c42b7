package main

// plugin is a guard for opencode, which calls no programs: it tells the gate of
// each call in the shape that most assistants share, under the name that shape has for
// a tool of usher's gateway, and any end but 0 refuses.
const plugin = `import { spawnSync } from "node:child_process"
export const Gate = async ({ directory }) => ({
  "tool.execute.before": async (call, to) => {
    const name = call.tool.replace(/^usher_/, "mcp__usher__")
    const sent = { hook_event_name: "PreToolUse", session_id: call.sessionID, cwd: directory, tool_name: name, tool_input: to.args }
    const gate = spawnSync("/bin/sh", ["-c", COMMAND], { input: JSON.stringify(sent), encoding: "utf8" })
    if (gate.status !== 0) throw new Error((gate.stderr || "").trim() || "the gate gave no answer")
  },
})
`

func (d *desk) opencode() error {
	permission := "allow"
	if d.Ask {
		permission = "ask"
	}
	config := map[string]any{
		"autoupdate": false, "share": "disabled", "model": "local/scripted", "small_model": "local/scripted",
		"permission": map[string]any{"*": permission, "bash": permission},
		"provider": map[string]any{"local": map[string]any{
			"npm": "@ai-sdk/openai-compatible", "name": "local",
			"options": map[string]any{"baseURL": d.url + "/v1", "apiKey": "dummy"},
			"models":  map[string]any{"scripted": map[string]any{"name": "scripted", "tool_call": true}},
		}},
	}
	servers := map[string]any{}
	for name, s := range d.Servers {
		servers[name] = map[string]any{"type": "local", "command": append([]string{s.Command}, s.Args...), "environment": s.Env, "enabled": true}
	}
	config["mcp"] = servers
	if d.Gate != "" {
		config["plugin"] = []any{"file://" + d.Home + "/gate/gate.js"}
		if err := d.put("gate/gate.js", "const COMMAND = "+asText(d.Gate)+"\n"+plugin); err != nil {
			return err
		}
	}
	d.args = []string{"run", "--format", "json", "--title", "work", "Do the work."}
	d.env = []string{
		"OPENCODE_DISABLE_AUTOUPDATE=true", "OPENCODE_DISABLE_MODELS_FETCH=true", "OPENCODE_DISABLE_LSP_DOWNLOAD=true",
		"OPENCODE_DISABLE_DEFAULT_PLUGINS=true", "npm_config_fetch_retries=0",
	}
	return d.put(".config/opencode/opencode.json", asText(config))
}
