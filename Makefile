# Everything lives in .venv. A stamp in it remembers what was installed, so that set-up
# runs again only when one of its sources has changed.

PY := .venv/bin/python
SOURCES := pyproject.toml CMakeLists.txt tools/catalogues.py $(wildcard kernel/*.?pp) \
	$(wildcard src/spadille/words/locale/*/LC_MESSAGES/*.po) tools/page_build.py tools/page_messages.py \
	$(wildcard web/*.* web/src/*.* web/src/*/*.*)
CODE := src tests tools $(wildcard bench)
JOBS ?= 2
HOST ?= 127.0.0.1

.PHONY: help play test deep lint bench messages clean
.DELETE_ON_ERROR:

help:
	@echo "make play    set everything up, then open the page; HOST=0.0.0.0 lets others in"
	@echo "make test    the tests; ARGS='-k nil' is passed on to pytest"
	@echo "make deep    the tests with full counts (slow)"
	@echo "make lint    style, types and import layers"
	@echo "make bench   speed"
	@echo "make messages  bring the catalogues of translations up to date"
	@echo "make clean   remove what the other targets made"
	@echo "PYTHON=/path/to/python chooses the Python that .venv is made with."

play: .venv/.play
	@trap : INT; .venv/bin/spadille serve --open --host $(HOST) $(ARGS) || [ $$? = 130 ] # Ctrl-C

test: .venv/.dev
	@echo "Testing ..."
	@$(PY) -m pytest -n $(JOBS) $(ARGS)

deep: .venv/.deep
	@echo "Testing with full counts ..."
	@SPADILLE_DEEP=1 $(PY) -m pytest -n $(JOBS) $(ARGS)

lint: .venv/.dev
	@echo "Checking style ..."
	@$(PY) -m ruff check
	@$(PY) -m ruff format --check
	@echo "Checking types ..."
	@$(PY) -m mypy $(CODE)
	@echo "Checking import layers ..."
	@.venv/bin/lint-imports --no-cache
	@echo "Checking the page ..."
	@$(PY) tools/page_checks.py types style

messages: .venv/.dev
	@$(PY) tools/messages.py

bench: .venv/.bench
	@echo "Measuring ..."
	@$(PY) bench/run.py $(ARGS)

clean:
	@echo "Removing .venv, caches, builds and compiled catalogues ..."
	@rm -rf .venv dist build .mypy_cache .pytest_cache .ruff_cache .hypothesis .import_linter_cache
	@find src tests tools bench -name __pycache__ -type d -prune -exec rm -rf {} + 2>/dev/null || true
	@rm -rf src/spadille/server/page web/node_modules web/generated
	@rm -f src/spadille/words/locale/*/LC_MESSAGES/*.mo src/spadille/_kernel*.so

# $(call install,EXTRAS): check the machine, make .venv unless it works, install the package.
define install
	@echo "Checking this machine ..."
	@python=$$(sh tools/preflight.sh) || exit 1; \
	$(PY) -c 'import pip' 2>/dev/null || { \
		echo "Making .venv with $$python ..."; \
		"$$python" -m venv --clear .venv; \
	}
	@echo "Installing spadille$(1) into .venv ..."
	@$(PY) -m pip install --quiet --disable-pip-version-check --editable '.$(1)'
	@touch $@
endef

.venv/.play: $(SOURCES)
	$(call install,)

.venv/.dev: $(SOURCES)
	$(call install,[dev])
	@touch .venv/.play

.venv/.deep: $(SOURCES)
	$(call install,[deep])
	@touch .venv/.play .venv/.dev

.venv/.bench: $(SOURCES)
	$(call install,[bench])
	@touch .venv/.play
