# One command each; `make` alone lists them. GNU make 3.81, which macOS ships, is enough.
.DEFAULT_GOAL := help
.PHONY: help run setup environment dev test check fuzz axe bench load chaos soak gallery words format lock clean

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
	@sh tools/compile_words.sh

dev:
	@sh tools/make_environment.sh requirements-dev.lock
	@sh tools/compile_kernels.sh
	@sh tools/compile_words.sh

# Real clocks and databases are shared by the tests of one file, so a file stays together. Much of a test is waiting for somebody else's
# process: one more than there are processors. Files are begun in the order they are named in: what takes longest comes first.
SIDE_BY_SIDE = --numprocesses "$$(.venv/bin/python -c 'import os; print(min(4, (os.cpu_count() or 1) + 1))')" --dist loadfile --no-loadscope-reorder
LONGEST_FIRST = tests/stack tests/fuzz tests --ignore tests/engine --ignore tests/browser
LONGEST_IN_THE_BROWSER = tests/browser/test_every_page.py tests/browser/test_turns.py tests/browser

test: dev ## every test: the engine with its coverage, the rest side by side, then those with a browser
	@sh tools/make_node_modules.sh
	@CHROMIUM="$$(sh tools/find_browser.sh)" && POSTGRES_BIN="$$(sh tools/find_postgres.sh)" && \
	REDIS_SERVER="$$(sh tools/find_redis.sh)" && export CHROMIUM POSTGRES_BIN REDIS_SERVER && \
	.venv/bin/python -m pytest $(SIDE_BY_SIDE) tests/engine --cov games.engine --cov-fail-under 100 && \
	.venv/bin/python -m pytest $(SIDE_BY_SIDE) $(LONGEST_FIRST) && \
	.venv/bin/python -m pytest $(SIDE_BY_SIDE) $(LONGEST_IN_THE_BROWSER)

fuzz: dev ## far more made-up frames and requests than `make test` sends: 100,000 and 10,000
	@FUZZ_FRAMES=100000 FUZZ_REQUESTS=10000 .venv/bin/python -m pytest tests/fuzz

axe: dev ## every rule of axe on every page, in every language, light and dark; `make test` leaves out what must be the same
	@sh tools/make_node_modules.sh
	@CHROMIUM="$$(sh tools/find_browser.sh)" && export CHROMIUM && \
	AXE_WHOLE=1 .venv/bin/python -m pytest --numprocesses auto tests/browser/test_every_page.py

check: dev ## format, lint, types, templates, scripts, migrations, deployment, packages known to be vulnerable
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
	@sh tools/audit.sh requirements.lock

bench: dev ## measure: one JSON line a figure (ONLY=engine for those whose names begin so)
	@CHROMIUM="$$(sh tools/find_browser.sh)" && export CHROMIUM && .venv/bin/python -m bench $(ONLY)

words: dev ## bring the catalogues in locale/ up to date with the texts of the sources
	.venv/bin/python -m tools.words

gallery: dev ## every page in every size, look and language as pictures in var/gallery (PAGES="home table" LANGS="en de")
	@CHROMIUM="$$(sh tools/find_browser.sh)" && export CHROMIUM && \
	DJANGO_SETTINGS_MODULE=tests.settings .venv/bin/python -m tests.gallery var/gallery

# Sockets, seconds, seconds before a move on average, and where logs and clubs are kept, for the three below.
KIT = $(if $(CLIENTS),--clients $(CLIENTS)) $(if $(DURATION),--seconds $(DURATION)) $(if $(THINK),--think $(THINK)) \
	$(if $(FOLDER),--folder $(FOLDER))

load: dev ## scripted players at a club of their own, then the check of it (CLIENTS=50 DURATION=60; URL=... for another club)
	@.venv/bin/python -m load.play $(KIT) $(if $(URL),--url $(URL))

chaos: dev ## the same at a club of many processes, one of which is killed each 30 s (CLIENTS=500 DURATION=900)
	@POSTGRES_BIN="$$(sh tools/find_postgres.sh)" && REDIS_SERVER="$$(sh tools/find_redis.sh)" && export POSTGRES_BIN REDIS_SERVER && \
	.venv/bin/python -m load.chaos $(KIT)

soak: dev ## an hour at a club of one process: its end takes no more memory and time than its beginning (CLIENTS=200 DURATION=3600)
	@.venv/bin/python -m load.soak $(KIT)

format: dev ## put the code into shape
	.venv/bin/ruff check --fix .
	.venv/bin/ruff format .

lock: dev ## pin the newest versions that pyproject.toml and package.json allow
	sh tools/lock.sh

clean: ## remove what can be made again (not the club's data in var/)
	rm -f locale/*/LC_MESSAGES/*.mo
	rm -rf .venv node_modules var/static .mypy_cache .ruff_cache .hypothesis .coverage
