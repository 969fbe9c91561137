"""Frames to fuzz with: messages of docs/protocol.md, the same bent in one place or several, and plain nonsense."""

import json

from hypothesis import strategies as st

from games.messages import DAY_READERS, READERS

NAMES = sorted(READERS | DAY_READERS)
FIELDS = ("n", "move", "turn", "days", "contribution", "text", "ready_made", "practice", "shown", "seat", "do", "")
MOVES = [f"F{n}" for n in range(10)] + [f"W{n}" for n in range(10)] + [f"W{n}F{m}" for n in (1, 4) for m in (1, 4)]

numbers = st.integers(1, 60) | st.integers() | st.sampled_from([0, -1, 2**31, 2**63, 2**64, 10**30, 1_000_000])
words = st.text(max_size=40) | st.sampled_from(
    ["\0", "\u202e", "move 31", "#31", "<b>", "' OR 1=1 --", "good-game", "é" * 280]
)
anything = st.recursive(
    st.none() | st.booleans() | numbers | st.floats() | words,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(words, inner, max_size=3),
    max_leaves=5,
)
fitting = {
    "n": numbers,
    "turn": numbers,
    "days": st.integers(0, 9),
    "move": st.sampled_from([*MOVES, "R"]) | words,
    "contribution": st.binary(min_size=16, max_size=16).map(bytes.hex),
    "text": words,
    "ready_made": st.sampled_from(["good-game", "bye", "none"]),
    "practice": st.booleans(),
    "shown": st.booleans(),
}
# What ends a match is rare, so that what is said to one that runs is not.
likely = [name for name in NAMES if name not in ("resign", "claim", "close afterword")] * 8
messages = st.fixed_dictionaries({"do": st.sampled_from(likely + NAMES)}, optional=fitting)


@st.composite
def bent(draw: st.DrawFn) -> str:
    """A message as JSON, with fields exchanged for others and signs put in, left out or doubled."""
    message: dict[str, object] = dict(draw(messages))
    for name in draw(st.lists(st.sampled_from(FIELDS), max_size=2)):
        message[name] = draw(anything)
    text = json.dumps(message, ensure_ascii=draw(st.booleans()))
    for _ in range(draw(st.integers(0, 2))):
        at = draw(st.integers(0, len(text)))
        text = text[:at] + draw(st.sampled_from(["", "{", "}", '"', "\\", ",", "\0", "e9", text])) + text[at + 1 :]
    # A lone half of a character is nothing that a text frame could carry.
    return text.encode(errors="replace").decode()


nonsense = (
    st.text(max_size=60).map(lambda text: text.encode(errors="replace").decode())
    | st.binary(max_size=60)
    | st.integers(1, 4_000).map(lambda deep: "[" * deep)
    | st.integers(8_000, 12_000).map(lambda long: '{"do": "look", "text": "' + "x" * long + '"}')
    | st.integers(1, 300).map(lambda deep: '{"do":' * deep)
)
frames: st.SearchStrategy[str | bytes] = messages.map(json.dumps) | bent() | bent() | nonsense
