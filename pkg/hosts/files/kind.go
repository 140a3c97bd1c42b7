package files

// kind says whether the server is remote, and refuses what cannot be told or is
// not spoken (SPEC S3).
func (e *entry) kind() (remote bool) {
	command, url, pkg := e.fields[roleCommand], e.fields[roleURL], e.fields[rolePackage]
	remote = len(url) > 0
	word, m, given := e.typeWord()
	at := m.at
	if !given {
		at = e.at
	}
	switch kind := transport(word); {
	case given && e.oldSSE(kind, m):
	case remote && len(command)+len(pkg) > 0:
		e.fail(url[0].at, "import/both", "it has a command and an address, and a server is one of them", "take one out")
	case given && kind == "":
		e.fail(at, "import/transport", "type "+quoted(word)+" is not known", "usher knows stdio and streamable HTTP")
	case given && kind == "stdio" && remote:
		e.fail(at, "import/transport", "type "+quoted(word)+" is for a command, and this entry has an address", "")
	case given && kind == "http" && !remote:
		e.fail(at, "import/transport", "type "+quoted(word)+" is for an address, and this entry has none", "")
	case !remote && len(command)+len(pkg) == 0:
		e.neither()
	case remote && !given && e.im.client.twoAddresses() && url[0].key == "url" && len(url) == 1:
		info, _ := Find(e.im.client)
		e.fail(url[0].at, "import/transport", "in "+info.Name+` "url" is the old SSE transport, which usher does not speak; "httpUrl" is the streamable one`,
			"if the address speaks streamable HTTP: usher server add "+string(e.id)+" --url URL")
	}
	return remote
}

// twoAddresses reports a client with a key for each transport.
func (c Client) twoAddresses() bool { return c == Gemini || c == Qwen }

func (e *entry) typeWord() (string, member, bool) {
	for _, m := range e.fields[roleType] {
		if s, ok := m.value.word(); ok {
			return s, m, true
		}
		e.wrongType(m, "a text")
	}
	return "", member{}, false
}

// oldSSE refuses what usher does not speak, by its name.
func (e *entry) oldSSE(kind string, m member) bool {
	switch kind {
	case "sse":
		e.fail(m.at, "import/transport", "it uses the old SSE transport, which usher does not speak", "ask the server's maker for its streamable HTTP address")
	case "ws":
		e.fail(m.at, "import/transport", "it uses a web socket, which usher does not speak", "ask the server's maker for its streamable HTTP address")
	case "own":
		e.fail(m.at, "import/transport", "it is a part of the other app itself, and no server", "")
	default:
		return false
	}
	return true
}

func (e *entry) neither() {
	if len(e.fields[roleEnabled])+len(e.fields[roleDisabled]) > 0 && len(e.value.members) == 1 {
		e.fail(e.at, "import/neither", "it only turns a server on or off that is defined elsewhere", "")
		return
	}
	e.fail(e.at, "import/neither", "it has no command and no address", `a server has "command" or "url"`)
}

// transport is the kind a type word means, or "".
func transport(word string) string {
	switch lowered(word) {
	case "stdio", "local":
		return "stdio"
	case "http", "streamablehttp", "remote", "url":
		return "http"
	case "sse":
		return "sse"
	case "ws", "wss", "websocket":
		return "ws"
	case "builtin", "platform", "frontend", "inlinepython", "extension":
		return "own"
	}
	return ""
}
