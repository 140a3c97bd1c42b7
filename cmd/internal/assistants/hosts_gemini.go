package main

// settings are those that Gemini CLI and Qwen Code, which began as a copy of it,
// have in common.
func (d *desk) settings(auth string, hooks map[string]any) map[string]any {
	return map[string]any{
		"mcpServers": d.local(nil),
		"security": map[string]any{
			"auth": map[string]any{"selectedType": auth}, "folderTrust": map[string]any{"enabled": false},
		},
		"privacy":   map[string]any{"usageStatisticsEnabled": false},
		"telemetry": map[string]any{"enabled": false},
		"general":   map[string]any{"enableAutoUpdate": false, "enableAutoUpdateNotification": false},
		"hooks":     hooks,
	}
}

func (d *desk) mode() string {
	if d.Ask {
		return "default"
	}
	return "yolo"
}

func (d *desk) geminiCLI() error {
	hooks := d.nested("BeforeTool", ".*", map[string]any{"name": "usher", "timeout": 60000})
	d.args = []string{"-p", "Do the work.", "-o", "json", "--skip-trust", "-m", "gemini-2.5-flash", "--approval-mode", d.mode()}
	d.env = []string{
		"GEMINI_API_KEY=dummy", "GOOGLE_GEMINI_BASE_URL=" + d.url, "GEMINI_TELEMETRY_ENABLED=false", "GEMINI_CLI_TRUST_WORKSPACE=true",
		"GEMINI_CLI_NO_RELAUNCH=true", // else it starts itself a second time, with more memory
	}
	return d.put(".gemini/settings.json", asText(d.settings("gemini-api-key", hooks)))
}

func (d *desk) qwen() error {
	settings := d.settings("openai", d.nested("PreToolUse", "*", map[string]any{"name": "usher", "timeout": 60000}))
	settings["tools"] = map[string]any{"toolSearch": map[string]any{"enabled": false}}
	d.args = []string{"-p", "Do the work.", "-o", "json", "-m", "scripted", "--auth-type", "openai", "--approval-mode", d.mode()}
	d.env = []string{"OPENAI_API_KEY=dummy", "OPENAI_BASE_URL=" + d.url + "/v1", "OPENAI_MODEL=scripted", "QWEN_TELEMETRY_ENABLED=false", "QWEN_CODE_NO_RELAUNCH=true"}
	return d.put(".qwen/settings.json", asText(settings))
}
