package cmd

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"

	"github.com/spf13/cobra"

	"usher/pkg/config"
	"usher/pkg/fault"
	"usher/pkg/output"
	"usher/pkg/policy"
)

func newSettingsCmd(a *app) *cobra.Command {
	return group(&cobra.Command{
		Use:   "settings <command>",
		Short: "Say how usher looks",
		Long: `Keep your settings: how usher looks and waits, never what may happen, which is
"usher policy". They stand in settings.json of the assistant folder; a USHER_…
variable wins over the file, and a flag over both.

EXIT STATUS
  2  no command was given, or it was not understood`,
		Example: `  # what holds, and who says so
  usher settings list`,
	},
		newSettingsGetCmd(a),
		newSettingsListCmd(a),
		newSettingsSetCmd(a),
		newSettingsUnsetCmd(a),
	)
}

const settingsName = "settings.json"

// settingsFile is where the person's settings stand.
func (a *app) settingsFile() (string, error) {
	at, err := a.places()
	return filepath.Join(at.Home, settingsName), err
}

// settings are what holds of these keys, flags included, and what is wrong.
func (a *app) settings(cmd *cobra.Command, keys ...string) (output.View, error) {
	path, err := a.settingsFile()
	if err != nil {
		return nil, err
	}
	p, problems, err := config.Load(path, a.Getenv, cmd.Flags())
	if err != nil {
		return nil, err
	}
	a.troubles = nil // said in the answer
	v := settingsView{Settings: []settingRow{}, Problems: append([]fault.Problem{}, problems...)}
	for _, s := range p.Settings() {
		for _, key := range keys {
			if s.Key == key {
				v.Settings = append(v.Settings, settingRow{s.Key, json.RawMessage(s.Value), s.Layer, s.Place})
			}
		}
	}
	return v, nil
}

// knownSetting is the error for a key that is no setting, with the way on: a key of
// policy belongs to another command.
func knownSetting(done, key string) error {
	err := config.Known(key)
	var unknown *fault.Error
	if !errors.As(err, &unknown) {
		return err
	}
	switch {
	case policy.Known(key) == nil && done == "set":
		return fault.New(fault.Usage, fmt.Sprintf("%q is no setting but a key of policy", key), "usher policy set "+key+" VALUE")
	case policy.Known(key) == nil:
		return fault.New(fault.Usage, fmt.Sprintf("%q is no setting but a key of policy", key), "usher policy "+done+" "+key)
	case len(unknown.Hints) == 0:
		return fault.New(fault.Usage, unknown.Message, "the settings are "+list(config.Keys()), "what may happen at all is another command: usher policy list")
	}
	return err
}

// settingKey completes a key, and after it what the key may be.
func settingKey(_ context.Context, args []string) ([]string, error) {
	switch len(args) {
	case 0:
		return config.Keys(), nil
	case 1:
		return config.Words(args[0]), nil
	}
	return nil, nil
}

type settingRow struct {
	Key   string          `json:"key"`
	Value json.RawMessage `json:"value"`
	Layer string          `json:"layer"` // yours, environment, flag, or "" for a default
	Place string          `json:"place"` // file:line:column, the variable or the flag
}

type settingsView struct {
	Settings []settingRow    `json:"settings"`
	Problems []fault.Problem `json:"problems"`
}

func (v settingsView) JSON() any { return v }

func (v settingsView) Text(w *output.Printer) {
	rows := make([][]string, 0, len(v.Settings))
	for _, r := range v.Settings {
		from := r.Layer
		if from == "" {
			from = "default"
		}
		rows = append(rows, []string{r.Key, string(r.Value), from, orDash(r.Place)})
	}
	w.Table([]string{"KEY", "VALUE", "FROM", "AT"}, rows)
	w.Problems(v.Problems)
}
