package client

import (
	"io"
	"mime"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"
)

const (
	maxSaid       = 16 << 10 // bytes of an error's body are read,
	maxSaying     = 2 * time.Second
	maxTarget     = 200       // code points of where a redirect points
	maxRetryAfter = time.Hour // what a server asks to wait is never taken for longer
)

// status is why an answer with another status than 200 is none. What the server
// wrote is read within a bound in bytes and in time.
func (r *remote) status(method string, resp *http.Response, cut func()) *Failure {
	code := resp.StatusCode
	f := &Failure{Kind: HTTPStatus, Status: code}
	say := func(kind Kind, message string) *Failure {
		f.Kind, f.Message = kind, r.words.line(message)
		return f
	}
	with := " (HTTP " + strconv.Itoa(code) + ")"
	switch {
	case code == http.StatusUnauthorized:
		return r.unauthorized(resp, say, f)
	case code == http.StatusForbidden:
		return r.forbidden(method, resp, say)
	case code == http.StatusNotFound && method != "initialize":
		return say(SessionLost, "does not know the session any more"+with)
	case code/100 == 3:
		return say(Redirected, r.pointsTo(resp.Header.Values("Location"))+with+", and no redirect is followed")
	}
	f.RetryAfter = retryAfter(resp.Header.Get("Retry-After"), time.Now())
	if code == http.StatusTooManyRequests {
		again := ""
		if f.RetryAfter > 0 {
			again = " and asks to wait " + within(f.RetryAfter)
		}
		return say(Busy, "has too many requests"+with+again)
	}
	body, whole := bodyOf(resp, cut)
	f.said = body
	text := shownOf(body, resp.Header.Get("Content-Type"))
	if !whole {
		text = r.words.withoutBegin(text)
	}
	if text != "" {
		text = ": " + text
	}
	return say(HTTPStatus, strings.TrimRight("answered "+method+" with HTTP "+strconv.Itoa(code)+" "+http.StatusText(code), " ")+text)
}

// bodyOf is the begin of an error's body, and whether that is all of it.
func bodyOf(resp *http.Response, cut func()) (body []byte, whole bool) {
	timer := time.AfterFunc(maxSaying, cut)
	defer timer.Stop()
	body, err := io.ReadAll(io.LimitReader(resp.Body, maxSaid+1))
	return body[:min(len(body), maxSaid)], err == nil && len(body) <= maxSaid
}

// begin is as much of a long text as is worth showing.
func (w words) begin(data []byte) string {
	if len(data) <= maxSaid {
		return string(data)
	}
	return w.withoutBegin(string(data[:maxSaid]))
}

// withoutBegin takes off the end of a text that was cut what may be the begin of a
// secret.
func (w words) withoutBegin(s string) string {
	rest := 0
	for _, secret := range w.secrets {
		v := secret.Reveal()
		for n := min(len(v)-1, len(s)); n > rest; n-- {
			if strings.HasSuffix(s, v[:n]) {
				rest = n
			}
		}
	}
	return s[:len(s)-rest]
}

// shownOf is what a person is told of an error's body: the message of a JSON-RPC
// error, or text; a page of HTML is named and not shown.
func shownOf(body []byte, contentType string) string {
	if f := readFrame(body); f.failed != nil {
		if message, ok := f.failed.Get("message").Text(); ok {
			return message
		}
	}
	kind, _, _ := mime.ParseMediaType(contentType)
	if kind == "text/html" {
		return "an HTML page"
	}
	text := strings.TrimSpace(string(body))
	if text == "{}" {
		return ""
	}
	return text
}

// pointsTo is where a redirect points: without user info and query, cut, and of an
// address that is not the web's only its scheme. Nothing is ever sent there (SPEC S8).
func (r *remote) pointsTo(locations []string) string {
	if len(locations) == 0 || strings.TrimSpace(locations[0]) == "" {
		return "redirects without saying where"
	}
	u, err := url.Parse(strings.TrimSpace(locations[0]))
	if err != nil {
		return "redirects to what is no address"
	}
	if u = r.address.ResolveReference(u); u.Opaque != "" || u.Scheme != "https" && u.Scheme != "http" {
		return "redirects to a " + u.Scheme + ": address"
	}
	u.User = nil
	if u.RawQuery != "" || u.Fragment != "" {
		u.RawQuery, u.Fragment = "…", ""
	}
	shown := []rune(r.words.line(u.String()))
	if len(shown) > maxTarget {
		return "redirects to " + string(shown[:maxTarget]) + "…"
	}
	return "redirects to " + string(shown)
}

// retryAfter is how long a server asks to wait, seconds or a date, zero for what
// is neither. Nothing waits for it: it is told.
func retryAfter(s string, now time.Time) time.Duration {
	if s == "" {
		return 0
	}
	if strings.Trim(s, "0123456789") == "" {
		n, err := strconv.ParseInt(s, 10, 64)
		if err != nil || n > int64(maxRetryAfter/time.Second) {
			return maxRetryAfter
		}
		return time.Duration(n) * time.Second
	}
	if at, err := http.ParseTime(s); err == nil {
		return min(max(at.Sub(now).Round(time.Second), 0), maxRetryAfter)
	}
	return 0
}
