# usher. "make" builds; "make test check" is what CI runs.
SHELL := bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := build

# A release sets VERSION, else it is the last tag's; without one Go stamps the commit.
VERSION ?= $(shell git describe --tags --dirty 2>/dev/null)
PROGRAMS := . ./cmd/usher-gate ./cmd/usher-run ./cmd/usher-keychain ./cmd/usher-otel ./cmd/usher-demo-server

.PHONY: build gen deps test check bench demo clean

build: ## every program into bin/, for this system
	CGO_ENABLED=0 go build -trimpath -buildvcs=auto -ldflags '-s -w -X main.version=$(VERSION)' -o bin/ $(PROGRAMS)

gen: ## man/ and completions/ from the command tree
	go run ./scripts/gendocs

deps: ## what the tests need beside Go
	bash scripts/deps.sh

test: deps ## every test, once; never from the cache: some ask the go tool or run built programs
	go test -count=1 -parallel 6 -timeout 30m ./...

check: deps ## format, linters, house rules, generated files, every system, races
	bash scripts/check.sh

bench: build ## the measured figures, side by side
	bash scripts/bench.sh
	bash scripts/bench_serve.sh

demo: build ## the story so far, really run in a throw-away home
	bash scripts/demo.sh

clean:
	rm -rf bin dist
