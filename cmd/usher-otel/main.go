package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"
	"time"
)

const usage = `usher-otel sends the decisions in usher's audit file to a collector of OpenTelemetry.

Usage: usher-otel --file FILE --position FILE [--endpoint URL] [--every TIME] [--once]

  --file      the audit file, as policy audit.file names it
  --position  the file in which it keeps its place; the folder must be yours
  --endpoint  the collector, as http://localhost:4318; else OTEL_EXPORTER_OTLP_ENDPOINT
  --every     how often it looks for new decisions (1s)
  --once      send what there is and end

Headers, such as a token, come from OTEL_EXPORTER_OTLP_HEADERS.

EXIT STATUS
  0  all was sent (--once), or it was told to end
  1  the file cannot be read, or with --once the collector did not take everything
  2  the command was not understood
`

type options struct {
	file, position, endpoint string
	every                    time.Duration
	once                     bool
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	os.Exit(run(ctx, os.Args[1:], os.Getenv, os.Stdout, os.Stderr))
}

func run(ctx context.Context, args []string, getenv func(string) string, stdout, stderr io.Writer) int {
	o, err := parse(args, getenv)
	if errors.Is(err, flag.ErrHelp) {
		_, _ = io.WriteString(stdout, usage)
		return 0
	}
	if err != nil {
		_, _ = fmt.Fprintf(stderr, "usher-otel: error: %v\nusher-otel: hint: usher-otel --help\n", err)
		return 2
	}
	s, err := newSender(ctx, o.endpoint, stderr)
	if err != nil {
		_, _ = fmt.Fprintf(stderr, "usher-otel: error: %v\n", err)
		return 1
	}
	defer s.close()
	return follow(ctx, o, s, stderr)
}

func parse(args []string, getenv func(string) string) (options, error) {
	var o options
	fs := flag.NewFlagSet("usher-otel", flag.ContinueOnError)
	fs.SetOutput(io.Discard)
	fs.StringVar(&o.file, "file", "", "")
	fs.StringVar(&o.position, "position", "", "")
	fs.StringVar(&o.endpoint, "endpoint", "", "")
	fs.DurationVar(&o.every, "every", time.Second, "")
	fs.BoolVar(&o.once, "once", false, "")
	if err := fs.Parse(args); err != nil {
		return o, err
	}
	switch {
	case fs.NArg() > 0:
		return o, errors.New("it takes no words, only flags")
	case !filepath.IsAbs(o.file) || !filepath.IsAbs(o.position):
		return o, errors.New("--file and --position must be absolute paths")
	case o.endpoint == "" && getenv("OTEL_EXPORTER_OTLP_ENDPOINT") == "" && getenv("OTEL_EXPORTER_OTLP_LOGS_ENDPOINT") == "":
		return o, errors.New("no collector is named: --endpoint http://localhost:4318, or OTEL_EXPORTER_OTLP_ENDPOINT")
	case o.every <= 0:
		return o, errors.New("--every must be a time above 0, such as 1s")
	}
	return o, nil
}
