package files

import (
	"strings"

	"usher/pkg/mcp"
	"usher/pkg/strictjson"
)

// readOAuth takes over what a sign-in asks for; a secret of the client has no
// place in usher.
func (e *entry) readOAuth(m member) {
	for _, x := range m.value.orNothing().members {
		s, isText := x.value.word()
		switch {
		case (x.key == "clientId" || x.key == "client_id") && isText && !mcp.Secretish(s):
			e.out.OAuth.ClientID = s
		case (x.key == "scope" || x.key == "scopes") && isText:
			e.out.OAuth.Scopes = strings.Fields(s)
		case x.key == "scopes" && x.value.is(strictjson.KindArray):
			for _, w := range e.texts(x, nil) {
				e.out.OAuth.Scopes = append(e.out.OAuth.Scopes, w.text)
			}
		default:
			e.warn(x.at, "import/no-place", "oauth."+strings.Trim(quoted(x.key), `"`)+" has no place in usher and is left out", "sign in: usher server login "+string(e.id))
		}
	}
	if m.value.is(strictjson.KindBool) {
		return // opencode's false only turns the sign-in off
	}
	if !m.value.is(strictjson.KindObject) {
		e.wrongType(m, "a table")
	}
}
