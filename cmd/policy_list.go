package cmd

import (
	"context"
	"encoding/json"

	"github.com/spf13/cobra"

	"usher/pkg/fault"
	"usher/pkg/output"
	"usher/pkg/policy"
)

func newPolicyListCmd(a *app) *cobra.Command {
	o := policyListOptions{app: a}
	return &cobra.Command{
		Use:   "list",
		Short: "List every policy key with what holds",
		Long: `List every key of the policy with the value that holds, whose it is, and where it
stands. A list that the machine and you both fill stands twice: both count. A key
that the machine locks is marked, and what your own file says about it does not
count.

EXIT STATUS
  0  listed, problems included
  2  the places are not usable, or the command was not understood`,
		Example: `  # as a table
  usher policy list

  # for a script
  usher policy list -o json`,
		Args: takes(0, 0),
		RunE: a.show(o.run),
	}
}

type policyListOptions struct{ *app }

func (o *policyListOptions) run(context.Context, []string) (output.View, error) {
	g, err := o.ground()
	if err != nil {
		return nil, err
	}
	return g.policyList(policy.Keys()...), nil
}

// policyList is what holds of these keys, with what is wrong with the policy.
func (g ground) policyList(keys ...string) policyListView {
	v := policyListView{Policy: []policyRow{}, Problems: []fault.Problem{}}
	if v.unusable = g.policyUsable() != nil; !v.unusable {
		for _, key := range keys {
			v.Policy = append(v.Policy, policyRows(g.Policy, key)...)
		}
	}
	for _, p := range g.Problems {
		if p.File == g.policyFile(g.at.Home) || p.File == g.policyFile(g.at.Machine) {
			v.Problems = append(v.Problems, p)
		}
	}
	if err := g.policyRead(); err != nil && len(v.Problems) == 0 {
		v.Problems = problemsOf(err, "policy/unreadable")
	}
	return v
}

// policyRows are what one key says, of a list once for each layer that fills it.
func policyRows(p policy.Policy, key string) []policyRow {
	var out []policyRow
	for _, s := range p.Settings() {
		if s.Key == key {
			out = append(out, policyRow{Key: s.Key, Value: json.RawMessage(s.Value), Layer: s.Layer, Place: s.Place, Locked: s.Locked})
		}
	}
	return out
}

type policyRow struct {
	Key    string          `json:"key"`
	Value  json.RawMessage `json:"value"`
	Layer  string          `json:"layer"` // machine, yours, or "" for what holds by itself
	Place  string          `json:"place"` // file:line:column
	Locked bool            `json:"locked"`
}

type policyListView struct {
	Policy   []policyRow     `json:"policy"`
	Problems []fault.Problem `json:"problems"`

	unusable bool
}

func (v policyListView) JSON() any { return v }

func (v policyListView) Text(w *output.Printer) {
	rows := make([][]string, 0, len(v.Policy))
	for _, r := range v.Policy {
		from := r.Layer
		if from == "" {
			from = "default"
		}
		if r.Locked {
			from += ", locked"
		}
		rows = append(rows, []string{r.Key, string(r.Value), from, orDash(r.Place)})
	}
	if len(rows) > 0 {
		w.Table([]string{"KEY", "VALUE", "FROM", "AT"}, rows)
	}
	if v.unusable {
		w.Line("the policy cannot be used, and every tool call is refused until what is wrong here is mended:")
	}
	w.Problems(v.Problems)
}
