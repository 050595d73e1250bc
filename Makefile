# `make check` is what CI runs. Everything is set up in .venv; nothing is installed outside it but the
# browser that tests look at pages with, where it is missing and can be installed.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
RUST := $(shell find src -name '*.rs') Cargo.toml Cargo.lock pyproject.toml

.PHONY: demo dev fmt lint types test chromium gate bench docs check fuzz lock clean

# Sets everything up and cleans the example pages.
demo: $(VENV)/built
	$(BIN)/webwinnow clean examples/*.html --title --markdown --output-dir build/examples
	@echo "Clean pages are in build/examples; one of them begins:" && head -n 8 build/examples/news.md

dev: $(VENV)/built

$(VENV)/ready: requirements-dev.txt
	@command -v cargo >/dev/null || { echo "webwinnow's core is built with Rust: install it from your system or with rustup, then run this again" >&2; exit 1; }
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade pip
	$(BIN)/python -m pip install --quiet --requirement requirements-dev.txt
	touch $@

$(VENV)/built: $(VENV)/ready $(RUST)
	VIRTUAL_ENV=$(CURDIR)/$(VENV) $(BIN)/maturin develop --release --locked --quiet >$(VENV)/build.log 2>&1 || { cat $(VENV)/build.log; exit 1; }
	touch $@

fmt: $(VENV)/ready
	cargo fmt
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

lint: $(VENV)/ready
	cargo fmt --check
	cargo clippy --locked --all-targets --features python -- -D warnings
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .

types: $(VENV)/built
	$(BIN)/mypy
	$(BIN)/stubtest webwinnow._core

test: $(VENV)/built chromium
	cargo test --locked
	$(BIN)/pytest

# Debian's, with fonts for Latin, Arabic and Chinese; without it the tests that need it skip, and say why.
chromium:
	@for name in chromium chromium-browser google-chrome google-chrome-stable; do \
		command -v $$name >/dev/null && exit 0; \
	done; \
	if [ "$$(id -u)" != 0 ] || ! command -v apt-get >/dev/null; then \
		echo "Chromium is missing: tests that look at pages will skip; to run them, install it with your system's package manager" >&2; exit 0; \
	fi; \
	echo "Chromium is missing: installing it with apt-get"; \
	{ apt-get -qq update && apt-get -qq install --yes --no-install-recommends chromium fonts-liberation fonts-dejavu-core fonts-droid-fallback >/dev/null; } || \
		echo "Chromium could not be installed: tests that look at pages will skip" >&2

check: lint types test

# Needs the data sets: WEBWINNOW_DATA names the folder that holds their archives.
bench: $(VENV)/built
	$(BIN)/python -m pip install --quiet html5lib turbohtml
	$(BIN)/python -m benchmarks.speed
	$(BIN)/python -m benchmarks.metadata

# Fails when a method scores less than it has before; needs the data sets, too.
gate: $(VENV)/built
	$(BIN)/python -m benchmarks.quality

docs: $(VENV)/built
	$(BIN)/python docs/make.py

# cargo-fuzz asks for a nightly compiler unless the sanitizer is off; what it runs has no unsafe code.
fuzz:
	cargo fuzz run --sanitizer none page -- -max_total_time=1200 -max_len=65536 -timeout=10

lock: $(VENV)/ready
	$(BIN)/python -m pip install --quiet pip-tools
	$(BIN)/pip-compile --quiet --strip-extras --no-header --no-emit-index-url --no-emit-trusted-host --no-emit-find-links --output-file requirements-dev.txt requirements-dev.in
	cargo update --workspace

clean:
	rm -rf $(VENV) build target
