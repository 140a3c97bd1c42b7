package mcp

import "strings"

const maxScopes = 100

// readOAuth reads what a sign-in asks for (SPEC O1).
func (e *entry) readOAuth() {
	v := e.object("oauth", `write {"clientId": "…", "scopes": ["…"]}`, "clientId", "scopes")
	if id := v.Get("clientId"); id != nil {
		s, ok := id.Text()
		if !ok {
			e.wrongType(id, "oauth.clientId", "a text", "")
		} else if s == "" || !printableASCII(s) {
			e.fail(id.Place(), "mcp/oauth", "oauth.clientId must be visible ASCII and not empty", "")
		}
		e.out.OAuth.ClientID = s
	}
	if list := v.Get("scopes"); list != nil {
		scopes, _ := e.texts(list, "oauth.scopes", `write a list: ["read"]`, maxScopes)
		for _, it := range scopes {
			if it.text == "" || strings.ContainsAny(it.text, ` "\`) || !printableASCII(it.text) {
				e.fail(it.at, "mcp/oauth", index("oauth.scopes", it.index)+" is no scope: one word of visible ASCII", "give each scope an item of its own")
			}
			e.out.OAuth.Scopes = append(e.out.OAuth.Scopes, it.text)
		}
	}
}

func printableASCII(s string) bool {
	return !strings.ContainsFunc(s, func(r rune) bool { return r < ' ' || r > '~' })
}
