"""The table of addresses: what each answers to whom.

A line says method, address, and the answer to each visitor of the head above it, or one answer for all. An answer is a
status, or in a word where a redirect leads to, with `!` where the visitor is told there why nothing was done: `again`
is where the password is asked for once more, `staff` the admin's own door; the other words are names of addresses, in
short. Capitals in an address are keys and numbers in the scene. 400: the visitor was let in, but the form was empty.
"""

from typing import NamedTuple

from tests.games.allowed.scene import VISITORS

TEXT = """
# Open to everybody                          nobody   guest    waiting  stranger opponent owner    blocked  moderator
GET  /                                       200
GET  /rules/                                 200
GET  /help/                                  200
GET  /help/glossary/                         200
GET  /help/tips/                             200
GET  /help/questions/                        200
GET  /about/                                 200
GET  /imprint/                               404
GET  /solo/                                  200
POST /solo/deal/                             table
POST /learn/                                 table
GET  /orders/                                200
POST /orders/round/                          400
GET  /offline/                               200
GET  /app.webmanifest                        200
GET  /deal/classic-4-0/123/                  200
GET  /race/                                  200
GET  /correspondence/                        200
GET  /day/                                   200
GET  /day/next/                              day      day      day      day      table    table    day      day
GET  /daily/                                 200
POST /daily/play/                            daily!   daily!   daily!   table    table    table    table    table
GET  /daily/calendar/                        200
GET  /daily/calendar/2026/03/                200
GET  /daily/2026-03-09/                      200
GET  /games/                                 200
GET  /games/statistics/                      200
GET  /statistics/                            200
GET  /people/                                200
GET  /people/authority/                      200
GET  /privacy/                               200
GET  /health/                                204
GET  /ready/                                 204
GET  /metrics/                               404
GET  /words/de/0.js                          200
GET  /sw.js                                  200
GET  /your-table/                            200
POST /your-table/                            400
POST /language/                              home

# Tables                                     nobody   guest    waiting  stranger opponent owner    blocked  moderator
GET  /table/SOLO/                            404      404      404      404      404      200      404      404
GET  /table/SOLO/guide.json                  404      404      404      404      404      400      404      404
GET  /table/SOLO/record.calc.json            404      404      404      404      404      200      404      404
GET  /table/SOLO/summary/                    404      404      404      404      404      200      404      404
POST /table/SOLO/again/                      404      404      404      404      404      table    404      404
GET  /table/SOLO/board/1/                    404
POST /table/SOLO/play-on/                    404      404      404      404      404      table    404      404
GET  /table/SOLO/replay/                     404      404      404      404      404      200      404      404
GET  /table/SOLO/replay.json                 404      404      404      404      404      200      404      404
POST /table/SOLO/from/                       404      404      404      404      404      table    404      404
POST /table/SOLO/block/                      404
GET  /table/RUNNING/                         200
GET  /table/RUNNING/record.calc.json         404
GET  /table/RUNNING/summary/                 404
GET  /table/RUNNING/board/1/                 404
POST /table/RUNNING/again/                   404      404      404      404      games!   games!   404      404
POST /table/RUNNING/play-on/                 404      404      404      404      games!   games!   404      404
GET  /table/RUNNING/replay/                  404
GET  /table/RUNNING/replay.json              404
POST /table/RUNNING/from/                    404
POST /table/RUNNING/block/                   404      404      404      404      table    table    404      404
POST /table/RUNNING/note/                    404      404      404      404      table    table    404      404
GET  /table/ENDED/                           200
GET  /table/ENDED/record.calc.json           200
GET  /table/ENDED/summary/                   200
GET  /table/ENDED/board/0/                   200
POST /table/ENDED/again/                     404      404      404      404      table    table    404      404
POST /table/ENDED/play-on/                   404      404      404      404      table    table    404      404
GET  /table/ENDED/replay/                    200
GET  /table/ENDED/replay.json                200
POST /table/ENDED/from/                      table
POST /table/ENDED/block/                     404      404      404      404      table    table    404      404
GET  /table/PRIVATE/                         404      404      404      404      200      200      404      404
GET  /table/PRIVATE/record.calc.json         404      404      404      404      200      200      404      404
GET  /table/PRIVATE/summary/                 404      404      404      404      200      200      404      404
GET  /table/PRIVATE/board/0/                 404      404      404      404      200      200      404      404
GET  /table/PRIVATE/replay/                  404      404      404      404      200      200      404      404
GET  /table/PRIVATE/replay.json              404      404      404      404      200      200      404      404
POST /table/PRIVATE/from/                    404      404      404      404      table    table    404      404
GET  /table/TURNS/                           404      404      404      404      200      200      404      404
GET  /table/TURNS/record.calc.json           404
GET  /table/TURNS/summary/                   404
GET  /table/TURNS/board/0/                   404
GET  /table/TURNS/turns/1/                   404      404      404      404      200      200      404      404
GET  /table/TURNS/turns/2/                   404
POST /table/TURNS/again/                     404      404      404      404      games!   games!   404      404
POST /table/TURNS/play-on/                   404      404      404      404      games!   games!   404      404
GET  /table/TURNS/replay/                    404
GET  /table/TURNS/replay.json                404
POST /table/TURNS/from/                      404
POST /table/TURNS/block/                     404      404      404      404      table    table    404      404
POST /table/TURNS/note/                      404      404      404      404      table    table    404      404

# The analysis                               nobody   guest    waiting  stranger opponent owner    blocked  moderator
POST /table/SOLO/analysis/                   404      404      404      404      404      summary  404      404
GET  /table/SOLO/analysis.json               404      404      404      404      404      200      404      404
POST /table/RUNNING/analysis/                404
GET  /table/RUNNING/analysis.json            404
POST /table/ENDED/analysis/                  summary! summary  summary  summary  summary  summary  summary  summary
GET  /table/ENDED/analysis.json              200
POST /table/PRIVATE/analysis/                404      404      404      404      summary  summary  404      404
GET  /table/PRIVATE/analysis.json            404      404      404      404      200      200      404      404
POST /table/TURNS/analysis/                  404
GET  /table/TURNS/analysis.json              404

# The coach, and the better moves            nobody   guest    waiting  stranger opponent owner    blocked  moderator
POST /table/SOLO/hint/                       404      404      404      404      404      409      404      404
GET  /table/SOLO/hint.json                   404      404      404      404      404      400      404      404
POST /table/RUNNING/hint/                    404      404      404      404      409      409      404      404
GET  /table/RUNNING/hint.json                404      404      404      404      400      400      404      404
POST /table/TURNS/hint/                      404      404      404      404      409      409      404      404
GET  /table/SOLO/better/                     404      404      404      404      404      200      404      404
GET  /table/SOLO/better.json                 404
GET  /table/SOLO/better/answer.json          404
GET  /table/RUNNING/better/                  404
GET  /table/ENDED/better/                    200
GET  /table/ENDED/better.json                404
GET  /table/PRIVATE/better/                  404      404      404      404      200      200      404      404
GET  /table/TURNS/better/                    404

# To an opponent                             nobody   guest    waiting  stranger opponent owner    blocked  moderator
POST /race/offer/                            race
POST /race/challenge/                        race!    race!    race!    race     race!    race     race     race
POST /race/house/                            table
GET  /race/o/ANYONE/                         race
POST /race/o/ANYONE/accept/                  table    table    table    table    table    race!    race!    table
POST /race/o/ANYONE/withdraw/                404      race!    race!    race!    race!    race     race!    race!
GET  /race/o/LINK/                           200
POST /race/o/LINK/accept/                    table    table    table    table    table    offer!   offer!   table
POST /race/o/LINK/decline/                   404      race!    race!    race!    race!    race!    race!    race!
POST /race/o/LINK/withdraw/                  404      race!    race!    race!    race!    race     race!    race!
GET  /race/o/NAMED/                          404      404      404      404      200      200      404      404
POST /race/o/NAMED/accept/                   404      404      404      404      table    offer!   404      404
POST /race/o/NAMED/decline/                  404      race!    race!    race!    race     race!    race!    race!
POST /race/o/NAMED/withdraw/                 404      race!    race!    race!    race!    race     race!    race!
POST /correspondence/offer/                  letters! letters! letters! letter   letters! letter   letter   letter
POST /correspondence/house/                  letters! letters! letters! letter   letter   letter   letter   letter
GET  /correspondence/o/LETTER/               200
POST /correspondence/o/LETTER/accept/        sign-up! sign-up! sign-up! table    table    letter!  letter!  table
POST /correspondence/o/LETTER/decline/       404      letters! letters! letters! letters! letters! letters! letters!
POST /correspondence/o/LETTER/withdraw/      404      letters! letters! letters! letters! letters  letters! letters!
POST /correspondence/o/LETTER/contribute/    404      404      404      404      404      200      404      404
GET  /correspondence/o/TOBOB/                404      404      404      404      200      200      404      404
POST /correspondence/o/TOBOB/accept/         404      404      404      404      table    letter!  404      404
POST /correspondence/o/TOBOB/decline/        404      letters! letters! letters! letters  letters! letters! letters!
POST /correspondence/o/TOBOB/withdraw/       404      letters! letters! letters! letters! letters  letters! letters!
POST /correspondence/o/TOBOB/contribute/     404      404      404      404      404      200      404      404

# People                                     nobody   guest    waiting  stranger opponent owner    blocked  moderator
GET  /player/alice/                          404      404      404      200      200      200      404      200
GET  /player/paula/                          404      404      404      200      200      200      200      200
POST /player/alice/ask/                      404      404      404      partner  partner  partner! partner! partner
POST /player/alice/block/                    404      404      404      blocked  blocked  404      blocked  blocked
GET  /people/me/shown/                       sign-in  sign-up  404      200      200      200      200      200
POST /people/me/shown/                       sign-in  sign-up  404      shown    shown    shown    shown    shown
GET  /people/blocked/                        sign-in  200      200      200      200      200      200      200
POST /people/blocked/BLOCK/end/              sign-in  blocked  blocked  blocked  blocked  blocked  blocked  blocked
GET  /partners/                              sign-in  sign-up  404      200      200      200      200      200
GET  /partners/here/                         404      404      404      200      200      200      200      200
POST /partners/suggestion/                   404      404      404      partner  partner  partner  partner  partner
POST /partners/ASKED/accept/                 404      404      404      partner! partner! partner  partner! partner!
POST /partners/ASKED/decline/                404      404      404      partner! partner! partner  partner! partner!
POST /partners/ASKED/withdraw/               404      404      404      partner! partner  partner! partner! partner!
POST /partners/PARTNERS/end/                 404      404      404      partner! partner! partner  partner! partner!
GET  /people/moderation/                     sign-in  200      200      200      200      200      200      200
GET  /report/name/alice/                     sign-in  200      200      200      200      200      200      200
POST /report/name/alice/                     sign-in  thanks   thanks   thanks   thanks   report!  thanks   thanks
GET  /report/match/ENDED/                    sign-in  404      404      404      200      200      404      404
POST /report/match/ENDED/                    sign-in  404      404      404      thanks   thanks   404      404
GET  /report/afterword/ENDED/                sign-in  404      404      404      200      200      404      404
POST /report/afterword/ENDED/                sign-in  404      404      404      thanks   thanks   404      404
GET  /report/thanks/                         sign-in  200      200      200      200      200      200      200

# What is one's own                          nobody   guest    waiting  stranger opponent owner    blocked  moderator
GET  /notices/                               sign-in  sign-up  200      200      200      200      200      200
POST /notices/                               sign-in  sign-up  400      400      400      400      400      400
POST /notices/trial/                         sign-in  sign-up  400      400      400      400      400      400
POST /notices/zone/                          sign-in  sign-up  204      204      204      204      204      204
GET  /notices/off/OFF/                       200
POST /notices/off/OFF/                       200
POST /notices/push/add/                      404      404      404      400      400      400      400      400
POST /notices/push/renew/                    400
POST /notices/push/DEVICE/remove/            404      404      404      404      404      notices  404      404
POST /calendar/new/                          404      404      404      notices  notices  notices  notices  notices
POST /calendar/off/                          404      404      404      notices  notices  notices  notices  notices
GET  /calendar/CALENDAR.ics                  200
GET  /accounts/                              sign-in  sign-up  200      200      200      200      200      200
GET  /accounts/delete/                       sign-in  sign-up  again    again    again    again    again    again
POST /accounts/delete/                       sign-in  sign-up  delete   delete   delete   delete   delete   delete
GET  /accounts/export/                       sign-in  sign-up  again    again    again    again    again    again
POST /accounts/export/                       sign-in  sign-up  export   export   export   export   export   export
GET  /accounts/invitations/                  sign-in  sign-up  403      403      403      403      403      200
POST /accounts/invitations/                  sign-in  sign-up  403      403      403      403      403      invites
POST /accounts/invitations/MADE/withdraw/    sign-in  sign-up  invites  invites  invites  invites  invites  invites
GET  /accounts/join/TOKEN/                   sign-up  sign-up  home     home     home     home     home     home

# Coming in                                  nobody   guest    waiting  stranger opponent owner    blocked  moderator
GET  /accounts/signup/                       200      200      home     home     home     home     home     home
POST /accounts/signup/                       200      200      home     home     home     home     home     home
GET  /accounts/login/                        200      200      home     home     home     home     home     home
POST /accounts/login/                        200      200      home     home     home     home     home     home
GET  /accounts/logout/                       home     200      200      200      200      200      200      200
POST /accounts/logout/                       home
GET  /accounts/inactive/                     200
GET  /accounts/email/                        sign-in  sign-up  200      200      200      200      200      200
POST /accounts/email/                        sign-in  sign-up  email    email    email    email    email    email
GET  /accounts/confirm-email/                200
GET  /accounts/confirm-email/no-key/         200
POST /accounts/confirm-email/no-key/         404
GET  /accounts/password/change/              sign-in  sign-up  200      200      200      200      200      200
POST /accounts/password/change/              sign-in  sign-up  200      200      200      200      200      200
GET  /accounts/password/set/                 sign-in  sign-up  change   change   change   change   change   change
POST /accounts/password/set/                 sign-in  sign-up  change   change   change   change   change   change
GET  /accounts/password/reset/               200
POST /accounts/password/reset/               200
GET  /accounts/password/reset/done/          200
GET  /accounts/password/reset/key/1-no-key/  200
POST /accounts/password/reset/key/1-no-key/  200
GET  /accounts/password/reset/key/done/      200
GET  /accounts/login/code/confirm/           sign-in  home     home     home     home     home     home     home
POST /accounts/login/code/confirm/           sign-in  home     home     home     home     home     home     home
GET  /accounts/reauthenticate/               sign-in  sign-up  200      200      200      200      200      200
POST /accounts/reauthenticate/               sign-in  sign-up  200      200      200      200      200      200
GET  /accounts/reauthenticate/code/          sign-in  403      again    again    again    again    again    again
POST /accounts/reauthenticate/code/          sign-in  403      again    again    again    again    again    again
GET  /accounts/reauthenticate/code/confirm/  sign-in  code     code     code     code     code     code     code
POST /accounts/reauthenticate/code/confirm/  sign-in  code     code     code     code     code     code     code
GET  /accounts/2fa/                          sign-in  sign-up  200      200      200      200      200      200
GET  /accounts/2fa/authenticate/             sign-in  sign-in  home     home     home     home     home     home
POST /accounts/2fa/authenticate/             sign-in  sign-in  home     home     home     home     home     home
POST /accounts/2fa/not-now/                  sign-in
GET  /accounts/2fa/reauthenticate/           sign-in  sign-up  again    again    again    again    again    again
POST /accounts/2fa/reauthenticate/           sign-in  sign-up  again    again    again    again    again    again
GET  /accounts/2fa/app/activate/             sign-in  sign-up  again    again    again    again    again    again
POST /accounts/2fa/app/activate/             sign-in  sign-up  again    again    again    again    again    again
GET  /accounts/2fa/app/deactivate/           sign-in  sign-up  404      404      404      404      404      404
POST /accounts/2fa/app/deactivate/           sign-in  sign-up  404      404      404      404      404      404
GET  /accounts/2fa/codes/                    sign-in  sign-up  404      404      404      404      404      404
GET  /accounts/2fa/codes/new/                sign-in  sign-up  again    again    again    again    again    again
POST /accounts/2fa/codes/new/                sign-in  sign-up  again    again    again    again    again    again
GET  /accounts/2fa/codes/file/               sign-in  sign-up  404      404      404      404      404      404
GET  /accounts/passkeys/                     sign-in  sign-up  200      200      200      200      200      200
GET  /accounts/passkeys/add/                 sign-in  sign-up  again    again    again    again    again    again
POST /accounts/passkeys/add/                 sign-in  sign-up  again    again    again    again    again    again
GET  /accounts/passkeys/login/               sign-in  sign-in  home     home     home     home     home     home
POST /accounts/passkeys/login/               sign-in! sign-in! home     home     home     home     home     home
GET  /accounts/passkeys/reauthenticate/      sign-in  sign-up  again    again    again    again    again    again
POST /accounts/passkeys/reauthenticate/      sign-in  sign-up  again    again    again    again    again    again
GET  /accounts/passkeys/1/remove/            sign-in  sign-up  again    again    again    again    again    again
POST /accounts/passkeys/1/remove/            sign-in  sign-up  again    again    again    again    again    again
GET  /accounts/passkeys/1/edit/              sign-in  sign-up  again    again    again    again    again    again
POST /accounts/passkeys/1/edit/              sign-in  sign-up  again    again    again    again    again    again
GET  /admin/                                 staff    staff    staff    staff    staff    staff    staff    200
"""

