"""What a served club writes to its log with LOG_FORMAT=json: objects, and nothing that must not lie about in them."""

import json
import re
import secrets
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.protocol_client import Table, Visitor
from tests.served import ServedClub
from tests.stack.kills import opened

PASSWORD = "the kings have a pile of their own"
ADDRESS = "alice.of.the.log@club.example"
# An invitation that nobody has made, and yet somebody may have a like one.
TOKEN = secrets.token_urlsafe(32)


class LoggingClub(ServedClub):
    def environment(self) -> dict[str, str]:
        return super().environment() | {"LOG_FORMAT": "json"}


@pytest.fixture
def club(tmp_path: Path) -> Iterator[ServedClub]:
    with LoggingClub(tmp_path) as served:
        yield served


async def test_no_mail_address_password_seed_card_or_secret_address_is_in_the_log(club: ServedClub) -> None:
    async with Visitor(club.url) as visitor:
        await visitor.post("/accounts/signup/", username="alice", email=ADDRESS, password1=PASSWORD, of_age="on")
        table = Table(visitor, await visitor.deal())
        await table.connect()
        await table.say_raw('{"do": "move", "n": 1, "move": "W9"}')
        await table.play_out()
        record = (await visitor.http.get(f"/table/{table.key}/record.calc.json")).json()
        await visitor.http.post("/solo/deal/", data={"layout": "classic"})
        for path in (f"/calendar/{TOKEN}.ics", "/table/nosuchtable/"):
            assert (await visitor.http.get(path)).status_code == 404
        await table.close()
    async with Visitor(club.url) as stranger:
        assert (await stranger.http.get(f"/accounts/join/{TOKEN}/")).status_code == 404
        await stranger.post("/accounts/login/", login="alice", password=PASSWORD + "!")
        await stranger.post("/accounts/password/reset/", email=ADDRESS)
    club.wait_until_said("Password Reset")
    club.kill()

    # What was printed before is for whoever starts it.
    (begun,) = [number for number, line in enumerate(club.printed) if "is open at" in line]
    lines = club.printed[begun + 1 :]
    said = [json.loads(line) for line in lines]
    assert all({"at", "level", "logger", "message"} <= set(one) for one in said)
    written = "".join(lines)
    assert "a mail to (mail address)" in written
    assert "Not Found: /accounts/join/(key)/" in written
    assert "Not Found: /table/nosuchtable/" in written
    with opened(club.folder) as database:
        hidden = [bytes(secret).hex() for (secret,) in database.execute("SELECT secret FROM games_deal") if secret]
        sessions = [key for (key,) in database.execute("SELECT session_key FROM django_session")]
        hashes = [password for (password,) in database.execute("SELECT password FROM club_player WHERE name = 'alice'")]
    assert hidden
    assert sessions
    for never in (PASSWORD, ADDRESS, TOKEN, record["seed"], *hidden, *sessions, *hashes):
        assert never not in written
    assert not re.search(r"(?:[A2-9TJQK][CDHS]\W{0,4}){3}", written)
