"""All of one's data as one file: everything that is about the player, nothing of what is not theirs."""

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from django.apps import apps
from django.core.cache import cache
from django.db import models
from django.test import Client
from django.utils import timezone

from club import export as of_people
from club.models import Block, Invitation, Judgement, Kind, Notice, Partnership, Player, Report
from games import correspondence, export, lobby, notes
from games.models import Afterword, Match, Remark, Seat, Thanks
from games.play import TurnsWish
from tests.club.browser import page, sign_in
from tests.games.conftest import NOON
from tests.games.offering import CLASSIC as RACE
from tests.games.offering import at_once
from tests.games.racing import Race
from tests.games.table import AtTable
from tests.games.told import agreed, seat_of, with_address
from tests.games.turning import CLASSIC, ByTurns

pytestmark = pytest.mark.django_db(transaction=True)

EXPORT = "/accounts/export/"
PASSWORD = "correct horse"


@pytest.fixture(autouse=True)
def no_limits_used_up_by_other_tests() -> None:
    cache.clear()


def links_to(target: type[models.Model]) -> Iterator[str]:
    """Every column of the club's tables, and of the libraries', that points to such a row."""
    for model in apps.get_models():
        for field in (*model._meta.fields, *model._meta.many_to_many):
            if field.related_model is target:
                yield f"{model._meta.label}.{field.name}"


def file_of(player: Player) -> dict[str, Any]:
    read: dict[str, Any] = json.loads(export.written(player, NOON))
    return read


def signed_in(player: Player) -> Client:
    browser = Client()
    assert player.name is not None
    sign_in(browser, player.name, PASSWORD)
    browser.post("/accounts/reauthenticate/", {"password": PASSWORD, "next": EXPORT})
    return browser


# --- that nothing is forgotten ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("target", [Player, Seat])
def test_every_link_to_a_player_is_in_the_file_or_left_out_for_a_reason(target: type[models.Model]) -> None:
    known = of_people.EXPORTED | export.EXPORTED | of_people.LEFT_OUT.keys()
    assert set(links_to(target)) <= known


def test_no_link_is_named_that_there_is_not() -> None:
    known = of_people.EXPORTED | export.EXPORTED | of_people.LEFT_OUT.keys()
    assert known <= set(links_to(Player)) | set(links_to(Seat))
    assert all(reason for reason in of_people.LEFT_OUT.values())


def test_every_column_of_the_profile_is_in_the_file_or_left_out_for_a_reason() -> None:
    left_out = {"password", "name_folded", "name_skeleton", "is_active", "is_superuser", "left_at", "house_level"}
    assert {field.name for field in Player._meta.fields} == set(of_people.PROFILE) | left_out


# --- what is in it ----------------------------------------------------------------------------------------------------


def test_the_people_part_holds_what_is_the_players(alice: Player, bob: Player) -> None:
    with_address(alice, "Europe/Berlin")
    Notice.objects.create(
        player=alice, kind=Kind.CHALLENGE, cause="x", way="page", made_at=NOON, wanted_at=NOON, due_at=NOON
    )
    Block.objects.create(player=alice, blocked=bob, made_at=NOON)
    Partnership.objects.create(one=alice, other=bob, asked_by=alice, asked_at=NOON)
    Report.objects.create(about="name", reporter=alice, player=bob, text="rude", made_at=NOON)
    Judgement.objects.create(act="warn", player=alice, moderator=bob, reason="be kind", made_at=NOON)
    Invitation.objects.create(token="t" * 43, made_by=alice, made_at=NOON, ends_at=NOON)
    # Before there is a passkey, for which signing in would ask.
    signed_in(alice)
    Authenticator.objects.create(user=alice, type="webauthn", data={"name": "my phone", "credential": "s3cret"})
    read = file_of(alice)
    assert read["profile"]["name"] == "alice"
    assert read["profile"]["time_zone"] == "Europe/Berlin"
    assert read["addresses"] == [{"email": "alice@example.org", "verified": True, "primary": True}]
    assert [notice["kind"] for notice in read["notices"]] == ["challenge"]
    assert [block["blocked__name"] for block in read["blocks"]] == ["bob"]
    assert [(partner["with"], partner["asked_by_me"]) for partner in read["partners"]] == [("bob", True)]
    assert [(report["player__name"], report["text"]) for report in read["reports"]] == [("bob", "rude")]
    assert [judgement["reason"] for judgement in read["judgements"]] == ["be kind"]
    assert len(read["invitations"]) == 1
    assert [key["name"] for key in read["passkeys_and_codes"]] == ["my phone"]
    assert len(read["sessions"]) == 1


