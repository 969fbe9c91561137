"""No page of the admin tells anything of a deal that is not closed, whatever is asked for in its address."""

import re
from collections.abc import Callable, Iterator

import pytest
from django.contrib import admin
from django.core.exceptions import FieldError
from django.db.models import Model
from django.test import Client
from django.urls import reverse

from club.models import Player
from games import correspondence, deals, play
from games.models import CorrespondenceOffer, Deal, Move, Seat
from games.play import TurnsWish
from tests.games.conftest import NOON
from tests.games.moderating import DAY, at_once, moderator
from tests.games.racing import Race
from tests.games.table import AtTable
from tests.games.turning import CLASSIC as CLASSIC_RULES
from tests.games.turning import ByTurns

pytestmark = pytest.mark.django_db(transaction=True)
At = Callable[[Player | None], Client]
HIDDEN = ("secret", "seed", "contributions", "contribution", "move", "stock_left", "foundation_cards", "password")
PATHS = ("", "deal__", "match__deal__", "seat__match__deal__", "match__", "seat__", "seats__match__deal__", "player__")


@pytest.fixture
def club(alice: Player, bob: Player, charlie: Player) -> None:
    """A game of every kind runs, and an offer with bytes of its maker is open."""
    solo = AtTable.solo(charlie)
    solo.ready(b"bytes of charlie")
    solo.move("W1")
    race = Race.begun(alice, bob)
    race.one.move(race.one.look().legal[0])
    by_turns = ByTurns.begun(alice, bob)
    by_turns.one.place_all()
    day = AtTable(alice, at_once(play.open_day, alice, NOON.date(), NOON))
    day.ready()
    day.move("W1")
    at_once(deals.daily_deal, NOON.date() + DAY, NOON)
    offer = at_once(correspondence.offer_by_link, charlie, TurnsWish(CLASSIC_RULES), NOON)
    at_once(correspondence.contribute, offer.key, charlie, b"offered by charl")


def forbidden() -> list[str]:
    """What no page may hold: secrets, seeds and bytes of players in hex and as they are, and the cards to come."""
    words: set[str] = set()
    for deal in Deal.objects.filter(closed_at=None):
        for part in (deal.secret, deal.seed, deal.contributions):
            if part:
                words |= {bytes(part).hex(), bytes(part).hex()[:16], str(bytes(part))}
        if deal.seed:
            stock = [str(card) for card in deal.laid_out().stock[:4]]
            words |= {between.join(stock) for between in ("", " ", ", ")}
    for row in [*Seat.objects.all(), *CorrespondenceOffer.objects.all()]:
        if row.contribution:
            words |= {bytes(row.contribution).hex(), bytes(row.contribution).decode(errors="replace")}
    assert len(words) > 20
    return sorted(words)


def pages(browser: Client) -> Iterator[tuple[str, str]]:
    """Every page of every model: its list, searched and sorted, some rows, their histories, the page to delete one."""
    for model in admin.site._registry:
        of = f"admin:{model._meta.app_label}_{model._meta.model_name}"
        yield from _page(browser, reverse(f"{of}_changelist"))
        yield from _page(browser, reverse(f"{of}_changelist") + "?all=1&e=1&o=1.2.-3")
        yield from _page(browser, reverse(f"{of}_changelist") + "?q=a")
        rows: list[Model] = list(model._default_manager.order_by("pk")[:4])
        for row in rows:
            for page in ("change", "history", "delete"):
                yield from _page(browser, reverse(f"{of}_{page}", args=[row.pk]))


def _page(browser: Client, address: str) -> Iterator[tuple[str, str]]:
    answer = browser.get(address, follow=True)
    assert answer.status_code in (200, 400, 403, 404), address
    yield address, answer.content.decode()


@pytest.fixture(params=["administrator", "moderator"])
def browser(request: pytest.FixtureRequest, at: At, db: None) -> Client:
    if request.param == "moderator":
        return at(moderator())
    return at(Player.objects.create_superuser("Ada", "correct horse battery"))


@pytest.mark.usefixtures("club")
def test_no_page_holds_a_secret_a_seed_or_anybody_s_bytes(browser: Client) -> None:
    words, seen = forbidden(), 0
    for address, text in pages(browser):
        assert not [word for word in words if word in text], address
        seen += 1
    assert seen > 80


@pytest.mark.usefixtures("club")
def test_no_page_shows_a_move_or_a_board_that_is_being_played(browser: Client) -> None:
    assert Move.objects.count() > 5
    for address, text in pages(browser):
        if re.search(r"/games/(move|seat|turn)/\d+/", address):
            assert "doesn’t exist" in text or "field-move" not in text, address
        if re.search(r"/games/(move|seat|turn)/(\?|$)", address):
            assert "field-" not in text, address


def hidden_lookups() -> Iterator[tuple[type[Model], str]]:
    """Every way from a model of the admin to something that is hidden, as an address could ask for it."""
    for model in admin.site._registry:
        for path in PATHS:
            for field in HIDDEN:
                try:
                    model._default_manager.filter(**{f"{path}{field}__isnull": False})
                except FieldError:
                    continue
                yield model, path + field


@pytest.mark.usefixtures("club")
def test_nothing_hidden_is_asked_for_by_a_lookup_in_the_address(browser: Client) -> None:
    asked = list(hidden_lookups())
    assert len(asked) > 30
    for model, hidden in asked:
        address = reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist")
        for lookup in ("", "__startswith", "__gt"):
            answer = browser.get(f"{address}?{hidden}{lookup}=0")
            assert answer.status_code in (302, 400, 403), (address, hidden, lookup)


@pytest.mark.usefixtures("club")
def test_the_page_of_a_running_deal_says_that_its_seed_is_shown_later(browser: Client) -> None:
    deal = Deal.objects.filter(kind="random", closed_at=None).first()
    assert deal is not None
    text = browser.get(reverse("admin:games_deal_change", args=[deal.pk])).content.decode()
    assert "shown when the deal is closed" in text
