"""Every page of the club: its name, who looks at it, its address, and what is done there first.

Capitals in an address are keys and numbers of the filled club, as in tests/games/allowed; the visitors are those of its
scene, `learner` (plays with the guide), `sure` (has just typed the password), `secured` (the same, with second factors)
and `half-in` (has yet to type the code). Matches that go by the clock come first.
"""

import re
from typing import NamedTuple

from playwright.sync_api import Page, expect

TEXT = """
table-race-opening          stranger  /table/OPENING/
table-race                  owner     /table/RUNNING/
table-race-watched          stranger  /table/RUNNING/
table-solo                  owner     /table/ALONE/
table-solo-guest            guest     /table/GUESTS/
table-solo-giant            owner     /table/WIDE/
table-solo-open             owner     /table/LEARNING/
table-guided                learner   /table/GUIDED/
table-menu                  owner     /table/ALONE/                      menu
table-keys                  owner     /table/ALONE/                      keys
table-resign                owner     /table/ALONE/                      resign
table-solo-won              owner     /table/WON/
table-solo-ended            owner     /table/SOLO/
table-race-ended            owner     /table/RACED/
table-turn                  owner     /table/TURNS/
table-turn-placed           owner     /table/PLACED/
table-turn-waiting          owner     /table/WAITING/
table-turn-ended            owner     /table/FINISHED/

home                        nobody    /
home-guest                  guest     /
home-member                 owner     /
solo                        nobody    /solo/
deal                        nobody    /deal/classic-4-0/123/
race                        nobody    /race/
race-member                 owner     /race/
race-made                   owner     /race/o/LINK/
race-link                   nobody    /race/o/LINK/
race-challenge              opponent  /race/o/NAMED/
race-gone                   nobody    /race/o/GONE/
correspondence              nobody    /correspondence/
correspondence-member       owner     /correspondence/
correspondence-made         owner     /correspondence/o/LETTER/
correspondence-link         stranger  /correspondence/o/LETTER/
correspondence-challenge    opponent  /correspondence/o/TOBOB/
my-day                      nobody    /day/
my-day-member               owner     /day/
daily                       nobody    /daily/
daily-member                stranger  /daily/
daily-tried                 opponent  /daily/
daily-calendar              owner     /daily/calendar/
daily-day                   owner     /daily/2026-03-09/
games                       nobody    /games/
games-member                owner     /games/
statistics                  nobody    /games/statistics/
statistics-member           owner     /games/statistics/
club-statistics             nobody    /statistics/

summary                     owner     /table/WON/summary/
summary-race                owner     /table/RACED/summary/
summary-turns               owner     /table/FINISHED/summary/
replay                      owner     /table/SOLO/replay/
replay-race                 owner     /table/RACED/replay/
better                      owner     /table/RACED/better/
better-none                 owner     /table/SOLO/better/

people                      nobody    /people/
people-found                owner     /people/?q=cha
player                      stranger  /player/alice/
player-self                 owner     /player/alice/
player-opponent             opponent  /player/alice/
partners                    owner     /partners/
partners-none               stranger  /partners/
authority                   owner     /people/authority/
shown                       owner     /people/me/shown/
blocked                     owner     /people/blocked/
blocked-none                stranger  /people/blocked/
judgements                  stranger  /people/moderation/
judgements-none             owner     /people/moderation/
report-name                 stranger  /report/name/alice/
report-match                owner     /report/match/RACED/
report-afterword            owner     /report/afterword/RACED/
report-thanks               owner     /report/thanks/

notices                     owner     /notices/
notices-off                 nobody    /notices/off/OFF/
account                     owner     /accounts/
sign-up                     nobody    /accounts/signup/
sign-up-refused             nobody    /accounts/signup/                  refused
sign-in                     nobody    /accounts/login/
sign-in-refused             nobody    /accounts/login/                   refused
sign-out                    owner     /accounts/logout/
invitation                  nobody    /accounts/join/TOKEN/
invitations                 moderator /accounts/invitations/
inactive                    nobody    /accounts/inactive/
email                       owner     /accounts/email/
email-sent                  nobody    /accounts/confirm-email/
email-confirm               nobody    /accounts/confirm-email/CONFIRM/
email-confirm-gone          nobody    /accounts/confirm-email/no-key/
password-change             owner     /accounts/password/change/
password-reset              nobody    /accounts/password/reset/
password-reset-sent         nobody    /accounts/password/reset/done/
password-reset-key          nobody    /accounts/password/reset/key/RESET/
password-reset-gone         nobody    /accounts/password/reset/key/1-no-key/
password-reset-done         nobody    /accounts/password/reset/key/done/
password-again              owner     /accounts/reauthenticate/
delete                      sure      /accounts/delete/
export                      sure      /accounts/export/
second-factor               sure      /accounts/2fa/
second-factor-on            secured   /accounts/2fa/
second-factor-code          half-in   /accounts/2fa/authenticate/
second-factor-again         secured   /accounts/2fa/reauthenticate/
app-activate                sure      /accounts/2fa/app/activate/
app-deactivate              secured   /accounts/2fa/app/deactivate/
codes                       secured   /accounts/2fa/codes/
codes-new                   secured   /accounts/2fa/codes/new/
passkeys                    sure      /accounts/passkeys/
passkeys-none               secured   /accounts/passkeys/
passkey-add                 secured   /accounts/passkeys/add/
passkey-rename              sure      /accounts/passkeys/PASSKEY/edit/
passkey-remove              sure      /accounts/passkeys/PASSKEY/remove/

your-table                  nobody    /your-table/
trainer                     nobody    /orders/
rules                       nobody    /rules/
help                        nobody    /help/
glossary                    nobody    /help/glossary/
tips                        nobody    /help/tips/
questions                   nobody    /help/questions/
offline                     nobody    /offline/
about                       nobody    /about/
imprint                     nobody    /imprint/
privacy                     nobody    /privacy/
error-400                   nobody    /not-understood/
error-403                   nobody    /forbidden/
error-403-form              nobody    /old-form/
error-404                   nobody    /no-such-page/
error-429                   nobody    /too-often/
error-500                   nobody    /broken/
error-503                   nobody    /database-away/
suspended                   nobody    /suspended/loud/
"""


