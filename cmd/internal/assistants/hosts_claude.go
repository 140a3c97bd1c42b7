package main

import (
	"maps"
	"strconv"
	"strings"
)

// entry is the hook's entry in an assistant's file.
func (d *desk) entry(members map[string]any) map[string]any {
	maps.Copy(members, d.More)
	return members
}

// nested is the shape of hooks that most assistants share.
func (d *desk) nested(event, matcher string, members map[string]any) map[string]any {
	if d.Gate == "" {
		return map[string]any{}
	}
	members["type"], members["command"] = "command", d.Gate
	return map[string]any{event: []any{map[string]any{"matcher": matcher, "hooks": []any{d.entry(members)}}}}
}

// local are the MCP servers, each with further members.
func (d *desk) local(more map[string]any) map[string]any {
	all := map[string]any{}
	for name, s := range d.Servers {
		one := map[string]any{"command": s.Command, "args": s.Args, "env": s.Env}
		maps.Copy(one, more)
		all[name] = one
	}
	return all
}

func (d *desk) claude() error {
	allow := []any{}
	if !d.Ask {
		allow = []any{"Bash", "mcp__usher"} // where the setup brings the gateway, too
		for name := range d.Servers {
			allow = append(allow, "mcp__"+name)
		}
	}
	settings := map[string]any{
		"permissions": map[string]any{"allow": allow},
		"hooks":       d.nested("PreToolUse", "*", map[string]any{}),
	}
	if err := d.put(".claude/settings.json", asText(settings)); err != nil {
		return err
	}
	d.args = []string{"-p", "Do the work.", "--model", "claude-sonnet-4-5", "--output-format", "stream-json", "--verbose"}
	d.env = []string{
		"ANTHROPIC_BASE_URL=" + d.url, "ANTHROPIC_API_KEY=dummy", "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC=1",
		"DISABLE_TELEMETRY=1", "DISABLE_ERROR_REPORTING=1", "DISABLE_AUTOUPDATER=1", "ENABLE_TOOL_SEARCH=false",
	}
	return d.put(".claude.json", asText(map[string]any{
		"hasCompletedOnboarding": true, "mcpServers": d.local(map[string]any{"type": "stdio"}),
	}))
}

func (d *desk) codex() error {
	approve, sandbox, tools := "never", "danger-full-access", "approve"
	if d.Ask {
		approve, sandbox, tools = "on-request", "read-only", "prompt"
	}
	var b strings.Builder
	b.WriteString("model = \"scripted\"\nmodel_provider = \"local\"\ncheck_for_update_on_startup = false\n")
	b.WriteString("approval_policy = " + strconv.Quote(approve) + "\nsandbox_mode = " + strconv.Quote(sandbox) + "\n")
	b.WriteString("[analytics]\nenabled = false\n[model_providers.local]\nname = \"local\"\nwire_api = \"responses\"\nenv_key = \"LOCAL_KEY\"\n")
	b.WriteString("base_url = " + strconv.Quote(d.url+"/v1") + "\n")
	b.WriteString("[projects." + strconv.Quote(d.Work) + "]\ntrust_level = \"trusted\"\n")
	for name, s := range d.Servers {
		b.WriteString("[mcp_servers." + name + "]\ncommand = " + strconv.Quote(s.Command) + "\nargs = " + asText(s.Args) + "\n")
		b.WriteString("default_tools_approval_mode = " + strconv.Quote(tools) + "\n[mcp_servers." + name + ".env]\n")
		for key, value := range s.Env {
			b.WriteString(key + " = " + strconv.Quote(value) + "\n")
		}
	}
	if d.Gate != "" {
		if err := d.put(".codex/hooks.json", asText(map[string]any{"hooks": d.nested("PreToolUse", ".*", map[string]any{})})); err != nil {
			return err
		}
	}
	// a person trusts the hook once, in a terminal; here a flag stands for that
	d.args = []string{"exec", "--json", "--skip-git-repo-check", "--dangerously-bypass-hook-trust", "Do the work."}
	d.env = []string{"LOCAL_KEY=dummy", "CODEX_HOME=" + d.Home + "/.codex"}
	return d.put(".codex/config.toml", b.String())
}
