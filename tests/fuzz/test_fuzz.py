"""Whatever is sent to the club is answered: no breakdown, no end of the process, no growing memory.

`make fuzz` sends far more than `make test` does.
"""

import os
import re
from collections.abc import Iterator
from contextlib import ExitStack

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from load.postgres import PostgresServer
from tests.fuzz.frames import frames
from tests.fuzz.requests import Request, requests, written
from tests.fuzz.target import FuzzedClub, Target

# Of each test, on both databases together.
FRAMES = int(os.environ.get("FUZZ_FRAMES", "2000"))
REQUESTS = int(os.environ.get("FUZZ_REQUESTS", "200"))
AT_ONCE = 25
# Caches fill and the interpreter keeps what it once had: so much more at the end than after a third is no leak.
GROWTH_KB = 16 * 1024

# Nothing is made smaller: the club has changed since it was first asked.
fuzzed = settings(phases=[Phase.generate], deadline=None, database=None, suppress_health_check=list(HealthCheck))


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def target(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Target]:
    """On both databases, which do not take the same texts and numbers."""
    with ExitStack() as open_till_the_end:
        url = open_till_the_end.enter_context(PostgresServer()).url if request.param == "postgresql" else ""
        club = open_till_the_end.enter_context(FuzzedClub(tmp_path_factory.mktemp("fuzzed"), url))
        made = Target(club)
        open_till_the_end.callback(made.close)
        yield made


def test_each_frame_is_answered_once_and_the_server_goes_on_serving(target: Target) -> None:
    @settings(fuzzed, max_examples=FRAMES // 2 // AT_ONCE)
    @given(st.sampled_from(sorted(target.places)), st.lists(frames, min_size=AT_ONCE, max_size=AT_ONCE))
    def fuzz(place: str, said: list[str | bytes]) -> None:
        answers = target.say(place, said)
        assert answers[-1]["is"] == "beat"
        assert {answer["is"] for answer in answers} <= {"accepted", "refused", "error", "beat"}
        assert all(answer["text"] for answer in answers if answer["is"] in ("refused", "error"))
        assert not {answer.get("error") for answer in answers} & {"too-many", "busy"}
        target.weigh()

    fuzz()
    assert target.breakdowns() == []
    assert_flat(target)


def test_each_request_is_answered_without_a_breakdown(target: Target) -> None:
    @settings(fuzzed, max_examples=REQUESTS // 2)
    @given(requests())
    def fuzz(request: Request) -> None:
        status, body = ask(target, request)
        assert status < 500, body[:2000]
        assert b"Traceback" not in body
        target.weigh()

    fuzz()
    assert target.breakdowns() == []
    assert_flat(target)
    assert ask(target, Request("member", "GET", "/day/", [], None, b"", [], upgrades=False))[0] == 200


def ask(target: Target, request: Request) -> tuple[int, bytes]:
    """Send it with the visitor's cookies, keys in the places of the words, and the token that lets forms in."""
    path = re.sub("[A-Z]{3,}", lambda word: target.words.get(word[0], word[0]), request.path).encode(
        "latin-1", "replace"
    )
    if request.query:
        path += b"?" + written(request.query)
    cookie, token = target.cookie_and_token(request.visitor)
    if request.session is not None:
        cookie = b"sessionid=" + request.session + b"; csrftoken=" + token.encode()
    headers, body = [(b"Cookie", cookie), *request.headers], request.raw_body
    if request.form is not None and not body:
        headers.append((b"Content-Type", b"application/x-www-form-urlencoded"))
        body = written([("csrfmiddlewaretoken", token), *request.form])
    headers += shaking_hands(target) if request.upgrades else [(b"Connection", b"close")]
    answer = target.ask(request.method, path, headers, body)
    return answer.status, answer.body


def shaking_hands(target: Target) -> list[tuple[bytes, bytes]]:
    """What a browser sends along when it opens a socket."""
    version = [(b"Sec-WebSocket-Version", b"13"), (b"Sec-WebSocket-Key", b"AAAAAAAAAAAAAAAAAAAAAA==")]
    return [(b"Connection", b"Upgrade"), (b"Upgrade", b"websocket"), (b"Origin", target.club.url.encode()), *version]


def assert_flat(target: Target) -> None:
    """After a third of the way the server holds what it holds to the end."""
    memory = list(target.memory_kb)
    target.memory_kb.clear()
    assert memory[-1] <= memory[len(memory) // 3] + GROWTH_KB, memory
