"""`manage.py authority`: explained for one, and counted a second time for all."""

import datetime as dt
import io
from itertools import cycle
from random import Random

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from club.models import Player
from games.models import Afterword, Match, Seat, Series, Thanks
from games.models.matches import Reason
from games.recounting import recount
from games.standing import standing_of
from tests.games.conftest import NOON
from tests.games.test_standing import played, series_of

pytestmark = pytest.mark.django_db
DAY = dt.timedelta(days=1)
HOUR = dt.timedelta(hours=1)
ENDS = (
    (Seat.EndedBy.WON, Seat.EndedBy.DECIDED),
    (Seat.EndedBy.DECIDED, Seat.EndedBy.WON),
    (Seat.EndedBy.BLOCKED, Seat.EndedBy.BLOCKED),
    (Seat.EndedBy.RESIGNED, Seat.EndedBy.DECIDED),
    (Seat.EndedBy.DECIDED, Seat.EndedBy.RESIGNED),
    (Seat.EndedBy.LEFT, Seat.EndedBy.DECIDED),
    (Seat.EndedBy.LEFT, Seat.EndedBy.LEFT),
    (Seat.EndedBy.TIME, Seat.EndedBy.DECIDED),
    (Seat.EndedBy.TIME, Seat.EndedBy.TIME),
)


@pytest.fixture(autouse=True)
def now(monkeypatch: pytest.MonkeyPatch) -> dt.datetime:
    monkeypatch.setattr("django.utils.timezone.now", lambda: NOON)
    return timezone.now()


def run(*args: str) -> tuple[int, list[str]]:
    """Exit status and what was printed."""
    printed = io.StringIO()
    status = 0
    try:
        call_command("authority", *args, stdout=printed)
    except SystemExit as ended:
        status = int(ended.code or 0)
    return status, printed.getvalue().splitlines()


def a_busy_club(seed: int) -> list[Player]:
    """Six members and a guest, with a year and more of matches, series and thanks of every kind."""
    chance = Random(seed)
    members = [Player.objects.create_user(f"member {letter}") for letter in "ghijkl"]
    people = [*members, Player.objects.create_guest()]
    for _ in range(70):
        one, other = chance.sample(people, 2)
        both = not one.is_guest, not other.is_guest
        ended_at = NOON - chance.choice([400 * DAY, 200 * DAY, 30 * DAY, DAY]) * chance.random()
        mode = chance.choice([Match.Mode.RACE, Match.Mode.CORRESPONDENCE])
        match = played(
            one, other, chance.choice(ENDS), ended_at=ended_at, mode=mode, members=both,
            placed=chance.choice([0, 11, 12, 48]), redeals_used=chance.choice([0, 0, 1]),
        )  # fmt: skip
        if chance.random() < 0.1:
            Match.objects.filter(pk=match.pk).update(voided_at=NOON)
        _thank(Afterword.objects.create(match=match, opened_at=ended_at, closes_at=ended_at + 3 * DAY), chance)
    for _ in range(12):
        one, other = chance.sample(members, 2)
        reason = chance.choice([Reason.MORE_POINTS, Reason.RESIGNED, Reason.LEFT])
        winner = chance.choice([1, 2, None]) if reason == Reason.LEFT else chance.choice([1, 2])
        races = [chance.choice(ENDS[:7]) for _ in range(chance.choice([1, 2, 3]))]
        ended_at = NOON - 380 * DAY * chance.random()
        series = series_of(
            one, other, *races, winner=winner, reason=reason, ended_at=ended_at, placed=chance.choice([3, 40])
        )
        _thank(Afterword.objects.create(series=series, opened_at=ended_at, closes_at=ended_at + 3 * DAY), chance)
    return members


def _thank(talk: Afterword, chance: Random) -> None:
    for place in (1, 2):
        if chance.random() < 0.4:
            Thanks.objects.create(afterword=talk, place=place, at=talk.opened_at + HOUR)


@pytest.mark.parametrize("seed", range(4))
def test_both_counts_agree_for_everybody_of_a_busy_club(seed: int) -> None:
    members = a_busy_club(seed)
    status, printed = run("--check")
    assert printed == [f"{len(members)} members counted twice, 0 differ"]
    assert status == 0
    standings = [standing_of(member, NOON) for member in members]
    assert len({one.authority for one in standings if one}) > 2
    assert any(line.weight == 0 for one in standings if one for line in one.lines)
    assert any(one.regard for one in standings if one)