class Sheet(NamedTuple):
    """One page as one visitor sees it."""

    name: str
    visitor: str
    address: str
    first: str

    def open(self, page: Page, address: str) -> int:
        """Go there, and wait until everything is drawn; the status of the answer."""
        answer = page.goto(address)
        assert answer
        if self.name.startswith("table-"):
            expect(page.locator("[data-table]")).to_have_attribute("data-connection", "live")
        if self.name in DRAWN:
            part, attribute = DRAWN[self.name]
            expect(page.locator(part)).to_have_attribute(attribute, re.compile(r"\w"))
        if self.first:
            FIRST[self.first](page)
        return answer.status


def _menu(page: Page) -> None:
    page.keyboard.press("m")
    expect(page.locator("[data-menu]")).to_be_visible()


def _keys(page: Page) -> None:
    page.keyboard.press("?")
    expect(page.locator("[data-help]")).to_be_visible()


def _resign(page: Page) -> None:
    _menu(page)
    page.locator("[data-menu] [data-action=resign]").click()
    expect(page.locator("[data-ask]")).to_be_visible()


def _refused(page: Page) -> None:
    """The form is filled in wrong, and told so."""
    for field in page.locator("main form").first.locator("input:visible").all():
        if field.get_attribute("type") == "checkbox":
            field.check()
        else:
            field.fill("a@b.c" if field.get_attribute("type") == "email" else "a")
    page.locator("main form button[type=submit]").first.click()
    expect(page.locator(".field-errors, [role=alert]").first).to_be_visible()


# What a page's script sets once it has drawn what it had to ask for first.
DRAWN = {
    "replay": ("[data-replay]", "data-step"),
    "replay-race": ("[data-replay]", "data-step"),
    "better": ("[data-puzzle]", "data-state"),
}

FIRST = {"menu": _menu, "keys": _keys, "resign": _resign, "refused": _refused}


def _read(text: str) -> list[Sheet]:
    lines = [line.split() for line in text.splitlines() if line]
    return [Sheet(*(line if len(line) == 4 else [*line, ""])) for line in lines]


EVERY_PAGE = _read(TEXT)
