"""What is sent with a request is bounded before anything of it is written down."""

from channels.testing import ApplicationCommunicator

from club.bodies import LARGEST, BoundedBodies
from club.scopes import Receive, Scope, Send


async def counting(scope: Scope, receive: Receive, send: Send) -> None:
    """Answers how long the body was; it reads as Django does."""
    length, more = 0, True
    while more:
        event = await receive()
        length += len(event["body"])
        more = event.get("more_body", False)
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": str(length).encode()})


async def answer_to(parts: list[bytes], *lengths: bytes) -> tuple[int, bytes]:
    headers = [(b"content-length", length) for length in lengths]
    scope = {"type": "http", "method": "POST", "path": "/", "query_string": b"", "headers": headers}
    asked = ApplicationCommunicator(BoundedBodies(counting), scope)
    for number, part in enumerate(parts, start=1):
        await asked.send_input({"type": "http.request", "body": part, "more_body": number < len(parts)})
    start, body = await asked.receive_output(timeout=5), await asked.receive_output(timeout=5)
    return start["status"], body["body"]


async def test_a_form_in_several_parts_arrives_whole() -> None:
    assert await answer_to([b"a" * 1000, b"b" * 1000, b""], b"2000") == (200, b"2000")
    assert await answer_to([b""]) == (200, b"0")
    assert await answer_to([b"a" * LARGEST], str(LARGEST).encode()) == (200, str(LARGEST).encode())


async def test_what_says_that_it_is_too_large_is_refused_unread() -> None:
    status, text = await answer_to([b"a"], str(LARGEST + 1).encode())
    assert (status, text) == (413, b"That is more than the club takes at once.")


async def test_what_grows_too_large_without_saying_so_is_refused() -> None:
    assert (await answer_to([b"a" * LARGEST, b"a"]))[0] == 413


async def test_a_length_that_is_none_is_refused() -> None:
    for length in (b"-1", b"1e3", b"\xb2", b"9" * 5000):
        assert (await answer_to([b"a"], length))[0] == 413
    assert (await answer_to([b"a"], b"1", b"999999999"))[0] == 413


async def test_who_goes_away_meanwhile_is_answered_nothing() -> None:
    scope = {"type": "http", "method": "POST", "path": "/", "query_string": b"", "headers": []}
    asked = ApplicationCommunicator(BoundedBodies(counting), scope)
    await asked.send_input({"type": "http.request", "body": b"a", "more_body": True})
    await asked.send_input({"type": "http.disconnect"})
    await asked.wait(timeout=5)
    assert asked.output_queue.empty()
