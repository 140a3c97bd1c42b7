package main

// copilot is GitHub's Copilot CLI, whose hooks are called in one of two spellings,
// against a model of one's own: no account of GitHub's is needed.
func (d *desk) copilot(event string) error {
	if d.Gate != "" {
		hook := d.entry(map[string]any{"type": "command", "command": d.Gate, "timeoutSec": 30})
		if err := d.put(".copilot/hooks/usher.json", asText(map[string]any{"version": 1, "hooks": map[string]any{event: []any{hook}}})); err != nil {
			return err
		}
	}
	if err := d.put(".copilot/config.json", asText(map[string]any{"trusted_folders": []any{d.Work}, "banner": "never"})); err != nil {
		return err
	}
	d.args = []string{"-p", "Do the work.", "--no-auto-update", "--disable-builtin-mcps", "--no-color", "--output-format", "json"}
	if !d.Ask {
		d.args = append(d.args, "--allow-all-tools")
	}
	d.env = []string{
		"COPILOT_PROVIDER_BASE_URL=" + d.url + "/v1", "COPILOT_PROVIDER_API_KEY=dummy", "COPILOT_MODEL=gpt-4.1",
		"COPILOT_OFFLINE=true", "COPILOT_AUTO_UPDATE=false",
	}
	servers := d.local(map[string]any{"type": "local", "tools": []any{"*"}})
	return d.put(".copilot/mcp-config.json", asText(map[string]any{"mcpServers": servers}))
}
