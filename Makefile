# `make demo` cleans the example pages; `make check` is what CI runs. Both set up .venv by themselves.
# Nothing is installed outside of it except Chromium, which `make test` installs as root on Debian.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
RUST := $(shell find src -name '*.rs') Cargo.toml Cargo.lock pyproject.toml
# Test processes; each file's tests run in one of them.
JOBS ?= 2

.PHONY: demo dev fmt lint lint-rust lint-python types test test-rust test-python chromium gate bench flame docs check fuzz lock clean

# Installs only what cleaning pages needs.
demo: $(VENV)/built
	$(BIN)/webwinnow clean examples/*.html --title --markdown --output-dir build/examples
	@echo "Clean pages are in build/examples; one of them begins:" && head -n 8 build/examples/news.md

# Installs what development, tests and every command need.
dev: $(VENV)/ready $(VENV)/built

$(VENV)/maturin: requirements-dev.txt
	@command -v cargo >/dev/null || { echo "webwinnow is built with Rust: install it with rustup or your system's package manager, then run make again" >&2; exit 1; }
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade pip
	$(BIN)/python -m pip install --quiet --constraint requirements-dev.txt maturin
	touch $@

$(VENV)/ready: $(VENV)/maturin
	$(BIN)/python -m pip install --quiet --requirement requirements-dev.txt
	touch $@

$(VENV)/built: $(VENV)/maturin $(RUST)
	PIP_CONSTRAINT=requirements-dev.txt VIRTUAL_ENV=$(CURDIR)/$(VENV) $(BIN)/maturin develop --release --locked --quiet >$(VENV)/build.log 2>&1 || { cat $(VENV)/build.log; exit 1; }
	touch $@

fmt: $(VENV)/ready
	cargo fmt
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

lint: lint-rust lint-python

lint-rust:
	cargo fmt --check
	cargo clippy --locked --all-targets --features python -- -D warnings

lint-python: $(VENV)/ready
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .

types: dev
	$(BIN)/mypy
	$(BIN)/stubtest webwinnow._core

test: test-rust test-python

test-rust:
	cargo test --locked

test-python: dev chromium
	$(BIN)/pytest --numprocesses $(JOBS) --dist loadfile --no-loadscope-reorder

# Debian's Chromium, with fonts for Latin, Arabic and Chinese. Without it, tests that need it skip.
chromium:
	@for name in chromium chromium-browser google-chrome google-chrome-stable; do \
		command -v $$name >/dev/null && exit 0; \
	done; \
	if [ "$$(id -u)" != 0 ] || ! command -v apt-get >/dev/null; then \
		echo "Chromium is missing: tests that need it will skip; to run them, install it with your system's package manager" >&2; exit 0; \
	fi; \
	echo "Chromium is missing: installing it with apt-get"; \
	{ apt-get -qq update && apt-get -qq install --yes --no-install-recommends chromium fonts-liberation fonts-dejavu-core fonts-droid-fallback >/dev/null; } || \
		echo "Chromium could not be installed: tests that need it will skip" >&2

# Rust is compiled while packages are downloaded.
check:
	+$(MAKE) --jobs 2 --output-sync=target $(VENV)/ready lint-rust test-rust
	+$(MAKE) lint-python types test-python

# Needs the data sets: set WEBWINNOW_DATA to the folder that holds their archives.
bench: dev
	$(BIN)/python -m pip install --quiet html5lib turbohtml
	$(BIN)/python -m benchmarks.speed
	$(BIN)/python -m benchmarks.metadata --against trafilatura

# Draws where the time of a page goes; needs Linux's perf and the data sets.
flame: dev
	$(BIN)/python -m benchmarks.flame -o docs/pictures/winnow-flame.svg

# Fails if a method scores below its floor; needs the data sets, too.
gate: dev
	$(BIN)/python -m benchmarks.quality

docs: dev
	$(BIN)/python docs/make.py

# cargo-fuzz needs a nightly compiler unless the sanitizer is off; the core has no unsafe code to check.
fuzz:
	cargo fuzz run --sanitizer none page -- -max_total_time=1200 -max_len=65536 -timeout=10

lock: $(VENV)/ready
	$(BIN)/python -m pip install --quiet pip-tools
	$(BIN)/pip-compile --quiet --strip-extras --no-header --no-emit-index-url --no-emit-trusted-host --no-emit-find-links --output-file requirements-dev.txt requirements-dev.in
	cargo update --workspace

clean:
	rm -rf $(VENV) build target
