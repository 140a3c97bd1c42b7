package client

import (
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
	case code == http.StatusNotFound && method != "initialize" && r.meta == nil:
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
