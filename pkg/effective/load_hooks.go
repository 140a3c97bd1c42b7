package effective

import (
	"usher/pkg/hooks"
	"usher/pkg/policy"
	"usher/pkg/trust"
)

func (s *Set) hooks(l trust.Layer) {
	e := l.Files[HooksFile]
	if !e.Present || e.Err != nil {
		return
	}
	s.addHooks(l.Name, e.Path, "", e.Data)
}

// addHooks parses one hooks.json. inFolder is its path in the project folder where
// that tells it from another there (SPEC L7).
func (s *Set) addHooks(layer, path, inFolder string, data []byte) {
	f := hooks.ParseFile(data, hooks.Source{Layer: layer, Path: path})
	for i := range f.Hooks {
		f.Hooks[i].InFolder = inFolder
	}
	s.Problems = append(s.Problems, f.Problems...)
	s.settle(f.Hooks, layer)
	s.Lost = append(s.Lost, f.Dropped...)
	if s.lifted(layer, HooksFile) {
		s.Hooks = append(s.Hooks, f.Hooks...)
		return
	}
	if f.Unusable {
		s.unusable(layer, path, "hooks", f.Problems)
		return
	}
	s.Hooks = append(s.Hooks, f.Hooks...)
	for _, d := range f.Dropped {
		if d.Guards {
			s.Guards = append(s.Guards, d)
		}
	}
}

// settle applies policy hooks.onError to hooks of the object shape that do not say
// onError themselves (SPEC H6).
func (s *Set) settle(hs []hooks.Hook, layer string) {
	if s.policy.OnErrorFor(layer == trust.Machine) != policy.OnErrorWarn {
		return
	}
	for i := range hs {
		if hs[i].Shape == hooks.Object && !hs[i].OnErrorSaid {
			hs[i].Warn = true
		}
	}
}

// Running are the hooks that may run: all, or the machine's alone while own
// hooks are off (SPEC H14).
func (s *Set) Running() []hooks.Hook {
	if !s.HooksOff {
		return s.Hooks
	}
	var hs []hooks.Hook
	for _, h := range s.Hooks {
		if h.Layer == trust.Machine {
			hs = append(hs, h)
		}
	}
	return hs
}
