"""Requests to fuzz with: every address of the club with keys that exist and others, forms that fit and others."""

import re
from typing import NamedTuple
from urllib.parse import quote_from_bytes, urlencode

from hypothesis import strategies as st

from tests.games.allowed.addresses import FORMS, TABLE

VISITORS = ("nobody", "guest", "member")
ADDRESSES = sorted({(line.method, line.address) for line in TABLE})
OTHER_METHODS = ("GET", "POST", "HEAD", "PUT", "DELETE", "OPTIONS", "PATCH", "TRACE", "FOO")
SOCKETS = ("/day/socket", "/race/socket", "/table/SOLO/socket", "/table/RUNNING/socket", "/nowhere", "/")
# Quoted cookies may write any sign by its number.
SESSIONS = (b"", b"a" * 32, b'"\\000bcdefghijkl"', b'"\\303\\050cdefghijk"', b"a" * 3_000, b"a=b=c", b"%00%ff")
# Signs out whoever the other requests are to come from.
FOR_NOBODY = ("/accounts/logout/",)
FIELDS = sorted({name for form in FORMS.values() for name in form} | {
    "text", "note", "username", "email", "password1", "password", "login", "next", "language", "q", "page", "day",
    "turn_cards", "spare_days", "absence_allowed", "by", "name", "minutes", "best_of", "watchable", "number", "code",
    "open_stock", "least_authority", "welcomes_new", "contribution", "endpoint", "p256dh", "auth", "old_endpoint",
    "old_auth", "zone", "quiet_from", "quiet_until", "credential", "action_add", "action_remove", "sees_me",
})  # fmt: skip

PIECES = (b"", b"0", b"-1", b"1", b"99999999999999999999999", b"\0", b"\xff\xfe", b"..", b"%00", b"alice", b"bob")
MORE_PIECES = (b"\xed\xa0\x80", b"2026-13-45", b"0000-00-00", b"9999-12-31", b"classic-4-0", b"giant-9-9", b"a" * 300)
pieces = st.binary(max_size=12) | st.sampled_from((*PIECES, *MORE_PIECES, "२".encode()))
values = (
    pieces.map(lambda piece: piece.decode("latin-1"))
    | st.text(max_size=30).map(lambda text: text.encode(errors="replace").decode())
    | st.sampled_from(["classic", "giant", "4", "0", "9223372036854775807", "9223372036854775808", "on", "link", "bob"])
    | st.sampled_from(["\0", "x" * 5_000, "//evil.example", "https://push.example.org/x", "a@b.cc", "Europe/Berlin"])
)
headers = st.lists(
    st.tuples(
        st.sampled_from([b"Accept-Language", b"Referer", b"Origin", b"X-Forwarded-For", b"If-None-Match", b"Range"])
        | st.sampled_from([b"Accept", b"User-Agent", b"If-Modified-Since", b"X-Requested-With", b"HX-Request"]),
        st.text("abc-;,=*/ \x7f\xe9\"'\\0123456789", max_size=20).map(lambda text: text.strip().encode("latin-1")),
    ),
    max_size=2,
)


class Request(NamedTuple):
    """`path` holds the words of the table where keys of the club go; `form` is None where nothing is sent along."""

    visitor: str
    method: str
    path: str
    query: list[tuple[str, str]]
    form: list[tuple[str, str]] | None
    raw_body: bytes
    headers: list[tuple[bytes, bytes]]
    upgrades: bool
    # In the place of the visitor's own session, whatever it is.
    session: bytes | None = None


@st.composite
def requests(draw: st.DrawFn) -> Request:
    """One request."""
    method, path = draw(st.sampled_from(ADDRESSES))
    upgrades = draw(st.integers(0, 9)) == 0
    if upgrades:
        method, path = "GET", draw(st.sampled_from(SOCKETS))
    elif draw(st.integers(0, 4)) == 0:
        method = draw(st.sampled_from(OTHER_METHODS))
    if draw(st.booleans()):
        path = re.sub("[A-Z]{3,}|(?<=/)[a-z0-9-]+(?=/$)", lambda _: quote_from_bytes(draw(pieces), safe=""), path)
    visitor = "nobody" if path in FOR_NOBODY else draw(st.sampled_from(VISITORS))
    pairs = st.lists(st.tuples(st.sampled_from(FIELDS), values), max_size=4)
    form = (
        draw(pairs) + list(draw(st.sampled_from(list(FORMS.values()))).items())
        if method not in ("GET", "HEAD")
        else None
    )
    # What comes behind a handshake is frames, which tests/fuzz/frames.py sends.
    raw = draw(st.binary(max_size=60)) if not upgrades and draw(st.integers(0, 9)) == 0 else b""
    query = draw(pairs) if draw(st.booleans()) else []
    session = draw(st.sampled_from(SESSIONS)) if draw(st.integers(0, 9)) == 0 else None
    return Request(visitor, method, path, query, form, raw, draw(headers), upgrades, session)


def written(form: list[tuple[str, str]]) -> bytes:
    return urlencode(form, errors="replace").encode()