def test_the_games_are_in_it_with_own_moves_turns_and_notes(alice: Player, bob: Player) -> None:
    match = ByTurns.begun(alice, bob, TurnsWish(CLASSIC, 8))
    match.play_turn()
    notes.write(match.one.seat_id, "beware")
    solo = AtTable.solo(alice)
    solo.ready()
    solo.move("W1")
    slow, alone = file_of(alice)["games"]
    assert (slow["key"], slow["against"], slow["note"]) == (match.key, ["bob"], "beware")
    assert len(slow["moves"]) == Seat.objects.get(pk=match.one.seat_id).rows
    assert [turn["number"] for turn in slow["turns"]] == [1]
    assert (alone["against"], [move["move"] for move in alone["moves"]]) == ([], ["W1"])


def test_what_one_wrote_and_thanked_for_is_in_it_after_matches_and_series(alice: Player, bob: Player) -> None:
    race = Race.begun(alice, bob)
    race.two.resign()
    talk, _ = Afterword.objects.get_or_create(match=race.match(), defaults={"opened_at": NOON, "closes_at": NOON})
    for place, text in ((1, "well played"), (2, "not by me")):
        Remark.objects.create(afterword=talk, place=place, n=1, text=text, at=NOON)
        Thanks.objects.create(afterword=talk, place=place, at=NOON)
    read = file_of(alice)
    assert [remark["text"] for remark in read["remarks"]] == ["well played"]
    assert len(read["thanks"]) == 1


def test_offers_are_in_it_made_and_asked(alice: Player, bob: Player) -> None:
    at_once(lobby.challenge, alice, bob, RACE, NOON)
    at_once(correspondence.challenge, bob, alice, TurnsWish(CLASSIC), NOON)
    offers = file_of(alice)["offers"]
    assert sorted((offer["by"], offer["to"]) for offer in offers) == [("alice", "bob"), ("bob", "alice")]


# --- what is not ------------------------------------------------------------------------------------------------------


def test_it_holds_nothing_of_others_and_no_secret(alice: Player, bob: Player) -> None:
    with_address(bob)
    Report.objects.create(about="name", reporter=bob, player=alice, text="she is rude", made_at=NOON)
    Authenticator.objects.create(user=alice, type="totp", data={"secret": "s3cret"})
    match = agreed(alice, bob, NOON)
    notes.write(seat_of(match, bob).pk, "beware of alice")
    race = Race.begun(alice, bob)
    race.two.move("W1")
    Block.objects.create(player=bob, blocked=alice, made_at=NOON)
    text = export.written(alice, NOON).decode()
    for hidden in ("bob@example.org", "she is rude", "s3cret", "beware of alice", bob.password, alice.password):
        assert hidden not in text
    for running in Match.objects.select_related("deal"):
        for secret in (running.deal.secret, running.deal.seed, running.deal.contributions):
            assert bytes(secret or b"?").hex() not in text
    assert file_of(alice)["blocks"] == []
    assert all(not game["moves"] for game in file_of(alice)["games"])


def test_it_is_the_same_whatever_lies_in_the_stock(alice: Player, bob: Player) -> None:
    """The same moves on another deal make the same file, but for what names the deal's match."""
    seen = []
    for _ in range(2):
        solo = AtTable.solo(alice)
        solo.ready()
        for _ in range(3):
            solo.move("W1")
        game = file_of(alice)["games"][-1]
        seen.append({name: value for name, value in game.items() if name != "key"})
        solo.resign()
    assert seen[0] == seen[1]


# --- the way there ----------------------------------------------------------------------------------------------------


def test_the_password_is_asked_for_and_a_press_gives_the_file(alice: Player) -> None:
    browser = Client()
    sign_in(browser, "alice", PASSWORD)
    assert browser.post(EXPORT)["Location"] == EXPORT
    assert browser.get(EXPORT)["Location"].startswith("/accounts/reauthenticate/")
    browser = signed_in(alice)
    assert ("post", EXPORT) in page(browser.get(EXPORT)).forms
    answer = browser.post(EXPORT)
    assert answer["Content-Type"] == "application/json"
    assert answer["Content-Disposition"].startswith("attachment")
    assert answer["Cache-Control"].startswith("max-age=0")
    assert json.loads(answer.content)["profile"]["name"] == "alice"


def test_three_files_a_day_are_made(alice: Player) -> None:
    browser = signed_in(alice)
    assert [browser.post(EXPORT).status_code for _ in range(4)] == [200, 200, 200, 429]


def test_guests_and_strangers_get_none(guest: Player, client: Client) -> None:
    assert client.post(EXPORT)["Location"].startswith("/accounts/login/")
    client.force_login(guest, "django.contrib.auth.backends.ModelBackend")
    assert client.post(EXPORT)["Location"].startswith("/accounts/signup/")


def test_a_player_of_many_games_takes_no_more_questions(
    alice: Player, django_assert_max_num_queries: Callable[[int], Any]
) -> None:
    for _ in range(10):
        solo = AtTable.solo(alice)
        solo.ready()
        solo.move("W1")
    with django_assert_max_num_queries(35):
        export.written(alice, timezone.now())
