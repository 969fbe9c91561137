"""The club that is fuzzed: a real server, people who are signed in to it, and something of each kind for them."""

import asyncio
import json
import socket
import subprocess
from contextlib import ExitStack
from http.client import HTTPException, HTTPResponse
from pathlib import Path
from typing import NamedTuple

from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from tests import protocol_race, protocol_turns
from tests.protocol_client import Visitor
from tests.served import ServedClub

WITHIN_SECONDS = 30
# Fewer than a socket may say at once without being refused as a flood.
FRAMES_A_SOCKET = 190
# What comes without having been asked for.
UNASKED = ("view", "lobby", "day", "there?")
SECRET = "f" * 32


class FuzzedClub(ServedClub):
    """Served with the settings of tests/fuzz, on the PostgreSQL of that address if there is one."""

    def __init__(self, folder: Path, postgres: str = "") -> None:
        super().__init__(folder)
        self._postgres = postgres

    def environment(self) -> dict[str, str]:
        of_fuzz = {"DJANGO_SETTINGS_MODULE": "tests.fuzz.settings", "DATABASE_URL": self._postgres}
        return super().environment() | of_fuzz


class Place(NamedTuple):
    """A socket's address, and the cookie of who opens it."""

    address: str
    cookie: str


class Answer(NamedTuple):
    status: int
    body: bytes


class Target:
    """The club with its people; sockets are opened as they are needed."""

    def __init__(self, club: ServedClub) -> None:
        self.club = club
        # What stands for keys in the addresses of tests/games/allowed.
        self.words: dict[str, str] = {}
        # By visitor the cookies that a browser of theirs sends.
        self.cookies = {"nobody": ""}
        self.places: dict[str, Place] = {}
        self._open: dict[str, tuple[ClientConnection, ExitStack, int]] = {}
        self.memory_kb: list[int] = []
        self._weighings = 0
        asyncio.run(self._settle())

    async def _settle(self) -> None:
        async with Visitor(self.club.url) as guest, Visitor(self.club.url) as alice, Visitor(self.club.url) as bob:
            await alice.sign_up("alice")
            await bob.sign_up("bob")
            self.words["SOLO"] = await guest.deal()
            self.words["LINK"] = await protocol_race.challenge(alice, protocol_race.Wish())
            form = protocol_race.Wish(minutes=10).form() | {"by": "link", "watchable": "on"}
            offer = (await alice.post("/race/challenge/", **form)).headers["location"]
            self.words["RUNNING"] = await protocol_race.accept(bob, offer.split("/")[-2])
            self.words["TURNS"] = await protocol_turns.agree(alice, bob, protocol_turns.Wish())
            self.cookies |= {"guest": guest.cookie(), "member": alice.cookie()}
            race, turns = f"/table/{self.words['RUNNING']}/socket", f"/table/{self.words['TURNS']}/socket"
            self.places = {
                "alone": Place(f"/table/{self.words['SOLO']}/socket", guest.cookie()),
                "race": Place(race, alice.cookie()),
                "opponent": Place(race, bob.cookie()),
                "watching": Place(race, guest.cookie()),
                "turns": Place(turns, alice.cookie()),
                "their turns": Place(turns, bob.cookie()),
                "lobby": Place("/race/socket", guest.cookie()),
                "day": Place("/day/socket", alice.cookie()),
            }

    def say(self, place: str, frames: list[str | bytes]) -> list[dict[str, object]]:
        """Send these frames and a heartbeat behind them; what they were answered, in order, the heartbeat's last."""
        connection = self._socket(place, len(frames) + 1)
        for frame in (*frames, '{"do": "beat"}'):
            connection.send(frame)
        answers: list[dict[str, object]] = []
        while len(answers) <= len(frames):
            frame_back = json.loads(connection.recv(WITHIN_SECONDS))
            if frame_back["is"] not in UNASKED:
                answers.append(frame_back)
        return answers

    def _socket(self, place: str, wants: int) -> ClientConnection:
        """The place's socket, another one where it has said as much as it may."""
        if place in self._open:
            known, opened, said = self._open[place]
            if said + wants <= FRAMES_A_SOCKET:
                self._open[place] = known, opened, said + wants
                return known
            opened.close()
        address, cookie = self.places[place]
        opened = ExitStack()
        connecting = connect(
            self.club.url.replace("http", "ws", 1) + address,
            origin=Origin(self.club.url),
            additional_headers={"Cookie": cookie},
            compression=None,
            # Pings draw on the random numbers that Hypothesis counts as its own.
            ping_interval=None,
        )
        connection = opened.enter_context(connecting)
        self._open[place] = connection, opened, wants
        return connection

    def ask(self, method: str, path: bytes, headers: list[tuple[bytes, bytes]], body: bytes = b"") -> Answer:
        """One request, as it is, on a connection of its own."""
        lines = [method.encode() + b" " + path + b" HTTP/1.1", b"Host: localhost:%d" % self.club.port]
        lines += [name + b": " + value for name, value in headers]
        if body:
            lines.append(b"Content-Length: %d" % len(body))
        with socket.create_connection(("127.0.0.1", self.club.port), WITHIN_SECONDS) as wire:
            wire.sendall(b"\r\n".join(lines) + b"\r\n\r\n" + body)
            answer = HTTPResponse(wire, method=method)
            try:
                answer.begin()
                # What follows after a handshake never ends by itself.
                return Answer(answer.status, b"" if answer.status == 101 else answer.read())
            except HTTPException as error:
                raise AssertionError(f"{method} {path!r} was answered by what is no answer: {error!r}") from error

    def cookie_and_token(self, visitor: str) -> tuple[bytes, str]:
        """The cookies of that visitor, and a form's token that goes with them."""
        kept = [one for one in self.cookies[visitor].split("; ") if one and not one.startswith("csrftoken=")]
        return "; ".join([*kept, f"csrftoken={SECRET}"]).encode(), SECRET

    def weigh(self) -> None:
        """Note what the serving process holds in memory, each twentieth time."""
        self._weighings += 1
        if self._weighings % 20 == 1:
            told = ["/bin/ps", "-o", "rss=", "-p", str(self.club.pid)]
            self.memory_kb.append(int(subprocess.run(told, capture_output=True, text=True, check=True).stdout))

    def breakdowns(self) -> list[str]:
        """What the server has logged of errors of its own; what it refuses is logged below that."""
        return [found.string for found in self.club.said(r" (ERROR|CRITICAL) |Unhandled")]

    def close(self) -> None:
        for _connection, opened, _said in self._open.values():
            opened.close()
