package mcp

import (
	"usher/pkg/names"
	"usher/pkg/sandbox"
)

// packagePresets are servers that are installed once at an exact version, which
// the person picks.
func packagePresets() []Preset {
	return []Preset{
		{
			ID: "fs", Title: "Filesystem", Group: groupFiles,
			Description: "Read and write files in one folder",
			Steps:       []string{"Pick the folder it may read and write; it sees nothing else."},
			Inputs: []PresetInput{versionOf("the npm package @modelcontextprotocol/server-filesystem", "2026.8.31"),
				{Name: "folder", Prompt: "the folder, as a whole path, or ${workspace} for the trusted folder", Example: "/home/me/notes"}},
			server: Server{
				Package: Package{Kind: "npm", Spec: "@modelcontextprotocol/server-filesystem@{version}"}, Args: []string{"{folder}"},
				Reach: sandbox.Reach{Write: []string{"{folder}"}, Network: sandbox.NetworkOff},
			},
		},
		{
			ID: "fetch", Title: "Fetch", Group: groupFiles,
			Description: "Fetch web pages as text",
			Steps:       []string{"It has the whole network, your own included: what a page says can ask for another address."},
			Inputs:      []PresetInput{versionOf("the PyPI package mcp-server-fetch", "2025.4.7")},
			server: Server{
				Package: Package{Kind: "pypi", Spec: "mcp-server-fetch=={version}"},
				Reach:   sandbox.Reach{Network: sandbox.NetworkOn},
			},
		},
	}
}

func gitAndTime() []Preset {
	return []Preset{
		{
			ID: "git", Title: "Git", Group: groupFiles,
			Description: "Look at and change one Git repository",
			Steps:       []string{"Install git.", "Pick the repository; it may write in it, commits included."},
			Inputs: []PresetInput{versionOf("the PyPI package mcp-server-git", "2026.10.19"),
				{Name: "folder", Prompt: "the repository, as a whole path, or ${workspace} for the trusted folder", Example: "/home/me/project"}},
			server: Server{
				Package: Package{Kind: "pypi", Spec: "mcp-server-git=={version}"}, Args: []string{"--repository", "{folder}"},
				Reach: sandbox.Reach{Write: []string{"{folder}"}, Network: sandbox.NetworkOff},
			},
		},
		{
			ID: "time", Title: "Time", Group: groupFiles,
			Description: "Tell the time and convert time zones",
			Inputs:      []PresetInput{versionOf("the PyPI package mcp-server-time", "2026.10.19")},
			server: Server{
				Package: Package{Kind: "pypi", Spec: "mcp-server-time=={version}"},
				Reach:   sandbox.Reach{Network: sandbox.NetworkOff},
			},
		},
	}
}

// servicePresets are servers their makers run.
func servicePresets() []Preset {
	service := func(id, title, description, url string, steps ...string) Preset {
		return Preset{ID: names.ServerID(id), Title: title, Group: groupServices, Description: description, Steps: steps, SignIn: true, server: Server{URL: url}}
	}
	return []Preset{
		service("github", "GitHub", "Repositories, issues and pull requests on GitHub", "https://api.githubcopilot.com/mcp/",
			"Have a GitHub account. What it may see and change is what you grant when you sign in."),
		service("linear", "Linear", "Issues and projects in Linear", "https://mcp.linear.app/mcp", "Have a Linear account."),
		service("notion", "Notion", "Pages and databases in Notion", "https://mcp.notion.com/mcp", "Have a Notion account."),
		service("sentry", "Sentry", "Errors and issues in Sentry", "https://mcp.sentry.dev/mcp", "Have a Sentry account."),
	}
}
