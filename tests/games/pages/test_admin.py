"""What administrators see of deals and games: to look at, and nothing of a deal that is not closed."""

import datetime as dt
from collections.abc import Callable

import pytest
from django.test import Client

from club.models import Player
from games import deals, play
from games.models import Deal, Match, Move, Seat
from tests.games.conftest import NOON, Clock
from tests.games.pages.played import play_out
from tests.games.table import AtTable

pytestmark = pytest.mark.django_db(transaction=True)

MODELS = ["deal", "match", "seat", "move", "series", "turn", "offer"]
At = Callable[[Player | None], Client]


@pytest.fixture
def root(at: At, db: None) -> Client:
    return at(Player.objects.create_superuser("ada", "the threes are hardest"))


def secrets_of(deal: Deal) -> list[str]:
    return [bytes(part).hex() for part in (deal.secret, deal.seed, deal.contributions) if part]


@pytest.mark.parametrize("model", MODELS)
def test_every_list_opens(root: Client, alice: Player, model: str) -> None:
    play_out(alice)
    assert root.get(f"/admin/games/{model}/").status_code == 200


@pytest.mark.parametrize("model", MODELS)
def test_nothing_can_be_added(root: Client, model: str) -> None:
    assert root.get(f"/admin/games/{model}/add/").status_code == 403
    assert root.post(f"/admin/games/{model}/add/", {}).status_code == 403


@pytest.mark.parametrize("model", [Deal, Match, Seat, Move])
def test_nothing_can_be_changed_or_deleted(
    root: Client, alice: Player, model: type[Deal] | type[Match] | type[Seat] | type[Move]
) -> None:
    play_out(alice)
    row = model.objects.values().first()
    assert row
    address = f"/admin/games/{model._meta.model_name}/{row['id']}"
    assert root.get(f"{address}/change/").status_code == 200
    assert root.post(f"{address}/change/", {"mode": "race", "kind": "daily", "move": "F1"}).status_code == 403
    assert root.post(f"{address}/delete/", {"post": "yes"}).status_code == 403
    assert model.objects.values().first() == row


def test_an_open_deal_shows_no_secret_on_any_page(root: Client, alice: Player) -> None:
    table = AtTable.solo(alice)
    table.ready(b"sixteen bytes !!")
    table.move("W1")
    deal, match, seat = Deal.objects.get(), Match.objects.get(), Seat.objects.get()
    assert len(secrets_of(deal)) == 3
    pages = [root.get(f"/admin/games/{model}/").content.decode() for model in MODELS]
    pages += [
        root.get(f"/admin/games/{address}/change/", follow=True).content.decode()
        for address in (f"deal/{deal.pk}", f"match/{match.pk}", f"seat/{seat.pk}", f"move/{Move.objects.get().pk}")
    ]
    for text in pages:
        assert "sixteen bytes" not in text
        assert not [secret for secret in secrets_of(deal) if secret in text]


def test_a_closed_deal_shows_its_seed(root: Client, alice: Player) -> None:
    table = AtTable.solo(alice)
    table.ready()
    table.move("W1")
    address = f"/admin/games/deal/{Deal.objects.get().pk}/change/"
    seed = bytes(Deal.objects.get().seed or b"").hex()
    assert seed not in root.get(address).content.decode()
    table.resign()
    assert seed in root.get(address).content.decode()


def test_the_day_s_deal_and_tries_show_nothing_before_the_day_is_judged(
    root: Client, alice: Player, clock: Clock
) -> None:
    table = AtTable(alice, play.open_day(alice, NOON.date(), NOON))
    table.ready()
    table.play_out()
    deals.daily_deal(NOON.date() + dt.timedelta(days=1), NOON)
    seed = bytes(Deal.objects.get(day=NOON.date()).secret).hex()
    address = f"/admin/games/deal/{Deal.objects.get(day=NOON.date()).pk}/change/"
    for after, shown in ((-1, False), (1, False), (2, True)):
        clock.now = dt.datetime(2026, 3, 11, tzinfo=dt.UTC) + dt.timedelta(seconds=after)
        assert (seed in root.get(address).content.decode()) == shown
        assert ("alice" in root.get("/admin/games/seat/").content.decode()) == shown
        assert ("field-move" in root.get("/admin/games/move/").content.decode()) == shown


@pytest.mark.parametrize("model", ["deal", "match"])
@pytest.mark.parametrize("lookup", ["secret__startswith", "seed__gt", "deal__seed__gt", "deal__secret__startswith"])
def test_a_hidden_field_cannot_be_asked_for_in_the_address(
    root: Client, alice: Player, model: str, lookup: str
) -> None:
    AtTable.solo(alice).ready()
    answer = root.get(f"/admin/games/{model}/?{lookup}=a")
    assert answer.status_code in (302, 400)


def test_a_member_who_is_no_administrator_sees_none_of_it(at: At, alice: Player) -> None:
    for model in MODELS:
        assert at(alice).get(f"/admin/games/{model}/").status_code == 302