def test_a_difference_is_printed_and_told_by_the_exit_status(
    alice: Player, bob: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = played(alice, bob, (Seat.EndedBy.LEFT, Seat.EndedBy.DECIDED))
    # As if the page's count had forgotten that being away is no keeping.
    monkeypatch.setattr("games.standing._broken", lambda played: None)
    status, printed = run("--check")
    assert status == 1
    assert printed == ["alice: authority 70, counted again 61", "2 members counted twice, 1 differ"]
    assert match.key in recount(alice, NOON).weights


def test_a_weight_that_differs_is_named_by_its_match(
    alice: Player, bob: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = played(alice, bob, (Seat.EndedBy.LEFT, Seat.EndedBy.DECIDED))
    monkeypatch.setattr("games.standing._broken", lambda played: None)
    monkeypatch.setattr("games.standing._resigned_early", lambda played: True)
    status, printed = run("alice", "--check")
    assert status == 1
    assert f"alice: {match.key} weighs None, counted again 1" in printed


def test_one_member_is_counted_twice_by_name(alice: Player, bob: Player) -> None:
    played(alice, bob)
    assert run("ALICE", "--check") == (0, ["1 members counted twice, 0 differ"])


def test_a_member_is_explained_line_by_line(alice: Player, bob: Player) -> None:
    old = played(alice, bob, ended_at=NOON - 40 * DAY)
    new = played(alice, bob, (Seat.EndedBy.LEFT, Seat.EndedBy.DECIDED))
    assert run("alice") == (
        0,
        [
            "authority 64, new: reliability 0.7083, regard 0.00, 2 matches",
            f"2026-03-10 12:00 {new.key} bob: 1 left",
            f"2026-01-29 12:00 {old.key} bob: 1 kept",
        ],
    )


@pytest.mark.parametrize("args", [("nobody at all",), ("nobody at all", "--check"), ()])
def test_it_says_what_is_missing(args: tuple[str, ...]) -> None:
    with pytest.raises(CommandError):
        run(*args)


def test_nothing_is_written_by_it(alice: Player, bob: Player) -> None:
    played(alice, bob)
    before = [list(rows.values()) for rows in (Match.objects.all(), Seat.objects.all(), Series.objects.all())]
    run("--check")
    run("alice")
    assert [list(rows.values()) for rows in (Match.objects.all(), Seat.objects.all(), Series.objects.all())] == before


@pytest.mark.parametrize("seed", range(3))
def test_who_won_changes_nobody_s_authority(seed: int) -> None:
    """Every match that was played out goes to the other player instead, cards, points and series included."""
    members = a_busy_club(seed)
    before = [standing_of(member, NOON) for member in members]
    won, decided = Seat.EndedBy.WON, Seat.EndedBy.DECIDED
    for seat in Seat.objects.filter(ended_by__in=(won, decided, Seat.EndedBy.BLOCKED)):
        seat.ended_by = {won: decided, decided: won}.get(Seat.EndedBy(seat.ended_by), Seat.EndedBy.BLOCKED)
        seat.won, seat.near_win = not seat.won, not seat.near_win
        seat.foundation_cards, seat.direct_points = 52 - seat.foundation_cards, 52 - seat.direct_points
        seat.save()
    Match.objects.update(winner=2, reason=Reason.MORE_CARDS)
    for series in Series.objects.filter(reason=Reason.MORE_POINTS):
        series.winner = 3 - (series.winner or 1)
        series.save()
    assert [standing_of(member, NOON) for member in members] == before
    assert run("--check")[0] == 0


def test_the_order_in_which_rows_were_made_does_not_matter(alice: Player, bob: Player, charlie: Player) -> None:
    kinds = [(ENDS[0], 1), (ENDS[5], 2), (ENDS[7], 3), (ENDS[8], 3), (ENDS[0], 20), (ENDS[3], 40), (ENDS[0], 45)]
    for (ended_by, days), other in zip(kinds, cycle((bob, charlie)), strict=False):
        played(alice, other, ended_by, ended_at=NOON - days * DAY, mode=Match.Mode.CORRESPONDENCE)
    dora = Player.objects.create_user("dora")
    for (ended_by, days), other in reversed(list(zip(kinds, cycle((bob, charlie)), strict=False))):
        played(dora, other, ended_by, ended_at=NOON - days * DAY, mode=Match.Mode.CORRESPONDENCE)
    one, two = standing_of(alice, NOON), standing_of(dora, NOON)
    assert one is not None
    assert two is not None
    assert (one.authority, [(line.weight, line.why) for line in one.lines]) == (
        two.authority,
        [(line.weight, line.why) for line in two.lines],
    )
