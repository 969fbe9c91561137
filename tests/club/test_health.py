"""Whether the club lives and whether it is ready, as front servers and watchers ask."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from django.db import OperationalError, connection
from django.test import Client
from pytest_django import Settings

from load.process import free_port

pytestmark = pytest.mark.django_db


@contextmanager
def database_away() -> Iterator[None]:
    """Every question to the database fails, as when its server is gone."""

    def fail(*_args: object) -> None:
        raise OperationalError("the server is gone")

    with connection.execute_wrapper(fail):
        yield


def test_it_lives_and_is_ready(client: Client) -> None:
    assert client.get("/health/").status_code == 204
    assert client.get("/ready/").status_code == 204


def test_without_its_database_it_lives_and_is_not_ready(client: Client, caplog: pytest.LogCaptureFixture) -> None:
    with database_away():
        assert client.get("/health/").status_code == 204
        answer = client.get("/ready/")
    assert (answer.status_code, answer.content) == (503, b"database does not answer\n")
    assert "the server is gone" in caplog.text


def test_without_its_redis_it_is_not_ready(client: Client, settings: Settings) -> None:
    settings.REDIS_URL = f"redis://127.0.0.1:{free_port()}/0"
    answer = client.get("/ready/")
    assert (answer.status_code, answer.content) == (503, b"layer does not answer\n")


def test_no_answer_is_kept(client: Client) -> None:
    assert client.get("/ready/")["Cache-Control"] == client.get("/health/")["Cache-Control"] == "no-store"


def test_a_club_behind_https_can_be_asked_by_http_from_within(client: Client, settings: Settings) -> None:
    settings.SECURE_SSL_REDIRECT = True
    assert client.get("/ready/").status_code == 204
    assert client.get("/health/").status_code == 204
    assert client.get("/rules/").status_code == 301


def test_they_cannot_be_posted_to(client: Client) -> None:
    assert client.post("/ready/").status_code == 405
