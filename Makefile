# A newcomer needs `make demo` and `make check`; CONTRIBUTING.md describes the others.  Meson does the building, each kind in a folder of its own.

PREFIX   ?= /usr/local
PACKAGES := sh scripts/install-packages.sh
FUZZ_SECONDS ?= 60

.PHONY: all demo check test asan tsan install lint format fuzz fuzz-smoke hunt hunt-sets bench bless clean FORCE

all: build/build.ninja
	@ninja -C build

build/build.ninja:
	@$(PACKAGES) build
	@meson setup build --prefix $(abspath $(PREFIX)) >/dev/null

build-test/build.ninja:
	@meson setup build-test -Dtests=true >/dev/null

# -g1: names and lines, which is all that sanitizers tell; the rest takes a quarter of the time to compile.
build-asan/build.ninja:
	@meson setup build-asan -Dtests=true -Dbuildtype=debug -Doptimization=1 -Dc_args=-g1 \
	  -Db_sanitize=address,undefined >/dev/null

build-tsan/build.ninja:
	@meson setup build-tsan -Dtests=true -Dbuildtype=debug -Doptimization=1 -Dc_args=-g1 \
	  -Db_sanitize=thread >/dev/null

# For very many small searches: see CONTRIBUTING.md.
build-hunt/build.ninja:
	@meson setup build-hunt -Dtests=true -Dbuildtype=debug -Doptimization=2 \
	  -Db_sanitize=address,undefined -Dc_args=-DMEM_MAPS_LARGE >/dev/null

build-fuzz/build.ninja:
	@CC=clang meson setup build-fuzz -Dfuzz=true -Dbuildtype=debug -Doptimization=1 -Dc_args=-g1 \
	  -Db_lundef=false >/dev/null

demo: all
	@echo '$$ build/synod check examples/client-server -t tcTwoClients'
	@build/synod check examples/client-server -t tcTwoClients
	@echo
	@echo '$$ build/synod check examples/client-server/buggy -t tcAbsentMindedTwoClients'
	@build/synod check examples/client-server/buggy -t tcAbsentMindedTwoClients || test $$? -eq 1

# The quick tests: tests/meson.build says which, and how the setups differ.
check:
	@$(PACKAGES) build test
	@$(MAKE) --no-print-directory build-test/build.ninja
	@ninja -C build-test --quiet
	@python3 tests/check.py build-test

# Some tests mostly wait, so there is room for one more than there are cores.  Time limits
# are against those that hang, not those that are slow on a busy machine.
PATIENTLY := meson test --setup full --timeout-multiplier 3 --print-errorlogs
TESTS := $(PATIENTLY) --num-processes $(shell expr $$(nproc) + 1) -C

test:
	@$(PACKAGES) build test
	@$(MAKE) --no-print-directory build-test/build.ninja
	@ninja -C build-test
	@$(TESTS) build-test
	@$(MAKE) --no-print-directory fuzz-smoke

asan:
	@$(PACKAGES) build test
	@$(MAKE) --no-print-directory build-asan/build.ninja
	@ninja -C build-asan
	@$(TESTS) build-asan

# What threads share: the lock-free tables, the levels, and searches in all modes.
TSAN_UNITS := visited bitstate level spill chunk mem thread runner
tsan:
	@$(PACKAGES) build test
	@$(MAKE) --no-print-directory build-tsan/build.ninja
	@ninja -C build-tsan synod tests/checker $(TSAN_UNITS:%=tests/test_%)
	@$(PATIENTLY) -C build-tsan --no-rebuild 'cross modes' 'cross beside' $(TSAN_UNITS:%='unit %')

install: all
	@meson configure build --prefix $(abspath $(PREFIX)) >/dev/null
	@ninja -C build
	@meson install -C build --no-rebuild

# ---- Fuzzing: CONTRIBUTING.md says how to run it for long, and with AFL++ ----

fuzz-smoke:
	@$(MAKE) --no-print-directory fuzz FUZZ_SECONDS=20

fuzz:
	@$(PACKAGES) build fuzz
	@$(MAKE) --no-print-directory build-fuzz/build.ninja
	@ninja -C build-fuzz $(patsubst %.c,%,$(wildcard tests/fuzz/fuzz_*.c))
	@python3 tests/fuzz/run.py build-fuzz $(FUZZ_SECONDS)

# ---- Long hunts: the reduced engine against naive, sets against all states, on random programs ----

HUNT_MINUTES ?= 10
HUNT = python3 tests/cross/hunt.py build-test/tests/naive build-hunt/tests/checker build-hunt/tests/hunt \
  -j $(shell nproc) --minutes $(HUNT_MINUTES) --keep build-hunt/found

build-hunt/tests/hunt: FORCE
	@$(PACKAGES) build test
	@$(MAKE) --no-print-directory build-test/build.ninja build-hunt/build.ninja
	@ninja -C build-test tests/naive
	@ninja -C build-hunt tests/hunt tests/checker

hunt: build-hunt/tests/hunt
	@$(HUNT) --tally build-hunt/tally.json

hunt-sets: build-hunt/tests/hunt
	@$(HUNT) --sets --draw 2 --tally build-hunt/tally-sets.json

# ---- For those who change Synod ----

# Five minutes; bench/README.md tells about longer ones.
bench: all
	@$(PACKAGES) build bench
	@ninja -C build bench/generate-model
	@python3 bench/frontend.py build
	@python3 bench/startup.py build/synod
	@python3 bench/peers/run.py build/synod --quick
	@python3 bench/must/run.py build/synod --quick
	@python3 bench/brisk/run.py build/synod --quick
	@python3 bench/asi/run.py build/synod --quick --explicit 1
	@python3 bench/thesis/run.py build/synod --quick
	@python3 bench/sets/run.py build/synod --quick
	@python3 bench/psym/run.py build/synod --quick

lint:
	@$(PACKAGES) build lint
	@python3 scripts/lint.py

format:
	@$(PACKAGES) lint
	@git ls-files '*.c' '*.h' | xargs clang-format -i

bless: all
	@python3 tests/ir/run.py build/synod tests/ir --bless

clean:
	@rm -rf build build-test build-asan build-tsan build-fuzz build-hunt build-afl bench/out
