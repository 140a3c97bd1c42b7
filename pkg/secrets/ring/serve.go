package ring

import (
	"io"

	"usher/pkg/secrets/wire"
)

// Serve answers one request: status 0 where it was answered, however, and 2
// where it was no request.
func Serve(in io.Reader, out io.Writer, open Open) (status int) {
	data, err := io.ReadAll(io.LimitReader(in, wire.MaxRequest+1))
	if err != nil || len(data) > wire.MaxRequest {
		return 2
	}
	request, ok := wire.ParseRequest(data)
	clear(data)
	if !ok {
		return 2
	}
	said := answer(request, open).Bytes()
	defer clear(said)
	if _, err := out.Write(said); err != nil {
		return 2
	}
	return 0
}

// answer does what is asked. A panic, which the libraries answer an odd reply
// of the bus with, is a failure like any other: what it is about may be a value.
func answer(r wire.Request, open Open) (a wire.Answer) {
	defer func() {
		if recover() != nil {
			a = wire.Answer{Code: wire.Failed}
		}
	}()
	ring, most, code := open()
	if code != wire.OK {
		return wire.Answer{Code: code}
	}
	k := keychain{ring: ring, most: most}
	switch r.Do {
	case wire.Get:
		return k.get(r.Key)
	case wire.Set:
		return wire.Answer{Code: k.set(r.Key, r.Value.Reveal())}
	case wire.Remove:
		return wire.Answer{Code: k.remove(r.Key)}
	case wire.List:
		return k.list()
	case wire.Try:
		return wire.Answer{Code: k.try()}
	}
	return wire.Answer{Code: wire.Failed}
}
