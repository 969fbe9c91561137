"""Which language a page is in, and who decides it."""

import gzip

import pytest
from django.conf import LazySettings
from django.test import Client
from django.utils import translation

from club import script_words
from club.models import Player
from tests.club.browser import page, sign_in, sign_up

pytestmark = pytest.mark.django_db

GERMAN = {"accept-language": "de-AT,de;q=0.9,en;q=0.5"}


def language_at(browser: Client, address: str = "/rules/") -> str:
    markup = browser.get(address).content.decode()
    return markup.partition('<html lang="')[2][:2]


@pytest.mark.parametrize(
    ("asked", "given"),
    [("de-AT,de;q=0.9", "de"), ("fr", "fr"), ("es-MX", "es"), ("ru,en", "ru"), ("nl,pt;q=0.5", "en")],
)
def test_a_page_is_in_the_language_that_the_browser_asks_for(asked: str, given: str) -> None:
    browser = Client(headers={"accept-language": asked})
    assert language_at(browser) == given
    assert "Accept-Language" in browser.get("/rules/")["Vary"]


def test_choosing_a_language_leads_back_and_lasts(client: Client) -> None:
    answer = client.post("/language/", {"language": "ru", "next": "/rules/?a=b"})
    assert answer["Location"] == "/rules/?a=b"
    assert language_at(client) == "ru"


def test_each_language_is_offered_by_its_own_name_on_every_page(client: Client) -> None:
    seen = page(client.get("/rules/"))
    assert ("post", "/language/") in seen.forms
    for code, name in [("en", "English"), ("de", "Deutsch"), ("fr", "Français"), ("es", "Español"), ("ru", "Русский")]:
        assert f'value="{code}" lang="{code}"' in seen.markup
        assert name in seen.text


@pytest.mark.parametrize("made_up", ["", "tlh", "../de"])
def test_a_language_that_the_club_does_not_speak_changes_nothing(alice: Player, alice_at: Client, made_up: str) -> None:
    alice_at.post("/language/", {"language": made_up, "next": "https://elsewhere.example/"})
    alice.refresh_from_db()
    assert alice.language == ""
    assert language_at(alice_at) == "en"


def test_a_members_choice_is_kept_and_goes_along_to_another_browser(alice: Player, alice_at: Client) -> None:
    alice_at.post("/language/", {"language": "fr"})
    alice.refresh_from_db()
    assert alice.language == "fr"
    elsewhere = Client(headers=GERMAN)
    assert language_at(elsewhere) == "de"
    sign_in(elsewhere, "alice")
    assert language_at(elsewhere) == "fr"


def test_who_signs_up_is_written_to_in_the_language_of_the_form() -> None:
    sign_up(Client(headers=GERMAN), "Heidi")
    assert Player.objects.get(name="Heidi").language == "de"


@pytest.mark.parametrize(
    ("address", "status"), [("/nowhere/", 404), ("/forbidden/", 403), ("/not-understood/", 400), ("/broken/", 500)]
)
def test_an_error_speaks_the_readers_language(address: str, status: int) -> None:
    browser = Client(raise_request_exception=False, headers=GERMAN)
    answer = browser.get(address)
    assert answer.status_code == status
    assert '<html lang="de"' in answer.content.decode()


def test_the_words_of_scripts_are_kept_for_good_and_only_where_they_are_needed(alice_at: Client) -> None:
    assert 'src="/words/' not in alice_at.get("/a-page/").content.decode()
    alice_at.post("/language/", {"language": "de"})
    address = script_words.address("de")
    assert f'src="{address}"' in alice_at.get("/a-page/").content.decode()
    answer = Client().get(address, headers={"accept-encoding": "gzip"})
    assert "immutable" in answer["Cache-Control"]
    assert answer["Content-Encoding"] == "gzip"
    assert "no-store" in Client().get("/words/de/of-before.js")["Cache-Control"]
    assert Client().get("/words/tlh/0.js").status_code == 404


def test_the_words_of_scripts_are_those_of_their_language_whatever_was_read_before() -> None:
    with translation.override("fr"):
        words = script_words.written("ru").decode()
    assert '"index letter of the ace\\u0004A": "Т"' in words
    assert words != script_words.written("fr").decode()


@pytest.mark.parametrize("language", ["de", "fr", "es", "ru"])
def test_the_words_of_scripts_are_a_small_part_of_a_table(language: str) -> None:
    assert len(gzip.compress(script_words.written(language))) < 12_000


def test_an_imprint_is_there_where_it_is_set(client: Client, settings: LazySettings) -> None:
    assert "/imprint/" not in page(client.get("/a-page/")).links
    settings.IMPRINT = ["Friends of Patience", "Long Street 1"]
    assert "/imprint/" in page(client.get("/a-page/")).links
    said = page(client.get("/imprint/")).text
    assert "Friends of Patience" in said
    assert "Long Street 1" in said
