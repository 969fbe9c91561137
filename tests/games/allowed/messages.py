"""The table of messages: what each socket answers to whom.

A line says where, what is said, and the answer to others than the two, to the opponent, to the owner, and to the owner
while muted. `yes` is accepted; other words are the code of the refusal or of the error, in parentheses where the socket
is closed with it. Others are everybody of the scene who is not at the table; `members` is `yes` to those of them who
have an account.
"""

from typing import NamedTuple

TELLERS = ("others", "opponent", "owner", "muted")

TEXT = """
# where  said             others                opponent              owner                 muted
race     ready            only-watching         yes                   yes                   yes
race     move             only-watching         yes                   yes                   yes
race     take back        only-watching         nothing-to-take-back  nothing-to-take-back  nothing-to-take-back
race     end turn         only-watching         no-turns              no-turns              no-turns
race     absence          only-watching         no-turns              no-turns              no-turns
race     resign           only-watching         yes                   yes                   yes
race     claim            only-watching         not-away              not-away              not-away
race     rematch          only-watching         not-over              not-over              not-over
race     no rematch       only-watching         not-over              not-over              not-over
race     remark           only-watching         no-afterword          no-afterword          no-afterword
race     thank            only-watching         no-afterword          no-afterword          no-afterword
race     close afterword  only-watching         no-afterword          no-afterword          no-afterword
race     show afterword   only-watching         no-afterword          no-afterword          no-afterword
race     look             yes                   yes                   yes                   yes
race     beat             yes                   yes                   yes                   yes

turns    ready            (no-such-table)       yes                   yes                   yes
turns    move             (no-such-table)       yes                   yes                   yes
turns    take back        (no-such-table)       card-was-turned       card-was-turned       card-was-turned
turns    end turn         (no-such-table)       cards-left            cards-left            cards-left
turns    absence          (no-such-table)       yes                   yes                   yes
turns    resign           (no-such-table)       yes                   yes                   yes
turns    claim            (no-such-table)       not-a-race            not-a-race            not-a-race
turns    rematch          (no-such-table)       not-a-race            not-a-race            not-a-race
turns    no rematch       (no-such-table)       not-a-race            not-a-race            not-a-race
turns    remark           (no-such-table)       no-afterword          no-afterword          no-afterword
turns    thank            (no-such-table)       no-afterword          no-afterword          no-afterword
turns    close afterword  (no-such-table)       no-afterword          no-afterword          no-afterword
turns    show afterword   (no-such-table)       no-afterword          no-afterword          no-afterword
turns    look             (no-such-table)       yes                   yes                   yes
turns    beat             (no-such-table)       yes                   yes                   yes

ended    ready            only-watching         yes                   yes                   yes
ended    move             only-watching         match-over            match-over            match-over
ended    take back        only-watching         match-over            match-over            match-over
ended    end turn         only-watching         no-turns              no-turns              no-turns
ended    absence          only-watching         no-turns              no-turns              no-turns
ended    resign           only-watching         match-over            yes                   yes
ended    claim            only-watching         match-over            match-over            match-over
ended    rematch          only-watching         yes                   yes                   yes
ended    no rematch       only-watching         yes                   yes                   yes
ended    remark           only-watching         yes                   yes                   muted
ended    thank            only-watching         yes                   yes                   yes
ended    close afterword  only-watching         yes                   yes                   yes
ended    show afterword   only-watching         yes                   yes                   yes
ended    look             yes                   yes                   yes                   yes
ended    beat             yes                   yes                   yes                   yes

private  remark           (no-such-table)       yes                   yes                   muted
private  show afterword   (no-such-table)       nobody-watches        nobody-watches        nobody-watches
private  look             (no-such-table)       yes                   yes                   yes

alone    move             (no-such-table)       (no-such-table)       match-over            match-over
alone    remark           (no-such-table)       (no-such-table)       no-afterword          no-afterword
alone    look             (no-such-table)       (no-such-table)       yes                   yes

lobby    move             unknown-message       unknown-message       unknown-message       unknown-message
lobby    look             unknown-message       unknown-message       unknown-message       unknown-message
lobby    beat             yes                   yes                   yes                   yes

day      seen             members               yes                   yes                   yes
day      look             members               yes                   yes                   yes
day      beat             members               yes                   yes                   yes
"""

# What a message holds besides its name; `n` and `turn` are those that come next.
FIELDS: dict[str, dict[str, object]] = {
    "move": {"move": "W1"},
    "absence": {"days": 1},
    "remark": {"text": "Hello"},
}
NUMBERED = ("move", "take back", "remark", "seen")
OF_A_TURN = ("move", "take back", "end turn")


class Line(NamedTuple):
    """One line of the table; `answers` by teller."""

    place: str
    message: str
    answers: dict[str, str]


def _read(text: str) -> list[Line]:
    lines = []
    for written in text.splitlines():
        if written and not written.startswith("#"):
            place, message, *answers = (word.strip() for word in written.split("  ") if word)
            lines.append(Line(place, message, dict(zip(TELLERS, answers, strict=True))))
    return lines


TABLE = _read(TEXT)
