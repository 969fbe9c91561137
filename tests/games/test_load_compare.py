"""The load kit's checker finds what is wrong: each test doctors the logs or the rows of one race that was well."""

import dataclasses
import datetime as dt
from collections.abc import Iterator
from itertools import pairwise

import orjson
import pytest

from club.models import Player
from games.clocks import CLAIM_AFTER
from games.engine.rules import Rules
from games.messages import Resign
from games.models import Match, Move, Seat
from games.play import RaceWish
from games.tables import Answer
from load import compare
from load.log import Line, Log, Seen, read
from load.told import Told
from tests.games.racing import SECOND, Race
from tests.games.table import AtTable, choice

pytestmark = pytest.mark.django_db
MOVES = 12

type Lines = list[Line]


def line(race: Race, seat: AtTable, answer: Answer, what: str, **more: object) -> Line:
    frame = {"v": answer.version, "view": orjson.loads(orjson.dumps(answer.view))}
    said = {"at": race.now.timestamp(), "client": str(seat.at.place), "table": race.key, "seat": seat.at.place}
    return Line(**said, what=what, seen=None if what == "sent" else Seen.of(frame), **more)  # type: ignore[arg-type]


def moved(race: Race, seat: AtTable) -> Iterator[Line]:
    race.wait(SECOND)
    view = seat.look()
    n, move = view.rows + 1, choice(view)
    answer = seat.move(move, n)
    yield line(race, seat, answer, "sent", word="move", n=n, move=move)
    yield line(race, seat, answer, "answered", word="move", n=n, move=move)


@pytest.fixture
def race(alice: Player, bob: Player) -> Race:
    return Race.begun(alice, bob, RaceWish(Rules.parse("classic-4-0"), 5))


@pytest.fixture
def lines(race: Race) -> Lines:
    """What both wrote down of their moves, and of the end that one of them made."""
    told = [each for _ in range(MOVES) for seat in (race.one, race.two) for each in moved(race, seat)]
    race.wait(SECOND)
    told.append(line(race, race.two, race.two.say(Resign()), "answered", word="resign"))
    told.append(line(race, race.one, race.one.ready(), "seen"))
    return told


def faults(lines: Lines) -> dict[int, list[str]]:
    found = compare.compare(Told(lines)).faults
    return {promise: faults for promise, faults in found.items() if faults}


def rows_of(race: Race, place: int) -> list[Move]:
    return list(Move.objects.filter(seat__match=race.match_id, seat__place=place).order_by("n"))


def test_nothing_is_found_where_all_is_well_and_it_says_how_much_it_looked_at(lines: Lines) -> None:
    findings = compare.compare(Told(lines))
    assert findings.holds, findings.faults
    assert findings.looked_at[1]["acknowledged moves and take-backs"] == 2 * MOVES
    assert findings.looked_at[2]["stored rows in their order"] == 2 * MOVES
    assert findings.looked_at[3]["ends that several were shown"] == 1
    assert findings.looked_at[9]["records"] == 1


def test_lines_are_read_as_they_were_written(lines: Lines, tmp_path_factory: pytest.TempPathFactory) -> None:
    path = tmp_path_factory.mktemp("log") / "players.jsonl"
    log = Log(path)
    for each in lines:
        log.write(each)
    log.close()
    assert list(read(path)) == lines


def test_it_finds_an_acknowledged_move_that_is_gone(race: Race, lines: Lines) -> None:
    rows_of(race, 1)[-1].delete()
    Seat.objects.filter(match=race.match_id, place=1).update(rows=MOVES - 1)
    assert "was acknowledged and is gone" in faults(lines)[1][0]


def test_it_finds_a_whole_table_that_is_gone(race: Race, lines: Lines) -> None:
    Move.objects.all().delete()
    Match.objects.filter(pk=race.match_id).delete()
    assert "the whole table is gone" in faults(lines)[1][0]


def test_it_finds_a_move_that_was_stored_twice(race: Race, lines: Lines) -> None:
    last = rows_of(race, 2)[-1]
    Move.objects.create(seat_id=last.seat_id, n=last.n + 1, move="W1", at=last.at)
    Seat.objects.filter(pk=last.seat_id).update(rows=last.n + 1)
    assert "is stored and was never said" in faults(lines)[1][0]


def test_it_finds_rows_in_another_order_than_they_were_acknowledged_in(race: Race, lines: Lines) -> None:
    rows = rows_of(race, 1)
    one, other = next((a, b) for a, b in pairwise(rows) if a.move != b.move)
    for row, move, at in ((one, other.move, other.at), (other, one.move, one.at)):
        Move.objects.filter(pk=row.pk).update(move=move, at=at)
    found = faults(lines)
    assert any("was acknowledged as" in fault for fault in found[1])
    assert any("arrived before row" in fault or "cannot follow" in fault for fault in found[2])


def test_it_finds_a_number_that_was_acknowledged_with_two_moves(lines: Lines) -> None:
    again = dataclasses.replace(lines[1], move="W9")
    assert "was acknowledged as" in faults([*lines, again])[2][0]


def test_it_finds_two_views_of_one_version(lines: Lines) -> None:
    seen = lines[5].seen
    assert seen is not None
    other = dataclasses.replace(lines[5], what="seen", seen=dataclasses.replace(seen, view="another"))
    assert "was shown as two views that differ" in faults([*lines, other])[3][0]


def test_it_finds_a_board_that_was_shown_otherwise_than_it_is_stored(lines: Lines) -> None:
    seen = lines[5].seen
    assert seen is not None
    lines[5] = dataclasses.replace(lines[5], seen=dataclasses.replace(seen, board="another"))
    assert "was shown otherwise than it is stored" in faults(lines)[3][0]


def test_it_finds_an_end_that_two_were_shown_in_different_ways(lines: Lines) -> None:
    seen = lines[-1].seen
    assert seen is not None
    lines[-1] = dataclasses.replace(lines[-1], seen=dataclasses.replace(seen, v=seen.v + 1, end="another"))
    assert "its end was shown in different ways" in faults(lines)[3][0]


def test_it_finds_somebody_who_was_never_told(race: Race, lines: Lines) -> None:
    never = Line(at=race.now.timestamp(), client="1", table=race.key, seat=1, what="unsettled", n=5)
    assert "differed from a fresh view again and again" in faults([*lines, never])[5][0]


def test_it_finds_a_race_that_the_clock_ended_too_early(race: Race, lines: Lines) -> None:
    Seat.objects.filter(match=race.match_id).update(ended_by=Seat.EndedBy.TIME)
    assert "was ended by the clock" in faults(lines)[6][0]


def test_it_finds_somebody_called_away_who_was_heard(race: Race, lines: Lines) -> None:
    left = Seat.objects.filter(match=race.match_id, place=1)
    left.update(ended_by=Seat.EndedBy.LEFT)
    assert "was heard in the last minute" in faults(lines)[6][0]
    Match.objects.filter(pk=race.match_id).update(ended_at=race.now + CLAIM_AFTER + dt.timedelta(seconds=1))
    assert 6 not in faults(lines)


def test_it_finds_a_record_that_does_not_hold(race: Race, lines: Lines) -> None:
    Match.objects.filter(pk=race.match_id).update(reason="first_to_win")
    assert "its record does not hold" in faults(lines)[9][0]
