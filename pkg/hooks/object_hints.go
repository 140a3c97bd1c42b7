package hooks

import "strings"

// eventHint is what to write for a key that is no event: other assistants have
// names of their own, and more events.
func eventHint(key, near string) string {
	same := func(e Event) string { return `write "` + string(e) + `": it is the event of that kind here` }
	switch strings.ToLower(key) {
	case "beforetool", "beforeshellexecution", "beforemcpexecution", "beforereadfile", "pre_tool_call", "pre_tool", "permissionrequest":
		return same(PreToolUse)
	case "aftertool", "aftershellexecution", "aftermcpexecution", "afterfileedit", "posttoolusefailure", "post_tool_call", "posttoolbatch":
		return same(PostToolUse)
	case "beforeagent", "beforesubmitprompt", "userpromptsubmitted", "userpromptexpansion":
		return same(UserPromptSubmit)
	case "afteragent", "agentstop", "afteragentresponse":
		return same(Stop)
	case "subagentstop", "subagentstart", "notification", "precompact", "postcompact", "precompress", "sessionend", "setup",
		"stopfailure", "permissiondenied", "teammateidle", "taskcreated", "taskcompleted", "instructionsloaded", "configchange",
		"cwdchanged", "filechanged", "worktreecreate", "worktreeremove", "elicitation", "elicitationresult",
		"beforemodel", "aftermodel", "beforetoolselection", "preinvocation", "postinvocation", "erroroccurred", "afteragentthought":
		return "take it out: usher has no such event; it has " + eventList()
	}
	if near != "" {
		return `write "` + near + `"`
	}
	return "write one of " + eventList()
}

// groupHint is for keys of a group that belong elsewhere.
func groupHint(key string) string {
	switch strings.ToLower(key) {
	case "type", "command", "args", "timeout", "shell", "onerror", "enabled", "description":
		return `put it into a hook of the group's list: ` + groupShape
	case "match", "tool", "tools", "tool_name", "toolname":
		return `write "matcher": a tool's name, * for any run of characters, | between alternatives`
	case "sequential":
		return "take it out: hooks run one after another"
	}
	return ""
}

// handlerHint is a way out where spelling alone does not lead to the key; most are
// other assistants' keys.
func handlerHint(key string) string {
	switch strings.ToLower(key) {
	case "timeoutms", "timeoutsec", "timeoutseconds":
		return `write "timeout", in whole seconds`
	case "disabled":
		return `write "enabled": false`
	case "name":
		return "take it out: names are made here, such as pretooluse-1; description is free"
	case "statusmessage":
		return `take it out, or write "description"`
	case "matcher", "match", "tool", "tools", "event":
		return `write the event and "matcher" around the group's list: ` + objectShape
	case "if":
		return "take it out: beside matcher there is no condition; let the command look at tool_input and end with 0"
	case "once":
		return "take it out: a hook runs each time"
	case "async", "asyncrewake":
		return "take it out: a hook is waited for; only TurnEnd runs in the background"
	case "onfailure", "failclosed", "strict":
		return `write "onError": "deny" or "warn"; a hook that fails refuses unless it says "warn"`
	case "modeloutput":
		return "take it out: only the list shape has modelOutput"
	case "bash", "powershell", "exec", "commandwindows", "command_windows":
		return `write "command", with "args" or "shell": true`
	case "cwd":
		return "take it out: hooks run in the project folder, else in the assistant folder"
	case "env":
		return "take it out: the environment of hooks is fixed"
	case "url", "headers", "prompt", "model", "server", "input":
		return "take it out: every hook here is a command"
	}
	return ""
}
