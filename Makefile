# One command each; `make` alone lists them. GNU make 3.81, which macOS ships, is enough.
.DEFAULT_GOAL := help
.PHONY: help run setup environment dev test check bench format lock clean

PORT ?= 8000
export PORT

# What the deployment check is asked about: a club that sends its mail, behind a proxy that ends TLS.
PRODUCTION = DEBUG=0 SMTP_HOST=mail.club.example SITE_URL=https://club.example BEHIND_PROXY=1 ALLOWED_HOSTS=club.example \
	SECRET_KEY="$$(.venv/bin/python -c 'import secrets; print(secrets.token_urlsafe(64))')"

help: ## list the commands
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-8s %s\n", $$1, $$2 }' Makefile

run: environment ## serve the club at http://localhost:8000/ (PORT=9000 for another port)
	@.venv/bin/python manage.py serve

setup: environment ## environment, packages, database and static files, without serving
	@.venv/bin/python manage.py set_up

environment:
	@sh tools/make_environment.sh requirements.lock
	@sh tools/compile_kernels.sh

dev:
	@sh tools/make_environment.sh requirements-dev.lock
	@sh tools/compile_kernels.sh

# Real clocks and databases are shared by the tests of one file, so a file stays together. Much of a test is waiting for somebody else's
# process: one more than there are processors.
SIDE_BY_SIDE = --numprocesses "$$(.venv/bin/python -c 'import os; print(min(4, (os.cpu_count() or 1) + 1))')" --dist loadfile
# The few tests that kill a club again and again take longest, so they are begun first, not last as the fewest of a file would be.
LONGEST_FIRST = --no-loadscope-reorder tests/stack tests

test: dev ## every test: the engine with its coverage, the rest side by side, then those with a browser
	@CHROMIUM="$$(sh tools/find_browser.sh)" && POSTGRES_BIN="$$(sh tools/find_postgres.sh)" && export CHROMIUM POSTGRES_BIN && \
	.venv/bin/python -m pytest $(SIDE_BY_SIDE) tests/engine --cov games.engine --cov-fail-under 100 && \
	.venv/bin/python -m pytest $(SIDE_BY_SIDE) $(LONGEST_FIRST) --ignore tests/engine --ignore tests/browser && \
	.venv/bin/python -m pytest $(SIDE_BY_SIDE) tests/browser

check: dev ## format, lint, types, templates, scripts, migrations, deployment
	@sh tools/make_node_modules.sh
	.venv/bin/ruff format --check .
	.venv/bin/ruff check .
	.venv/bin/mypy .
	.venv/bin/djlint --lint --quiet templates
	node_modules/.bin/eslint --max-warnings 0 static/js static/sw
	node_modules/.bin/tsc
	node_modules/.bin/tsc -p static/sw
	.venv/bin/python manage.py makemigrations --check --dry-run
	@echo 'manage.py check --deploy --fail-level WARNING'
	@$(PRODUCTION) .venv/bin/python manage.py check --deploy --fail-level WARNING

bench: dev ## measure: one JSON line a figure (ONLY=engine for those whose names begin so)
	@CHROMIUM="$$(sh tools/find_browser.sh)" && export CHROMIUM && .venv/bin/python -m bench $(ONLY)

format: dev ## put the code into shape
	.venv/bin/ruff check --fix .
	.venv/bin/ruff format .

lock: dev ## pin the newest versions that pyproject.toml and package.json allow
	sh tools/lock.sh

clean: ## remove what can be made again (not the club's data in var/)
	rm -rf .venv node_modules var/static .mypy_cache .ruff_cache .hypothesis .coverage
