package secrets

import (
	"context"
	"crypto/subtle"

	"usher/pkg/redact"
)

// Holds reports whether the value kept under key is v, without the time it takes
// telling how much of it is. One that cannot be had is an error, as with Get.
func (s *Store) Holds(ctx context.Context, key Key, v redact.Value) (bool, error) {
	have, ok, err := s.Get(ctx, key)
	if err != nil || !ok {
		return false, err
	}
	return subtle.ConstantTimeCompare([]byte(have.Reveal()), []byte(v.Reveal())) == 1, nil
}
