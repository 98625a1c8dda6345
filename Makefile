# What a developer does here. `make help` lists it; .ci/run calls `make lint test`.

SWIFT ?= swift
PREFIX ?= /usr/local
DESTDIR ?=
BINARY := .build/release/marquee

# The release: the standard library linked in, symbols left out (they are two thirds of the file). No symbol is offered
# to libraries and none is looked for beside the program: a tenth of the time that a start takes. It stands at a fixed
# address, which saves 80,000 relocations and 200 page faults, a sixth of the time (heap, stack and libraries move). Of
# the other libraries the archives are taken where they are installed, which is a third of what was left.
RELEASE := -c release --static-swift-stdlib -Xlinker -s
ifeq ($(shell uname -s),Linux)
ARCHIVES := $(CURDIR)/.build/archives
RELEASE += --disable-local-rpath -Xlinker --no-export-dynamic -Xlinker -no-pie -Xlinker -L$(ARCHIVES)
build bench: export PKG_CONFIG_PATH := $(ARCHIVES)/pkgconfig:$(PKG_CONFIG_PATH)
endif

# A target that imports what its Package.swift does not name is an error, not luck.
IMPORTS := --explicit-target-dependency-import-check error

# Hundreds of tests at once, many with processes of their own, would each take minutes on two processors, and what they
# wait for would be too late. (A library of tests that does not know this runs all of them at once.)
TESTS_AT_ONCE ?= 10

# What is ours to format; most of the folder Fuzz are links into the others.
FORMATTED = Package.swift $(wildcard Sources Tests Benchmarks Fuzz/*.swift Fuzz/Shadow Fuzz/Sources/wire-fuzz/*.swift)

.DEFAULT_GOAL := help
.PHONY: help setup build run test lint bench fuzz stress install uninstall clean

help: ## Show this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-10s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: ## Install what the build needs (libcurl, libyaml, SQLite, zlib, pkg-config); quick when all is there
	@scripts/setup.sh

build: setup ## Build the release at .build/release/marquee
	@$(if $(ARCHIVES),scripts/static-libraries.sh '$(ARCHIVES)')
	$(SWIFT) build $(RELEASE) $(IMPORTS) --product marquee

run: build ## Build, then play a short session against the built-in recording: no key, no network
	@scripts/demo-session.sh $(BINARY)

test: setup ## Run every test
	$(SWIFT) build --build-tests $(IMPORTS)
	SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH=$(TESTS_AT_ONCE) $(SWIFT) test --skip-build

lint: setup ## Check format, imports and shape
	$(SWIFT) format lint --strict -r $(FORMATTED)
	scripts/check-imports.sh
	scripts/check-shape.sh
	scripts/check-failures.sh
	@if command -v python3 >/dev/null; then scripts/make-demo.py --check && scripts/make-folding.py --check; fi
	$(SWIFT) build $(IMPORTS)

bench: build ## Print the benchmarks
	$(SWIFT) build $(RELEASE) --product marquee-bench
	.build/release/marquee-bench

fuzz: setup ## Run libFuzzer on the wire, FUZZ_SECONDS=600 each of four targets, and the tests named Fuzz for longer
	scripts/fuzz.sh
	MARQUEE_LONG=1 $(SWIFT) test --filter Fuzz

stress: build ## Look for races, play the long fault tests against the release, and soak it for SOAK_SECONDS=3600
	$(SWIFT) build $(RELEASE) --product marquee-bench
	MARQUEE_BINARY='$(CURDIR)/$(BINARY)' scripts/stress.sh

install: build ## Copy the program, its completions and its manual page under PREFIX
	@PREFIX='$(PREFIX)' DESTDIR='$(DESTDIR)' scripts/install.sh install $(BINARY)

uninstall: ## Remove what install copied
	@PREFIX='$(PREFIX)' DESTDIR='$(DESTDIR)' scripts/install.sh uninstall

clean: ## Remove what was built
	$(SWIFT) package clean
