# One command each; `make` alone lists them.
.DEFAULT_GOAL := help
.PHONY: help run setup dev test check bench lock format clean
SHELL := /bin/sh
export PORT ?= 8000

help: ## list the commands
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 10

run: setup ## serve the club at http://localhost:8000/ (PORT=… for another port)
	@.venv/bin/python manage.py serve

setup: ## environment, packages and database, without serving
	@sh tools/make_environment.sh requirements.lock
	@.venv/bin/python manage.py migrate --verbosity 0

dev: setup
	@sh tools/make_environment.sh requirements.lock requirements-dev.lock

test: dev ## every test: engine, games and club side by side, then those with a browser
	@CHROMIUM="$$(sh tools/find_browser.sh)" && export CHROMIUM && \
	.venv/bin/python -m pytest --numprocesses 2 --dist loadfile --ignore tests/browser && \
	.venv/bin/python -m pytest tests/browser

check: dev node_modules/.package-lock.json ## format, lint, types, templates, scripts, migrations, deployment
	.venv/bin/ruff format --check .
	.venv/bin/ruff check .
	.venv/bin/mypy .
	.venv/bin/djlint --lint templates
	npx eslint static/js
	npx tsc
	.venv/bin/python manage.py makemigrations --check --dry-run
	SITE_URL=https://club.example SECRET_KEY=$$(.venv/bin/python -c 'import secrets; print(secrets.token_urlsafe(64))') \
	.venv/bin/python manage.py check --deploy --fail-level WARNING

node_modules/.package-lock.json: package-lock.json
	npm ci --no-audit --no-fund

bench: dev ## measure: one JSON line a figure (ONLY=prefix for some)
	@CHROMIUM="$$(sh tools/find_browser.sh)" && export CHROMIUM && .venv/bin/python -m bench $(ONLY)

lock: dev ## pin the newest versions that pyproject.toml allows
	.venv/bin/python -m pip install --quiet uv
	.venv/bin/uv pip compile pyproject.toml --universal --generate-hashes --no-header --upgrade --quiet -o requirements.lock
	.venv/bin/uv pip compile --group dev -c requirements.lock --universal --generate-hashes --no-header --upgrade --quiet -o requirements-dev.lock

format: dev ## put the code into shape
	.venv/bin/ruff format .
	.venv/bin/ruff check --fix .

clean: ## remove what can be made again (not the club's data in var/)
	rm -rf .venv node_modules var/static .mypy_cache .ruff_cache .hypothesis
