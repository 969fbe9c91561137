# The club as an image: `docker build --tag the-fairest .` (docs/operations.md). One image for every command of manage.py.

FROM python:3.13-slim-trixie AS packages
ENV PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_CACHE_DIR=1
COPY requirements.lock .
# Only what is packed already, by its hash: nothing is compiled (http-ece is plain Python that nobody has packed).
RUN python -m venv /packages && /packages/bin/pip install --require-hashes --only-binary :all: --no-binary http-ece -r requirements.lock

FROM python:3.13-slim-trixie
# pg_dump, pg_restore and psql for backups of PostgreSQL; as new as the server of compose.yaml, or newer.
RUN apt-get update && apt-get install --yes --no-install-recommends postgresql-client && rm -rf /var/lib/apt/lists/*
# A number, so that whoever runs the image can see that it is not root; it owns nothing but these folders.
RUN mkdir --mode=0700 /data /backups && mkdir /static && chown 10001:10001 /data /backups /static
COPY --from=packages /packages /packages
WORKDIR /club
COPY manage.py LICENSE ./
COPY club club
COPY games games
COPY static static
COPY templates templates
RUN /packages/bin/python -m compileall -q club games
# Compiled code is kept in memory and in /tmp: the image's own files stay as they are.
ENV PATH=/packages/bin:$PATH PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1 NUMBA_CACHE_DIR=/tmp/numba \
    DATA_DIR=/data STATIC_ROOT=/static BACKUP_DIR=/backups LOG_FORMAT=json
USER 10001:10001
VOLUME ["/data", "/static", "/backups"]
EXPOSE 8000
# That it lives, not that it is ready: whoever restarts what is ill shall not do so while the database is away.
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s --retries=3 \
    CMD ["python", "-c", "from urllib.request import urlopen; urlopen('http://localhost:8000/health/', timeout=2)"]
ENTRYPOINT ["python", "manage.py"]
CMD ["serve", "--host", "0.0.0.0"]
