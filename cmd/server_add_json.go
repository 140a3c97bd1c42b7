package cmd

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"usher/pkg/fault"
	"usher/pkg/hosts/files"
	"usher/pkg/output"
	"usher/pkg/secrets"
	"usher/pkg/term"
)

// runJSON saves what another app's piece holds, whatever its shape, and lets a
// person at the terminal approve each of it (SPEC S9, A3).
func (o *serverAddOptions) runJSON(ctx context.Context, args []string) (output.View, error) {
	secrets.NoDump()
	if o.given("cwd") || len(o.env)+len(o.pass)+len(o.headers) > 0 || o.bearer {
		return nil, fault.New(fault.Usage, "with --json the entry says what it is started with", "change it afterwards: usher server edit ID --cwd DIR")
	}
	g, err := o.firm()
	if err != nil {
		return nil, err
	}
	in := &intake{app: o.app, g: g, allow: o.allow, verb: "usher server add --json", line: "usher server add --json -"}
	report, err := o.pasted(ctx, g, args)
	if err != nil {
		return nil, err
	}
	if o.disabled {
		for i := range report.Servers {
			report.Servers[i].Server.Disabled = true
		}
	}
	for _, step := range []func() error{
		func() error { return in.read(ctx, report, "") }, in.someServer, in.allowed, in.nameless,
		func() error { return o.inHistory(in) },
		func() error { return in.askForPiece(ctx) },
	} {
		if err := step(); err != nil {
			return nil, err
		}
	}
	if len(in.taken()) == 0 {
		return in.view(), in.nothingTaken(false)
	}
	if err := in.save(ctx); err != nil {
		return nil, err
	}
	err = in.approveEach(ctx)
	return in.view(), err
}

// pasted reads the piece, under the id that was given.
func (o *serverAddOptions) pasted(ctx context.Context, g ground, args []string) (files.Report, error) {
	data := []byte(o.snippet)
	if o.snippet == fromStdin {
		var err error
		if data, err = readInput(ctx, o.Stdin, maxForeign, "the entry"); err != nil {
			return files.Report{}, err
		}
	}
	if len(args) == 0 {
		return files.Import(data, "", ""), nil
	}
	id, err := g.newID(args[0])
	if err != nil {
		return files.Report{}, err
	}
	r := files.ImportAs(data, id)
	if n := len(r.Servers) + len(r.Refused); n > 1 {
		return r, fault.New(fault.Usage, fmt.Sprintf("the text holds %d servers, and one id is given", n), "leave the id out, and each keeps its own: usher server add --json -")
	}
	return r, nil
}

// someServer refuses a text without one: whoever pastes it means to add a server.
func (in *intake) someServer() error {
	if len(in.rows) > 0 {
		return nil
	}
	return &fault.Error{Kind: fault.Refused, Message: "the text holds no servers; nothing was saved", Problems: in.report.Problems,
		Hints: []string{"paste the whole of another app's entry; its form: usher server add --help"}}
}

// nameless refuses an entry without a name: an id is the person's to choose.
func (in *intake) nameless() error {
	for _, s := range in.rows {
		if s.ok && s.Unnamed {
			return fault.New(fault.Usage, "the text does not say what the server is called", "say it: usher server add "+string(s.Server.ID)+" --json -")
		}
	}
	return nil
}

// inHistory refuses a secret that was typed: it stays in the shell's history and
// shows in the process list (SPEC S9).
func (o *serverAddOptions) inHistory(in *intake) error {
	if o.snippet == fromStdin {
		return nil
	}
	for _, s := range in.rows {
		for _, secret := range s.Secrets {
			if !secret.Value.Empty() {
				return fault.New(fault.Refused, secret.Field+" of "+s.label()+" is a secret, and what is typed on a command line stays in the shell's history and shows in the process list; nothing was saved",
					"paste it into a file or a pipe instead: usher server add --json - <FILE", "and take this line out of your shell's history")
			}
		}
	}
	return nil
}

// askForPiece asks a person about what is called something else than in the text,
// and for its secrets. Without one, a server is not saved under another name.
func (in *intake) askForPiece(ctx context.Context) error {
	if in.g.machine {
		return nil
	}
	renamed := slices.DeleteFunc(in.taken(), func(s *incoming) bool { return !s.Renamed })
	if _, person := term.LookAtPerson(in.Getenv, in.Stdin); !person {
		for _, s := range renamed {
			s.refuse(importRefused, "its name there is no id here, and it is not saved as "+string(s.Server.ID)+" without a yes",
				"give the id: usher server add "+string(s.Server.ID)+" --json -", "or say yes to all: usher server import - --yes")
		}
		return nil
	}
	if len(in.taken()) == 0 {
		return nil
	}
	tty, err := term.OpenTTY()
	if err != nil {
		return err
	}
	defer func() { _ = tty.Close() }()
	if err := in.askEach(ctx, tty, renamed); err != nil {
		return err
	}
	return in.askSecrets(ctx, tty)
}

// approveEach shows a person at the terminal the card of each server that was
// saved (SPEC A3). A no leaves it saved.
func (in *intake) approveEach(ctx context.Context) error {
	if _, person := term.LookAtPerson(in.Getenv, in.Stdin); !person || in.g.machine {
		return nil
	}
	for _, s := range in.taken() {
		g, err := in.ground()
		if err != nil {
			return err
		}
		sv, ok := g.own(s.Server.ID)
		l := g.Set.Launch(sv)
		if !ok || l.Why != "" || s.never != "" {
			continue
		}
		err = in.approve(ctx, g, sv, l)
		said := new(fault.Error)
		switch {
		case err == nil:
			if g, err = in.ground(); err != nil {
				return err
			}
			s.row = g.serverRow(sv)
		case errors.As(err, &said) && (said.Kind == fault.Refused || said.Kind == fault.NeedsPerson):
		default:
			return err
		}
	}
	return nil
}
