package launch

import (
	"errors"
	"slices"

	"usher/pkg/sandbox"
)

var errCovers = errors.New("it would cover what every sandbox is made of")
var errHidden = errors.New("it lies in what is always hidden")

// sane refuses a plan whose grants cover what the root is made of, or lie in what
// is always hidden.
func sane(p sandbox.Plan) error {
	for _, dir := range slices.Concat(p.Read, p.Write, p.Runtimes, []string{p.Data}) {
		for _, own := range []string{"/proc", "/dev", "/sys"} {
			if within(dir, own) || within(own, dir) {
				return failed(stepPlan, dir, errCovers)
			}
		}
	}
	for _, dir := range slices.Concat(p.Read, p.Write, p.Runtimes) {
		if slices.ContainsFunc(p.Mask, func(m string) bool { return within(dir, m) }) {
			return failed(stepPlan, dir, errHidden)
		}
	}
	return nil
}

// insidePieces are made of what the root shows by then.
func insidePieces(p sandbox.Plan) (pieces []piece) {
	for _, path := range p.Protect {
		if slices.ContainsFunc(p.Write, func(dir string) bool { return within(path, dir) }) {
			pieces = append(pieces, piece{at: path, rank: fixed})
		}
	}
	for _, dir := range holds(p) {
		pieces = append(pieces, piece{at: dir, rank: held})
	}
	for _, path := range slices.Concat(p.Mask, etcHidden[:], procHidden[:]) {
		pieces = append(pieces, piece{at: path, rank: hidden})
	}
	for _, path := range procFixed {
		pieces = append(pieces, piece{at: path, rank: fixed})
	}
	return pieces
}
