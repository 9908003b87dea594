# croupier: `make run` starts it, `make test` sets up and passes every check. Both need Python 3.11+ and nothing else.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PAGES := src/croupier/web/pages
# For the pages' scripts (deno.jsonc); it stays within the virtual environment and asks nobody for anything.
DENO := DENO_DIR=$(VENV)/deno DENO_NO_UPDATE_CHECK=1 DENO_NO_PROMPT=1 RUST_BACKTRACE=0 $(BIN)/deno
UV := $(shell command -v uv 2>/dev/null)
# Compiled modules are kept whatever the shell says: the tests start hundreds of processes that read the same ones.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: run test setup setup-test setup-bench format lint types layers certify book golden bench soak mutants screenshots clean

run: setup
	@$(BIN)/croupier play

# The types are checked beside the tests: both must pass.
test: setup-test lint layers
	@$(BIN)/python -m tests.browser.get
	$(MAKE) --no-print-directory types & types=$$!; $(BIN)/python -m pytest -n auto --dist worksteal; tests=$$?; wait $$types && exit $$tests

format: setup-test
	$(BIN)/ruff format .
	$(DENO) fmt

lint: setup-test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(DENO) lint
	$(DENO) fmt --check

types: setup-test
	$(BIN)/mypy
	$(DENO) check --quiet --cached-only $(PAGES)/js
	$(DENO) check --quiet --cached-only $(PAGES)/worker.js

layers: setup-test
	$(BIN)/lint-imports

# Make the whole pai gow table anew (about half a minute) and compare it with the totals that ship.
certify: setup-test
	$(BIN)/python -m tests.certify

# Rewrite what is generated: the executed provisions, docs/readings.md, the golden files, docs/protocol.md.
book: setup-test
	$(BIN)/python -m tests.book
	$(BIN)/python -m tests.web.test_asyncapi

# Play every golden script anew and rewrite its record and the lists; read the differences before you commit them.
golden: setup-test
	$(BIN)/python -m tests.golden.write
	$(BIN)/python -m tests.law.declared
	$(BIN)/python -m tests.table.moments

bench: setup-bench
	$(BIN)/python benchmarks/ranking.py
	$(BIN)/python benchmarks/settle.py
	$(BIN)/python benchmarks/exact.py
	$(BIN)/python benchmarks/shuffle.py
	$(BIN)/python benchmarks/journal.py
	$(BIN)/python benchmarks/table.py
	$(BIN)/python benchmarks/server.py
	$(BIN)/python benchmarks/browser.py

# Every page in every state, as Chromium shows it, into docs/pictures.
screenshots: setup-test
	$(BIN)/python -m tests.browser.screenshots

# The long campaigns, hours of them; writes docs/soak.md. `make soak ARGS=--quick` takes minutes.
soak: setup-test
	$(BIN)/python -m tests.soak $(ARGS)

# Change the code behind the cites, one small change at a time, and list what no marked test notices: all of it takes
# hours; ARGS="--sample 500" takes a part, ARGS="--cite 687a.11(b)" what stands behind a provision.
mutants: setup-test
	$(BIN)/python -m tests.mutants $(ARGS)

setup: $(VENV)/ready
setup-test: $(VENV)/ready-test
setup-bench: $(VENV)/ready-bench

$(VENV)/ready: pyproject.toml constraints.txt
ifdef UV
	@test -x $(BIN)/python || uv venv --quiet --python $(PYTHON) $(VENV)
	uv pip install --quiet --python $(BIN)/python -c constraints.txt -e .
else
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --upgrade "pip>=25.1"
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-compile -c constraints.txt -e .
endif
	@touch $@

$(VENV)/ready-%: $(VENV)/ready
ifdef UV
	uv pip install --quiet --python $(BIN)/python -c constraints.txt --group $*
else
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-compile -c constraints.txt --group $*
endif
	@touch $@

clean:
	rm -rf $(VENV) .mutants .mypy_cache .pytest_cache .ruff_cache .hypothesis dist
