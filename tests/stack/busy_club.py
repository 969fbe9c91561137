"""`python -m tests.with_django tests.stack.busy_club`: what a club with many matches asks its database, and the plans.

Prints JSON: by area of the club, every statement that was asked there, with how the database finds the answer.
"""

import asyncio
import datetime as dt
import sys
from collections.abc import Callable
from functools import partial

from allauth.account.models import EmailAddress
from django.conf import settings
from django.core.management import call_command
from django.db import connection, transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from club import notices
from club.models import CalendarFeed
from games import (
    analyses,
    analysing,
    boards,
    clocks,
    club_statistics,
    correspondence,
    day_news,
    deals,
    hints,
    house,
    house_moves,
    leaving,
    lobby,
    lobby_view,
    play,
    presence,
    tables,
    tasks,
    trials,
)
from games.day_news import Reader
from games.ended import ended_game
from games.engine.deal import NO_CONTRIBUTION
from games.engine.rules import Rules
from games.lobby import Welcome
from games.lobby_view import Standings
from games.messages import EndTurn, Message, PlayMove, Ready, TakeAbsence, TakeBack
from games.models import Match, Seat
from games.play import RaceWish, TurnsWish
from games.sweep import sweep
from games.tables import Answer, At
from games.writer import writer
from tests.stack.busy_rows import fill_whole_club
from tests.stack.plans import Asked, Listener, as_json, explained

CLASSIC = Rules.parse("classic-4-0")
DUE = 6
FEW_BOARDS = 50
# The area that is none: it shows that a whole table read would be noticed.
UNANSWERABLE = "a question without an index"


