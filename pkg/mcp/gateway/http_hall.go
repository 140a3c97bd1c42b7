package gateway

import (
	"crypto/sha256"
	"crypto/subtle"
	"mime"
	"net/http"
	"slices"
	"strings"
	"sync"

	"usher/pkg/fault"
)

// hall is the room behind the door: every request is looked at here before anything
// of it is read, and no order of checks lets one be skipped. It says nothing about
// itself, sets no cookie, lets no page of a browser in that is not listed, and knows
// one path.
type hall struct {
	front front
	door  Door
	token [sha256.Size]byte
	say   func(fault.Problem)
	waits waits
	knows func(addr string) // told who showed the token

	busy sync.WaitGroup // requests
	sessions
}

func newHall(f front, d Door, say func(fault.Problem)) *hall {
	return &hall{front: f, door: d, token: sha256.Sum256([]byte(d.Token)), say: say, waits: patience(), knows: func(string) {},
		sessions: sessions{of: map[string]*seat{}}}
}

func (h *hall) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h.busy.Add(1)
	defer h.busy.Done()
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("X-Content-Type-Options", "nosniff")
	h.waits.bound(w)
	if status, why := h.admits(r); status != 0 {
		refuse(w, status, why)
		return
	}
	h.knows(r.RemoteAddr)
	if len(r.TransferEncoding) > 0 { // whatever comes after such a body is not looked at: nothing hides in it
		w.Header().Set("Connection", "close")
	}
	switch r.Method {
	case http.MethodPost:
		h.post(w, r)
	case http.MethodGet:
		h.get(w, r)
	default:
		h.delete(w, r)
	}
}

// admits says whether a request may be looked at, else the status and the reason. Who
// may not come in learns nothing of what is inside: the token goes before the path.
func (h *hall) admits(r *http.Request) (status int, why string) {
	switch {
	case !h.hosts(r.Host):
		return http.StatusForbidden, "this Host is not served here"
	case len(r.Header["Origin"]) > 0 && !h.origin(r.Header["Origin"]):
		return http.StatusForbidden, "pages of this Origin are not let in"
	case !h.bears(r.Header["Authorization"]):
		return http.StatusUnauthorized, "a bearer token is needed"
	case r.URL.Path != "/mcp" || r.URL.RawPath != "" || r.URL.RawQuery != "" || r.URL.ForceQuery || r.URL.IsAbs():
		return http.StatusNotFound, "there is nothing here but /mcp"
	case r.Method != http.MethodPost && r.Method != http.MethodGet && r.Method != http.MethodDelete:
		return http.StatusMethodNotAllowed, "only POST, GET and DELETE"
	case r.Method != http.MethodPost && r.ContentLength != 0:
		return http.StatusBadRequest, "only POST has a body"
	}
	return wellSaid(r)
}

// wellSaid looks at the headers that a message is understood by: each at most once.
func wellSaid(r *http.Request) (status int, why string) {
	for _, name := range []string{"Content-Type", "Content-Encoding", "Mcp-Session-Id", "Mcp-Protocol-Version", "Mcp-Method", "Mcp-Name"} {
		if len(r.Header[name]) > 1 {
			return http.StatusBadRequest, "the header " + name + " is given more than once"
		}
	}
	wants := []string{"text/event-stream"}
	if r.Method == http.MethodPost {
		wants = append(wants, "application/json")
		if !isJSON(r.Header.Get("Content-Type")) || len(r.Header["Content-Encoding"]) > 0 {
			return http.StatusUnsupportedMediaType, "a message is application/json, not compressed"
		}
	}
	if r.Method != http.MethodDelete && !accepts(r.Header["Accept"], wants) {
		return http.StatusNotAcceptable, "the client has to accept " + strings.Join(wants, " and ")
	}
	return 0, ""
}

func (h *hall) hosts(host string) bool {
	return slices.ContainsFunc(h.door.Hosts, func(known string) bool { return strings.EqualFold(known, host) })
}

func (h *hall) origin(given []string) bool {
	return len(given) == 1 && slices.Contains(h.door.Origins, given[0])
}

// bears compares in constant time, whatever the length of what was given.
func (h *hall) bears(given []string) bool {
	if len(given) != 1 || len(given[0]) > maxHeader || h.door.Token == "" {
		return false
	}
	scheme, token, _ := strings.Cut(given[0], " ")
	sum := sha256.Sum256([]byte(token))
	return strings.EqualFold(scheme, "Bearer") && subtle.ConstantTimeCompare(sum[:], h.token[:]) == 1
}

func isJSON(contentType string) bool {
	kind, params, err := mime.ParseMediaType(contentType)
	for name, value := range params {
		if name != "charset" || !strings.EqualFold(value, "utf-8") {
			return false
		}
	}
	return err == nil && kind == "application/json"
}

// accepts says whether a client takes all of some kinds; one that says nothing does.
func accepts(given, wants []string) bool {
	if len(given) == 0 {
		return true
	}
	for _, want := range wants {
		if !slices.ContainsFunc(strings.Split(strings.Join(given, ","), ","), func(one string) bool {
			kind, _, _ := strings.Cut(one, ";")
			kind = strings.ToLower(strings.TrimSpace(kind))
			whole, _, _ := strings.Cut(want, "/")
			return kind == want || kind == whole+"/*" || kind == "*/*"
		}) {
			return false
		}
	}
	return true
}
