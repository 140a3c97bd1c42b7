package mcp

import (
	"slices"

	"usher/pkg/names"
	"usher/pkg/redact"
	"usher/pkg/sandbox"
)

const (
	groupCreative = "Creative apps"
	groupFiles    = "Files and text"
	groupServices = "Services"
)

// Presets lists them, the creative apps first.
func Presets() []Preset {
	return slices.Concat(creativePresets(), packagePresets(), gitAndTime(), servicePresets())
}

func creativePresets() []Preset {
	return []Preset{blender(), resolve(), comfy()}
}

func versionOf(name, example string) PresetInput {
	return PresetInput{Name: "version", Prompt: "the exact version of " + name + " to install", Example: example}
}

func textVar(name names.EnvName, text string) EnvVar {
	return EnvVar{Name: name, Value: redact.New(text)}
}

func blender() Preset {
	return Preset{
		ID: "blender", Title: "Blender", Group: groupCreative,
		Description: "Model, texture and render in the Blender that is open on this computer",
		Steps: []string{
			"Install Blender 3.0 or newer.",
			"Install the add-on MCP for Blender as its makers describe, of the same version as the server. It is a third party's and not made by Blender.",
			"In Blender: Edit > Preferences > Add-ons, turn on Interface: MCP for Blender.",
			"In the 3D view press N, open the tab MCP for Blender and start its server, which listens on port 9876 of this computer.",
			"Use one assistant with it at a time, and save your work: what it runs is Python inside Blender, with all that Blender may do.",
		},
		Inputs: []PresetInput{versionOf("the PyPI package mcp-for-blender", "2.2.4")},
		server: Server{
			Package: Package{Kind: "pypi", Spec: "mcp-for-blender=={version}", Bin: "mcp-for-blender"},
			Env:     []EnvVar{textVar("BLENDER_MCP_SAFE_MODE", "1")},
			Reach:   sandbox.Reach{Network: sandbox.NetworkLocalhost},
		},
	}
}

func resolve() Preset {
	return Preset{
		ID: "davinci-resolve", Title: "DaVinci Resolve", Group: groupCreative,
		Description: "Edit, grade and render in the DaVinci Resolve that is open on this computer",
		Steps: []string{
			"Install DaVinci Resolve Studio 18.5 or newer; the free edition takes no scripts from outside.",
			"Get the server, samuelgursky/davinci-resolve-mcp, at a version you have looked at, and make its Python environment as it describes (Python 3.10 or newer).",
			"In DaVinci Resolve: Preferences > System > General, set External scripting using to Local, and restart it.",
			"Keep DaVinci Resolve open while the server is used.",
		},
		Inputs: []PresetInput{
			{Name: "python", Prompt: "the Python of the server's environment, as a whole path", Example: "/opt/davinci-resolve-mcp/venv/bin/python"},
			{Name: "folder", Prompt: "the folder the server is in, as a whole path", Example: "/opt/davinci-resolve-mcp"},
			{Name: "scripting", Prompt: "Resolve's folder Developer/Scripting, as a whole path", Example: "/opt/resolve/Developer/Scripting"},
			{Name: "library", Prompt: "Resolve's fusionscript library, as a whole path", Example: "/opt/resolve/libs/Fusion/fusionscript.so"},
		},
		AllowEnv: []names.EnvName{"PYTHONPATH"},
		server: Server{
			Command: "{python}", Args: []string{"{folder}/src/server.py"},
			Env:   []EnvVar{textVar("RESOLVE_SCRIPT_API", "{scripting}"), textVar("RESOLVE_SCRIPT_LIB", "{library}"), textVar("PYTHONPATH", "{scripting}/Modules")},
			Reach: sandbox.Reach{Read: []string{"{folder}", "{scripting}"}, Network: sandbox.NetworkLocalhost},
		},
	}
}

func comfy() Preset {
	return Preset{
		ID: "comfy", Title: "Comfy Cloud", Group: groupCreative,
		Description: "Make images, video, audio and 3D with Comfy Cloud",
		Steps: []string{
			"Make a Comfy Cloud account and take out a subscription: making anything there needs one.",
			"What it makes is billed by Comfy, call by call; look at the first calls before you allow a tool always.",
		},
		SignIn: true,
		server: Server{URL: "https://cloud.comfy.org/mcp"},
	}
}