class Busy:
    """The club and what is done in it, area by area."""

    def __init__(self) -> None:
        self.now = timezone.now()
        self.players = fill_whole_club(self.now)
        # In no race, and in some twenty matches.
        self.player = self.players[-1]
        self.opponent = self.players[-2]
        self.here = list(Seat.objects.filter(mode=Match.Mode.RACE).values_list("pk", flat=True)[:4])
        self._make_due()
        self.feed = CalendarFeed.objects.create(player=self.player, token="t" * 43, made_at=self.now)
        for player in self.players[-4:]:
            EmailAddress.objects.create(user=player, email=f"{player.pk}@club.example", verified=True)

    def _make_due(self) -> None:
        """The open turns of some matches end just now, and with them those matches."""
        due_at = self.now - clocks.GRACE
        due = list(Match.objects.filter(deadline__gt=self.now, turn__gt=0).values_list("pk", flat=True)[:DUE])
        Seat.objects.filter(match__in=due, turn_deadline__isnull=False).update(turn_deadline=due_at, spare_days_left=0)
        Match.objects.filter(pk__in=due).update(deadline=due_at)

    def areas(self) -> dict[str, Callable[[], None]]:
        return {
            "the sweep": self.sweep,
            "a table": self.table,
            "my day": self.my_day,
            "notices": self.notices,
            "offers by correspondence": self.offers,
            "the lobby": self.lobby,
            "own games": self.own_games,
            "the club's statistics": self.statistics,
            "thinking": self.think,
            "an ended game": self.ended_game,
            "who is here": self.presence,
            "after an outage": self.outage,
            "leaving the club": self.leave,
            UNANSWERABLE: self.ask_in_vain,
        }

    def sweep(self) -> None:
        """A round in which turns are due, with boards that have to be read."""
        writer.wait(boards.forget_all)
        assert asyncio.run(sweep(self.now)) == DUE

    def table(self) -> None:
        """A whole turn of both players, from a memory that knows nothing; pages beside the table."""
        seat = Seat.objects.of(self.player.pk).waiting().select_related("match")[0]
        writer.wait(boards.forget_all)
        for own in Seat.objects.filter(match=seat.match_id).order_by("place"):
            self._play_turn(own)
        writer.wait(lambda: tables.versions([seat.pk], [seat.match_id]))
        for address in ("table", "table-turn"):
            numbers = [seat.match.turn] if address == "table-turn" else []
            self._get(address, seat.match.key, *numbers)
        over = Seat.objects.of(self.player.pk).filter(mode=Match.Mode.CORRESPONDENCE, ended_at__isnull=False)[0]
        self._get("record", over.match.key)
        writer.wait(partial(tables.look, At(over.match_id, over.place, over.pk), self.now))

    def _play_turn(self, seat: Seat) -> None:
        at = At(seat.match_id, seat.place, seat.pk)
        answer = writer.wait(partial(tables.look, at, self.now))
        while answer.view.turns is not None and answer.view.turns.left:
            move = next(move for move in answer.view.legal if len(move) == 2)
            answer = self._say(at, PlayMove(answer.view.rows + 1, move, answer.view.turns.turn))
        turns = answer.view.turns
        assert turns is not None
        if turns.state == "playing":
            self._say(at, TakeAbsence(2))
            self._say(at, TakeBack(answer.view.rows + 1, False, turns.turn))
            answer = self._say(at, PlayMove(answer.view.rows + 2, "W1", turns.turn))
            # Said again, as after a lost connection.
            self._say(at, PlayMove(answer.view.rows, "W1", turns.turn))
            self._say(at, EndTurn(turns.turn))

    def _say(self, at: At, message: Message) -> Answer:
        answer = writer.wait(partial(tables.say, at, message, self.now))
        assert answer.refused is None, answer.refused
        return answer

    def my_day(self) -> None:
        """The page, the way to the next table, the calendar, and what the badge and the news on every page ask."""
        self._get("my-day")
        self._get("my-day-next")
        self._get("calendar-feed", self.feed.token)
        writer.wait(lambda: day_news.read([Reader(player.pk, "en", "UTC") for player in self.players[:20]], self.now))

    def notices(self) -> None:
        """A round that queues what is due, and the worker that sends it."""
        with transaction.atomic():
            assert tasks.enqueue_due(self.now)
        tasks.work_off()
        notices.forget_old(self.now)
        notices.plan_again(self.player)
        self._get("notices")

    def offers(self) -> None:
        """Offered to anyone and to somebody, looked at, answered and withdrawn."""
        self._get("correspondence")
        wish = TurnsWish(CLASSIC, 8)
        to_anyone = writer.wait(lambda: correspondence.offer_anyone(self.player, wish, Welcome(), self.now))
        to_one = writer.wait(lambda: correspondence.challenge(self.player, self.opponent, wish, self.now))
        self._get("correspondence-challenge", to_anyone.key)
        writer.wait(lambda: correspondence.contribute(to_one.key, self.player, bytes(16)))
        writer.wait(lambda: correspondence.accept(to_one.key, self.opponent, None, self.now))
        writer.wait(lambda: correspondence.withdraw(to_anyone.key, self.player, self.now))
        writer.wait(lambda: correspondence.lapse(self.now))

    def lobby(self) -> None:
        """The page, what its sockets are shown, and an offer from being made to lapsing."""
        self._get("race")
        standings = Standings()
        lobby_view.see_everybodys(self.now, standings)
        lobby_view.see_own([player.pk for player in self.players[:20]], self.now, standings)
        writer.wait(lambda: lobby.race_anyone(self.player, RaceWish(CLASSIC, 3), Welcome(), self.now))
        writer.wait(lambda: lobby.pair(self.now))
        writer.wait(lambda: lobby.hear([self.player.pk], self.now))
        writer.wait(lambda: lobby.lapse(self.now))

    def own_games(self) -> None:
        """Lists and figures of one player."""
        for address in ("home", "my-games", "statistics", "solo"):
            self._get(address)

    def statistics(self) -> None:
        """Figures of everybody's games, and the trials of the deals of the day."""
        yesterday = clocks.last_day_over(self.now)
        writer.wait(lambda: deals.daily_deal(yesterday, self.now))
        # Few of all the boards there are, as they are in a club of many years.
        club_statistics.BOARDS = FEW_BOARDS
        self._get("club-statistics")
        self._get("daily-day", yesterday)
        self._get("daily-calendar")
        assert trials.next_thought(self.now) is not None

    def think(self) -> None:
        """What is looked for five times a second: the moves of the house, a hint, the next piece of an analysis."""
        # Somebody who has nothing to do with the other areas.
        player = self.players[-3]
        match = writer.wait(partial(house.race, player, "novice", RaceWish(CLASSIC, 5), self.now))
        seat = Seat.objects.get(match=match, player=player)
        self._say(At(match.pk, seat.place, seat.pk), Ready(NO_CONTRIBUTION))
        later = self.now + clocks.COUNTDOWN
        writer.wait(partial(tables.look, At(match.pk, seat.place, seat.pk), later))
        for source in (house_moves.next_thought, hints.next_thought):
            assert source(later + dt.timedelta(minutes=1)) is not None
        analysing.next_thought(self.now)

    def ended_game(self) -> None:
        """Its pages, and having it analysed."""
        over = Seat.objects.of(self.player.pk).filter(mode=Match.Mode.CORRESPONDENCE, ended_at__isnull=False)[0]
        for address in ("summary", "replay", "replay-boards", "analysis"):
            self._get(address, over.match.key)
        game = ended_game(over.match.key, self.player, self.now)
        assert game is not None
        writer.wait(partial(analyses.ask, game, self.player, self.now))
        self._get("analysis", over.match.key)

    def presence(self) -> None:
        """What is written down of who is here, every second."""
        writer.wait(lambda: presence.note_heard(self.here, self.now))
        writer.wait(lambda: presence.note(presence.with_somebody_gone(self.now), self.now))

    def outage(self) -> None:
        """An hour in which nobody was served."""
        writer.wait(lambda: play.give_back_time(self.now - dt.timedelta(hours=1), self.now))

    def leave(self) -> None:
        """Somebody's account is deleted in running matches."""
        writer.wait(lambda: leaving.leave(self.opponent, self.now))

    def ask_in_vain(self) -> None:
        """What no index helps with, as a trial of those who read the plans."""
        list(Match.objects.filter(spare_days=3))

    def _get(self, address: str, *args: object) -> None:
        client = Client(headers={"host": settings.SITE_HOST})
        client.force_login(self.player, settings.AUTHENTICATION_BACKENDS[0])
        page = client.get(reverse(address, args=args))
        assert page.status_code in (200, 302), (address, page.status_code)


def main() -> None:
    call_command("migrate", verbosity=0)
    club, listener = Busy(), Listener()
    # Pages ask over this thread's connection, verbs over the writer's.
    connection.execute_wrappers.append(listener)
    writer.wait(lambda: connection.execute_wrappers.append(listener))
    heard = {}
    for area, go_through in club.areas().items():
        go_through()
        heard[area] = listener.take()
    connection.execute_wrappers.remove(listener)
    asked: dict[str, list[Asked]] = {area: [] for area in heard}
    # The club leaves SQLite's own figures unmade, and yet somebody may have had them made.
    for analyzed in (True,) if connection.vendor == "postgresql" else (False, True):
        if analyzed:
            with connection.cursor() as cursor:
                cursor.execute("ANALYZE")
        for area, statements in heard.items():
            asked[area] += explained(statements)
    sys.stdout.write(as_json(asked))


if __name__ == "__main__":
    main()
