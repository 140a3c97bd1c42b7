package cmd

import (
	"bytes"
	"context"
	"fmt"
	"path/filepath"

	"github.com/spf13/cobra"

	"usher/pkg/config"
	"usher/pkg/fault"
	"usher/pkg/output"
	"usher/pkg/safefile"
	"usher/pkg/trust"
)

func newSettingsSetCmd(a *app) *cobra.Command {
	o := settingsSetOptions{app: a, done: "set"}
	return &cobra.Command{
		Use:   "set <key> <value>",
		Short: "Set a setting in your settings.json",
		Long: `Set one setting in settings.json. Comments and everything else in the file stay.
Nothing here changes what may be called, so it needs nobody.

Writes settings.json in the assistant folder.

EXIT STATUS
  0  set, or it was so already
  1  the file cannot be written
  2  there is no such setting, it takes no such value, or the command was not
     understood`,
		Example: `  # no colour
  usher settings set color never`,
		Args:              takes(2, 2),
		ValidArgsFunction: found(settingKey),
		RunE:              a.show(o.run),
	}
}

func newSettingsUnsetCmd(a *app) *cobra.Command {
	o := settingsSetOptions{app: a, done: "unset"}
	return &cobra.Command{
		Use:   "unset <key>",
		Short: "Take a setting out of your settings.json",
		Long: `Take one setting out of settings.json, so that the default holds.

Writes settings.json in the assistant folder.

EXIT STATUS
  0  taken out
  1  the file does not set it, or cannot be written
  2  there is no such setting, or the command was not understood`,
		Example: `  # colour as the terminal has it
  usher settings unset color`,
		Args: takes(1, 1),
		ValidArgsFunction: found(func(ctx context.Context, args []string) ([]string, error) {
			if len(args) > 0 {
				return nil, nil
			}
			return settingKey(ctx, args)
		}),
		RunE: a.show(o.run),
	}
}

// settingsSetOptions are those of set and, without a value, of unset.
type settingsSetOptions struct {
	*app
	done string
}

func (o *settingsSetOptions) run(ctx context.Context, args []string) (output.View, error) {
	edit := func(old []byte) ([]byte, error) { return config.Unset(old, args[0]) }
	if o.done == "set" {
		edit = func(old []byte) ([]byte, error) { return config.Set(old, args[0], args[1]) }
	}
	if err := knownSetting(o.done, args[0]); err != nil {
		return nil, err
	}
	if _, err := edit(nil); err != nil && o.done == "set" { // before anything is made
		return nil, err
	}
	path, err := o.settingsFile()
	if err != nil {
		return nil, err
	}
	if o.done == "unset" && !there(path) {
		return nil, fault.New(fault.Failed, fmt.Sprintf("your settings do not set %s: there is no %s", args[0], path), "usher settings get "+args[0])
	}
	if err := safefile.Private(filepath.Dir(path)); err != nil {
		return nil, err
	}
	done := o.done
	err = safefile.Update(ctx, safefile.Change{Path: path, Perm: 0o600, Max: trust.MaxFile, Who: safefile.Self},
		func(old []byte, _ bool) ([]byte, error) {
			if bad := firstError(config.Check(old, path)); len(old) > 0 && bad != nil {
				return nil, bad
			}
			next, err := edit(old)
			if err == nil && bytes.Equal(next, old) {
				done = "unchanged"
			}
			return next, inPolicy(err, path)
		})
	if err != nil {
		return nil, err
	}
	o.loaded = nil
	return settingChanged{Done: done, Key: args[0], File: path, Message: map[string]string{
		"set": args[0] + " is set in " + path, "unset": args[0] + " is taken out of " + path, "unchanged": args[0] + " stood so already in " + path,
	}[done]}, nil
}

// firstError is the error for a file that is not edited, because what is wrong with
// it would stay and keep the edit from counting.
func firstError(problems []fault.Problem) error {
	bad := failing(problems)
	if len(bad) == 0 {
		return nil
	}
	return &fault.Error{Message: fmt.Sprintf("the settings have a fault, so nothing in them counts: %s", bad[0].Message), Hints: []string{"mend it, then repeat the command"}, Problems: bad}
}

type settingChanged struct {
	Done    string `json:"done"` // set, unset or unchanged
	Key     string `json:"key"`
	File    string `json:"file"`
	Message string `json:"message"`
}

func (v settingChanged) JSON() any { return v }

func (v settingChanged) Text(w *output.Printer) { w.Line(v.Message) }
