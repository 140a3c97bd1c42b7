package term

// markers are the variables that assistants set for the programs they start,
// and usher's own for hooks (SPEC A5).
func markers() [14]string {
	return [...]string{
		"CLAUDECODE", "AI_AGENT",
		"CODEX_THREAD_ID", "CODEX_SESSION_ID", "CODEX_CI", "CODEX_SANDBOX",
		"COPILOT_CLI", "COPILOT_AGENT_SESSION_ID",
		"GEMINI_CLI", "QWEN_CODE", "OPENCODE", "CURSOR_AGENT",
		"KAITOI_SESSION_ID", "USHER_HOOK_EVENT",
	}
}

// Assistant is the name of the first variable found that says an assistant (or
// usher, for a hook) started this program; "" when there is none (SPEC A5). A
// variable that is set but empty does not count. It says nothing about
// ancestors or terminals.
func Assistant(getenv func(string) string) string {
	for _, m := range markers() {
		if getenv(m) != "" {
			return m
		}
	}
	return ""
}
