# `make check` is what CI runs.

PYTHON ?= python

.PHONY: dev fmt lint types test docs check

dev:
	$(PYTHON) -m pip install -q maturin pytest hypothesis ruff mypy
	maturin develop --release -q

fmt:
	ruff format
	cargo fmt

lint:
	ruff check
	ruff format --check
	cargo fmt --check
	cargo clippy --all-targets --all-features -q -- -D warnings

types:
	mypy

test:
	$(PYTHON) -m pytest
	cargo test -q

docs:
	$(PYTHON) docs/make.py

check: lint types test
