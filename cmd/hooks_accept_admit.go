package cmd

import (
	"context"

	"usher/pkg/digest"
	"usher/pkg/engine"
	"usher/pkg/fault"
	"usher/pkg/hooks"
	"usher/pkg/policy"
	"usher/pkg/term"
)

// admit lets a file be accepted: by the digest that was given, else by the person
// at the terminal, on a card (SPEC A3, A4, A5). no says that the answer was no.
func (o *hooksAcceptOptions) admit(ctx context.Context, g ground, f engine.HooksFile, parsed hooks.File) (no bool, err error) {
	if o.digest != "" {
		if _, person := term.LookAtPerson(o.Getenv, o.Stdin); !person || g.decidesAlone() {
			full := o.line() + " --digest " + string(f.Digest)
			if err := o.noAssistant(full); err != nil {
				return false, err
			}
			return false, g.unattended(full)
		}
	}
	err = o.byPerson(ctx, "usher hooks accept", f.Digest, acceptCard(g, f, parsed), func(ctx context.Context, tty *term.TTY) (bool, error) {
		yes, err := yesNo("Accept exactly this?")(ctx, tty)
		no = err == nil && !yes
		return yes, err
	})
	if no {
		err = nil
	}
	return no, err
}

// meant are the files that --digest names, or all.
func (o *hooksAcceptOptions) meant(files []engine.HooksFile) ([]engine.HooksFile, error) {
	if o.digest == "" {
		return files, nil
	}
	line := o.line()
	want, err := digest.Parse(o.digest)
	if err != nil {
		return nil, fault.New(fault.Usage, "--digest is not usable: "+err.Error(), line+" --digest "+string(files[0].Digest))
	}
	e := fault.New(fault.Refused, "--digest names another file than "+files[0].Path+" as it is now")
	if len(files) > 1 {
		e.Message = "--digest names none of the folder's hooks files as they are now"
	}
	for _, f := range files {
		if f.Digest == want {
			return []engine.HooksFile{f}, nil
		}
		e.Hints = append(e.Hints, "read "+f.Path+", then: "+line+" --digest "+string(f.Digest))
	}
	return nil, e
}

// eachHooks is policy trust.hooks: each.
func (g ground) eachHooks() bool { return g.Policy.TrustHooks == policy.Each }
