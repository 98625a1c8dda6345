# What a developer does here. `make help` lists it; .ci/run calls `make lint test`.

SWIFT ?= swift
PREFIX ?= /usr/local
DESTDIR ?=
BINARY := .build/release/marquee

# The release: Swift's runtime linked in, so that none has to be installed; symbols left out (they are two thirds of the
# file). The system's libraries are shared, so that their security updates reach the program without a new release of it.
# Hardened: position-independent, which it is by default, so that its addresses differ from run to run; the tables of
# library functions are filled before the first line runs (now) and then read-only (relro). scripts/constants.ld keeps
# constants out of writable memory; it needs lld, which comes with Swift. No symbol is offered to libraries and none is
# looked for beside the program: a tenth of the time that a start takes. The list of addresses that the loader adjusts
# is packed where this machine's glibc can read that (2.36 or later): 1.4 MB less. The index that finds a frame for a
# C++ exception is left out, because none is thrown: 0.6 MB less. Debuggers read the frames themselves, which stay.
# PORTABLE is what also runs on older systems.
PORTABLE := -c release --static-swift-stdlib -Xlinker -s
ifeq ($(shell uname -s),Linux)
PORTABLE += --disable-local-rpath -Xlinker --no-export-dynamic
PORTABLE += -Xlinker -z -Xlinker relro -Xlinker -z -Xlinker now -Xlinker --no-eh-frame-hdr
PORTABLE += -Xswiftc -use-ld=lld -Xlinker -T -Xlinker '$(CURDIR)/scripts/constants.ld'
endif
RELEASE := $(PORTABLE)
ifeq ($(shell uname -s),Linux)
RELEASE += $(shell getconf GNU_LIBC_VERSION | awk '$$2 >= 2.36 { print "-Xlinker -z -Xlinker pack-relative-relocs" }')
endif

# A target that imports another one that Package.swift does not name for it is an error, not luck. (Which targets may
# import the system's modules is held by scripts/check-shape.sh.)
IMPORTS := --explicit-target-dependency-import-check error

# Hundreds of tests at once, many with processes of their own, would each take minutes on two processors, and what they
# wait for would be too late. (A library of tests that does not know this runs all of them at once.)
TESTS_AT_ONCE ?= 10

# What is ours to format; most of the folder Fuzz are links into the others.
FORMATTED = Package.swift $(wildcard Sources Tests Benchmarks Fuzz/*.swift Fuzz/Shadow Fuzz/Sources/wire-fuzz/*.swift Fuzz/Sources/source-fuzz/FuzzTarget.swift)

.DEFAULT_GOAL := help
.PHONY: help setup build run test test-answers test-names lint bench fuzz stress install uninstall dist check-dist clean

help: ## Show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: ## Install what the build needs (libcurl, expat, libjpeg-turbo, libpng, libyaml, PCRE2, SQLite, zlib, pkg-config); quick when all is there
	@scripts/setup.sh

build: setup ## Build the release at .build/release/marquee
	$(SWIFT) build $(RELEASE) $(IMPORTS) --product marquee

run: build ## Build, then play a short session against the built-in recording: no key, no network
	@scripts/demo-session.sh $(BINARY)

# Test targets to build and run instead of all, separated by spaces; Package.swift reads them.
TESTS ?=
export MARQUEE_TESTS = $(TESTS)

test: setup ## Run every test, or those of TESTS="JSONTests XMLTests", and say how long that took
	$(SWIFT) build --build-tests $(IMPORTS)
	@start=$$(date +%s); \
	SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH=$(TESTS_AT_ONCE) $(SWIFT) test --skip-build; code=$$?; \
	echo "make test: the tests took $$(($$(date +%s) - start)) s, without the build"; exit $$code
	@if command -v python3 >/dev/null; then scripts/check-answers.py --summary --answers-only Tests/Fixtures; fi

test-answers: setup ## Hold all definitions against recorded answers of the real APIs, in ANSWERS=FOLDER
	$(SWIFT) build --product marquee $(IMPORTS)
	scripts/check-answers.py $(ANSWERS)

test-names: setup ## Count how many names of a corpus are identified rightly, not at all, or wrongly
	MARQUEE_TESTS=MovieAggregationTests $(SWIFT) build --build-tests $(IMPORTS)
	@MARQUEE_TESTS=MovieAggregationTests MARQUEE_NAMES=1 $(SWIFT) test --skip-build --filter NameCorpusTests

lint: setup ## Check format, shape, imports, links and the manual page, and that the fuzzers compile
	$(SWIFT) format lint --strict -r $(FORMATTED)
	scripts/check-shape.sh
	scripts/check-failures.sh
	@if command -v python3 >/dev/null; then \
		scripts/make-demo.py --check && scripts/make-folding.py --check && scripts/check-links.py; fi
	$(SWIFT) build $(IMPORTS)
	@if command -v python3 >/dev/null; then scripts/make-manual.py --check; fi
	scripts/check-fuzz.sh

bench: build ## Print the benchmarks
	$(SWIFT) build $(RELEASE) --product marquee-bench
	.build/release/marquee-bench

fuzz: setup ## Run libFuzzer on what strangers send, FUZZ_SECONDS=600 each of seven targets, and the tests named Fuzz for longer
	scripts/fuzz.sh
	MARQUEE_LONG=1 $(SWIFT) test --filter Fuzz

stress: build ## Look for races, play the long fault tests against the release, and soak it for SOAK_SECONDS=3600
	$(SWIFT) build $(RELEASE) --product marquee-bench
	MARQUEE_BINARY='$(CURDIR)/$(BINARY)' scripts/stress.sh

install: build ## Copy the program, its completions and its manual page under PREFIX
	@PREFIX='$(PREFIX)' DESTDIR='$(DESTDIR)' scripts/install.sh install $(BINARY)

# The portable program is linked first, so that the ordinary release is what stays in .build. What was compiled is the
# same for both.
dist: setup ## Pack what people install, in dist/: a program that needs only glibc, a wheel, .deb, .tar.gz, .mcpb (Debian, Ubuntu)
	SWIFT='$(SWIFT)' packaging/portable.sh .build/dist dist/marquee $(PORTABLE) $(IMPORTS)
	$(SWIFT) build $(RELEASE) $(IMPORTS) --product marquee
	packaging/dist.sh .build/dist dist/marquee $(BINARY)

check-dist: ## Install what is in dist/ on bare systems without a network, and use it there (as root; ROOTS="bookworm trixie")
	packaging/check.sh dist .build/dist $(ROOTS)

uninstall: ## Remove what install copied
	@PREFIX='$(PREFIX)' DESTDIR='$(DESTDIR)' scripts/install.sh uninstall

clean: ## Remove what was built
	$(SWIFT) package clean
