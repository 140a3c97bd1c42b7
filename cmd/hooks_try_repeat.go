package cmd

import (
	"context"
	"fmt"
	"slices"
	"strconv"

	"usher/pkg/fault"
	"usher/pkg/hooks"
)

// mostRuns is the most that hooks test --repeat takes.
const mostRuns = 1000

func (o *hooksTestOptions) repeatable() error {
	switch {
	case o.repeat < 1 || o.repeat > mostRuns:
		return fault.New(fault.Usage, fmt.Sprintf("--repeat must be 1 to %d, got %d", mostRuns, o.repeat), "usher hooks test --help")
	case o.dryRun && o.given("repeat"):
		return fault.New(fault.Usage, "--repeat runs hooks, and --dry-run runs none", "leave one of them out")
	}
	return nil
}

// repeated are the reports of up to n runs, at least one; an interrupt ends them.
func repeated(ctx context.Context, n int, run func() hooks.Report) []hooks.Report {
	reps := []hooks.Report{run()}
	for len(reps) < n && ctx.Err() == nil {
		reps = append(reps, run())
	}
	return reps
}

// strictest is the first report whose outcome is hardest on the call: outcomes are
// in that order.
func strictest(reps []hooks.Report) hooks.Report {
	return slices.MinFunc(reps, func(a, b hooks.Report) int { return int(a.Verdict) - int(b.Verdict) })
}

// repetition is what several runs of one hook came to. Outcomes are in the order of
// their strictness; Unstable says that there is more than one.
type repetition struct {
	Runs      int            `json:"runs"`
	Outcomes  []outcomeTimes `json:"outcomes"`
	Unstable  bool           `json:"unstable"`
	FastestMs int64          `json:"fastestMs"`
	MedianMs  int64          `json:"medianMs"`
	SlowestMs int64          `json:"slowestMs"`
}

type outcomeTimes struct {
	Outcome string `json:"outcome"`
	Times   int    `json:"times"`
}

func noRuns() repetition { return repetition{Outcomes: []outcomeTimes{}} }

func repetitionOf(reps []hooks.Report) repetition {
	times := map[hooks.Outcome]int{}
	var ms []int64
	for _, rep := range reps {
		times[rep.Verdict]++
		ms = append(ms, rep.Result.Elapsed.Milliseconds())
	}
	slices.Sort(ms)
	r := repetition{
		Runs: len(reps), Unstable: len(times) > 1,
		FastestMs: ms[0], MedianMs: ms[len(ms)/2], SlowestMs: ms[len(ms)-1],
	}
	for o := hooks.FailedHook; o <= hooks.NoOpinion; o++ {
		if times[o] > 0 {
			r.Outcomes = append(r.Outcomes, outcomeTimes{o.String(), times[o]})
		}
	}
	return r
}

// words follow the outcome that counts.
func (r repetition) words() string {
	says := fmt.Sprintf(", each of %d runs", r.Runs)
	if r.Unstable {
		says = ", unstable: of " + strconv.Itoa(r.Runs) + " runs"
		for i, o := range r.Outcomes {
			says += either(i > 0, ", ", " ") + strconv.Itoa(o.Times) + " " + o.Outcome
		}
	}
	return says + fmt.Sprintf(" (fastest %d ms, median %d ms, slowest %d ms)", r.FastestMs, r.MedianMs, r.SlowestMs)
}

// told is what the assistant would be told of one run: the reason of a refusal or a
// question, as the gate words it (SPEC G5), or what is added to the tool's result
// (SPEC H6).
func told(rep hooks.Report) string {
	if o, ok := hooks.Opinion(rep); ok {
		return o.Reason().By + ": " + o.Reason().Says
	}
	text, _ := rep.ModelOutput()
	return text
}
