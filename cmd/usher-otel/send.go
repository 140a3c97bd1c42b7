package main

import (
	"context"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/exporters/otlp/otlplog/otlploghttp"
	"go.opentelemetry.io/otel/log"
	sdk "go.opentelemetry.io/otel/sdk/log"
	"go.opentelemetry.io/otel/sdk/resource"

	"usher/pkg/audit"
)

// sender turns decisions into log records and hands them to the collector.
type sender struct {
	exporter *otlploghttp.Exporter
	provider *sdk.LoggerProvider
	records  held
}

// newSender reaches nobody yet.
func newSender(ctx context.Context, endpoint string, stderr io.Writer) (*sender, error) {
	otel.SetErrorHandler(otel.ErrorHandlerFunc(func(err error) { _, _ = fmt.Fprintf(stderr, "usher-otel: warning: %v\n", err) }))
	retry := otlploghttp.RetryConfig{Enabled: true, InitialInterval: 200 * time.Millisecond, MaxInterval: 5 * time.Second, MaxElapsedTime: 15 * time.Second}
	with := []otlploghttp.Option{otlploghttp.WithRetry(retry)}
	if endpoint != "" {
		with = append(with, otlploghttp.WithEndpointURL(strings.TrimRight(endpoint, "/")+"/v1/logs"))
	}
	e, err := otlploghttp.New(ctx, with...)
	if err != nil {
		return nil, err
	}
	s := &sender{exporter: e}
	s.provider = sdk.NewLoggerProvider(sdk.WithProcessor(&s.records), sdk.WithResource(resource.NewSchemaless(attribute.String("service.name", "usher"))))
	return s, nil
}

func (s *sender) close() {
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	_ = s.exporter.Shutdown(ctx)
}

// send hands over all of them, or says that the collector did not take them.
func (s *sender) send(ctx context.Context, rs []audit.Record) error {
	logger := s.provider.Logger("usher/audit")
	s.records.all = s.records.all[:0]
	for _, r := range rs {
		logger.Emit(ctx, decision(r))
	}
	return s.exporter.Export(ctx, s.records.all)
}

// held keeps what a logger emits, so that one message holds it and its error is seen.
type held struct{ all []sdk.Record }

func (h *held) OnEmit(_ context.Context, r *sdk.Record) error {
	h.all = append(h.all, r.Clone())
	return nil
}

func (h *held) Enabled(context.Context, sdk.EnabledParameters) bool { return true }
func (h *held) Shutdown(context.Context) error                      { return nil }
func (h *held) ForceFlush(context.Context) error                    { return nil }

// decision is one line of the audit file as a log record. Names of OpenTelemetry's own
// conventions are taken where there is one; the others begin with usher.
func decision(r audit.Record) log.Record {
	var out log.Record
	out.SetEventName("usher.decision")
	out.SetTimestamp(r.Time)
	out.SetObservedTimestamp(time.Now())
	out.SetSeverity(log.SeverityInfo)
	if r.Verdict == "deny" {
		out.SetSeverity(log.SeverityWarn)
	}
	out.SetBody(attribute.StringValue(strings.TrimSpace(r.Verdict + " " + r.Tool)))
	text := func(key, value string) {
		if value != "" {
			out.AddAttributes(attribute.String(key, value))
		}
	}
	if r.Tool != "" {
		text("gen_ai.operation.name", "execute_tool")
	} else {
		out.SetEventName("usher." + r.Surface)
	}
	text("gen_ai.tool.name", r.Tool)
	text("gen_ai.conversation.id", r.Conversation)
	text("usher.surface", r.Surface)
	text("usher.host", r.Host)
	text("usher.front", r.Front)
	text("usher.verdict", r.Verdict)
	text("usher.server.id", r.Server)
	text("usher.server.layer", r.Layer)
	text("usher.launch.digest", r.Launch)
	text("usher.project.path", r.Project)
	text("usher.project.state", r.ProjectState)
	text("usher.source", r.Source)
	text("usher.audit.hash", string(r.Hash))
	out.AddAttributes(attribute.Int64("usher.audit.sequence", int64(r.Sequence)), attribute.Int("process.pid", r.PID))
	if r.UID >= 0 {
		text("user.id", strconv.Itoa(r.UID))
	}
	var by, hooks []string
	for _, v := range r.Reasons {
		by = append(by, v.By)
	}
	for _, h := range r.Hooks {
		hooks = append(hooks, h.Name+": "+h.Ending)
	}
	if len(by) > 0 {
		out.AddAttributes(attribute.StringSlice("usher.decided_by", by))
	}
	if len(hooks) > 0 {
		out.AddAttributes(attribute.StringSlice("usher.hooks", hooks))
	}
	return out
}
