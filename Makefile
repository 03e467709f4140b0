# Each word sets up what it needs and may be run again at any time. `make` alone prints them.

STACK ?= prod
ARGS ?=
PYTHON ?=

VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --quiet --disable-pip-version-check

# What is installed is known by the content of these files, so a fresh checkout or a change of branch is noticed.
# A Python that was removed leaves $(VENV) behind as a ruin: then nothing counts as installed.
KEY := $(firstword $(shell test -x $(BIN)/python || rm -f $(VENV)/.ready-*; \
	cat pyproject.toml requirements.lock requirements-dev.lock | cksum))
PLAN_READY := $(VENV)/.ready-plan-$(KEY)
DEV_READY := $(VENV)/.ready-dev-$(KEY)

# The lock of `rackguard plan` is a part of the developers' lock: who has the whole has the part.
READY_TO_PLAN := $(if $(wildcard $(DEV_READY)),$(DEV_READY),$(PLAN_READY))

.DEFAULT_GOAL := help
.PHONY: help setup plan lint test engine bench docs lock

help: ## print these words
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/  make \1	\2/p' Makefile

setup: $(DEV_READY) ## make .venv with everything a developer needs
	@echo "Ready: $(VENV) has what requirements-dev.lock names. Git hooks, if wanted: $(BIN)/pre-commit install"

plan: $(READY_TO_PLAN) ## plan a stack offline; another one: make plan STACK=dev
	@echo "Planning stack $(STACK), offline: rackguard plan $(STACK)" >&2
	@$(BIN)/rackguard plan $(STACK) $(ARGS)

lint: $(DEV_READY) ## check style, formatting, types, layers and workflows
	@echo "Checking style and formatting (ruff), types (pyright), layers (import-linter) and workflows (zizmor)"
	@$(BIN)/ruff check --quiet
	@$(BIN)/ruff format --check --quiet
	@PYRIGHT_PYTHON_IGNORE_WARNINGS=1 $(BIN)/pyright
	@$(BIN)/lint-imports --no-logo
	@$(BIN)/zizmor --offline --quiet --no-progress action.yml .github/workflows

test: $(DEV_READY) ## run all tests; some of them: make test ARGS="tests/plan -k cidr"
	@echo "Running the tests, one worker a core (8 at most); about twenty minutes on two cores, five without an engine"
	@$(BIN)/pytest --numprocesses auto --maxprocesses 8 --dist worksteal $(ARGS)

engine: $(DEV_READY) ## get Pulumi's command for the tests, built where there is none
	@echo "Looking for Pulumi's command; where there is none it is built, once: about five minutes and 2 GB on two cores"
	@$(BIN)/python tests/engine/build.py

bench: $(READY_TO_PLAN) ## measure the command against what it can't avoid
	@echo "Measuring the command; about five minutes on a quiet machine"
	@$(BIN)/python -m compileall -q components policies
	@$(BIN)/python benchmarks $(ARGS)

docs: $(READY_TO_PLAN) ## write the parts of the documentation that the code knows
	@echo "Writing what the documentation takes from the code"
	@$(BIN)/python docs $(ARGS)

# Two hashed requirements files that plain pip installs, alike on every platform: what `rackguard plan` needs, and
# everything, with the former held to the latter's versions (pulumi-policy pins protobuf). The gcp extra is in neither:
# its SDK is large and nothing here imports it yet. Newer versions: make lock ARGS=--upgrade
lock: $(BIN)/python ## resolve pyproject.toml into the two lock files
	@echo "Resolving pyproject.toml into requirements-dev.lock and requirements.lock"
	@test -x $(BIN)/uv || sed -n '/^uv==/,/# via/p' requirements-dev.lock | $(PIP) install --require-hashes -r /dev/stdin
	@$(UV_COMPILE) --output-file requirements-dev.lock --extra aws --extra account --extra policy --group dev $(ARGS)
	@$(UV_COMPILE) --output-file requirements.lock --extra aws --group build --constraint requirements-dev.lock $(ARGS)

UV_COMPILE := UV_CUSTOM_COMPILE_COMMAND="make lock" $(BIN)/uv pip compile pyproject.toml --quiet --no-config \
	--universal --generate-hashes --no-emit-index-url

# pip, not uv, installs: it compiles bytecode, without which the first run of every command is four times slower. Our own
# modules are compiled too: where bytecode may not be written later, every run would compile them anew.
$(PLAN_READY): $(BIN)/python
	@echo "Installing what rackguard plan needs into $(VENV) (requirements.lock; up to a minute, 0.4 GB)" >&2
	@$(PIP) install --require-hashes --requirement requirements.lock
	@$(install_rackguard)

$(DEV_READY): $(BIN)/python
	@echo "Installing what developers need into $(VENV) (requirements-dev.lock; one or two minutes, 0.8 GB)" >&2
	@$(PIP) install --require-hashes --requirement requirements-dev.lock
	@$(install_rackguard)

define install_rackguard
$(PIP) install --no-deps --no-build-isolation --editable . && $(BIN)/python -m compileall -q components policies \
  && rm -f $(VENV)/.ready-* && touch $@
endef

# Tried by running each: a version manager's shim may stand for a Python that is not there.
$(BIN)/python:
	@for python in $(or $(PYTHON),python3.13 python3.12 python3.11 python3); do \
	  if $$python -c 'import ensurepip, sys, venv; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then \
	    echo "Making $(VENV) with $$($$python --version)" >&2; exec $$python -m venv --clear $(VENV); \
	  fi; \
	done; \
	echo "No Python 3.11 or newer with venv found$(if $(PYTHON), at PYTHON=$(PYTHON))." \
	  "Install one (Debian, Ubuntu: apt install python3 python3-venv), or say make PYTHON=/path/to/python3" >&2; exit 1
