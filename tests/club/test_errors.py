"""Pages that cannot be shown say so in the site's look, and nothing else."""

import pytest
from django.db import connection
from django.test import Client
from pytest_django import DjangoDbBlocker

from tests.club.browser import page, sign_in


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("address", "status", "heading", "sentence"),
    [
        ("/nowhere/", 404, "Nothing here", "There is no page at this address"),
        ("/not-found/", 404, "Nothing here", "There is no deal of that number."),
        ("/forbidden/", 403, "Not for you", "This page is for others."),
        ("/not-understood/", 400, "This was not understood", "Nine waste piles are too many."),
    ],
)
def test_an_error_has_its_page(client: Client, address: str, status: int, heading: str, sentence: str) -> None:
    answer = client.get(address)
    seen = page(answer)
    assert answer.status_code == status
    assert seen.headings == [heading]
    assert sentence in seen.text
    assert "not for the reader" not in seen.text
    assert "/" in seen.links


def test_a_breakdown_has_a_page_that_needs_no_database() -> None:
    # No mark for the database: a query would fail the test.
    browser = Client(raise_request_exception=False)
    browser.cookies["sessionid"] = "somebody"
    answer = browser.get("/broken/")
    assert answer.status_code == 500
    assert page(answer).headings == ["Something broke here"]
    assert "not for the reader" not in page(answer).text


def test_a_page_of_a_database_that_is_away_is_the_same_page(django_db_blocker: DjangoDbBlocker) -> None:
    browser = Client(raise_request_exception=False)
    browser.cookies["sessionid"] = "somebody"
    answer = browser.get("/a-page/")
    assert answer.status_code == 500
    assert page(answer).headings == ["Something broke here"]
    assert connection.connection is None or not connection.in_atomic_block


def test_a_database_that_does_not_answer_is_a_matter_of_a_moment() -> None:
    answer = Client(raise_request_exception=False).get("/database-away/")
    assert answer.status_code == 503
    assert int(answer["Retry-After"]) > 0
    assert page(answer).headings == ["Back in a moment"]
    assert "not for the reader" not in page(answer).text


@pytest.mark.django_db
def test_a_form_without_its_token_is_told_what_to_do() -> None:
    answer = sign_in(Client(enforce_csrf_checks=True), "alice")
    assert answer.status_code == 403
    assert page(answer).headings == ["Please press that once more"]


def test_a_wrong_host_has_its_page() -> None:
    answer = Client(headers={"host": "evil.example"}).get("/a-page/")
    assert answer.status_code == 400
    assert page(answer).headings == ["This was not understood"]
    assert "evil.example" not in answer.content.decode()