# Where a form has to hold something to be taken, by the name of its address.
GAME = {"layout": "classic", "waste_piles": "4", "redeals": "0"}
PARTS = ("shows_record", "shows_matches", "shows_authority", "shows_presence", "found_by", "asked_by")
FORMS: dict[str, dict[str, str]] = {
    "solo-deal": GAME,
    "daily-play": {"day": "2026-03-10"},
    "race-offer": GAME | {"minutes": "3"},
    "race-challenge": GAME | {"minutes": "3", "name": "bob"},
    "race-house": GAME | {"level": "novice"},
    "correspondence-house": GAME | {"level": "novice"},
    "correspondence-offer": GAME | {"by": "name", "name": "bob"},
    "correspondence-contribute": {"contribution": "0" * 32},
    "play-from": {"seat": "1", "n": "0"},
    "hint-ask": {"n": "0", "practice": "1"},
    "shown": dict.fromkeys(PARTS, "nobody"),
    "notices-zone": {"zone": "Europe/Berlin"},
}

IN_SHORT = {
    "account_change_password": "change",
    "account_email": "email",
    "account_login": "sign-in",
    "account_reauthenticate": "again",
    "account_request_reauthentication_code": "code",
    "account_signup": "sign-up",
    "account-delete": "delete",
    "account-export": "export",
    "admin:login": "staff",
    "challenge": "offer",
    "correspondence": "letters",
    "correspondence-challenge": "letter",
    "invitations": "invites",
    "my-day": "day",
    "my-games": "games",
    "partners": "partner",
    "report-name": "report",
    "report-thanks": "thanks",
}


class Line(NamedTuple):
    """One line of the table; `answers` by visitor."""

    method: str
    address: str
    answers: dict[str, str]


def _read(text: str) -> list[Line]:
    lines = []
    for written in text.splitlines():
        method, address, *answers = written.split() or [""] * 2
        if method in ("GET", "POST"):
            each = answers * len(VISITORS) if len(answers) == 1 else answers
            lines.append(Line(method, address, dict(zip(VISITORS, each, strict=True))))
    return lines


TABLE = _read(TEXT)
