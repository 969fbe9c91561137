"""A player by correspondence in a browser of their own: plays a turn by keys, ends it, reads what is drawn."""

from urllib.parse import urlsplit

from playwright.sync_api import Page, expect

from tests.browser.at_race import AtRace, Choice, simply
from tests.served import ServedClub

HOUR = 3600
DAY = 24 * HOUR
# The club judges a deadline two seconds after it.
JUDGED_AFTER = 3

SET_ZONE = """
from club.models import Player
Player.objects.filter(name={name!r}).update(time_zone={zone!r}, time_zone_chosen=True)
"""

# As the form is sent, without drawing its page.
WISH = {"layout": "classic", "waste_piles": "4", "redeals": "0", "by": "link", "absence_allowed": "on"}

BEGIN = """
from club.models import Player
from django.utils import timezone
from games import correspondence
from games.engine.rules import Rules
from games.play import TurnsWish
one, two = (Player.objects.get(name=name) for name in {names!r})
now = timezone.now()
offer = correspondence.offer_by_link(one, TurnsWish(Rules.parse({rules!r}), **{terms!r}), now)
print("key:" + correspondence.accept(offer.key, two, None, now).key)
"""


class AtTurns(AtRace):
    """Knows a turn by what its table shows."""

    def __init__(self, page: Page) -> None:
        super().__init__(page)
        self.strip = page.locator(".turn-strip")
        self.until = page.locator("[data-turn-until]")
        self.end_button = page.locator("[data-action=end-turn]")
        self.question = page.locator("[data-ask-title]")
        self.waits = page.locator("[data-waits]")
        self.pager = page.locator("[data-turn-boards]")
        self.headline = page.locator("[data-turns-headline]")
        self.reason = page.locator("[data-turns-reason]")
        self.boards = page.locator("[data-turns-end] [data-board]")

    def send(self, address: str, **fields: str) -> str:
        """As a form of this browser would; where it leads to."""
        cookies = self.page.context.cookies()
        token = next(cookie["value"] for cookie in cookies if cookie["name"] == "csrftoken")
        answer = self.page.request.post(address, form={**fields, "csrfmiddlewaretoken": token})
        assert answer.ok, answer.text()
        return urlsplit(answer.url).path

    def open(self, key: str) -> None:
        self.page.goto(f"/table/{key}/")
        self.wait_for("running")

    def wait_until(self, state: str, turn: int | None = None) -> None:
        """Until the table is in that state, and in that turn where one is given."""
        expect(self.table).to_have_attribute("data-turn-state", state)
        if turn is not None:
            expect(self.table).to_have_attribute("data-turn", str(turn))

    def place(self, choose: Choice = simply) -> None:
        """The open turn's cards, and whatever can be played then."""
        self.play(choose)

    def end_turn(self) -> None:
        """By its key, and by the question that it brings up."""
        self.page.keyboard.press("Enter")
        expect(self.question).to_be_visible()
        self.page.keyboard.press("Enter")

    def play_turn(self, choose: Choice = simply) -> None:
        self.place(choose)
        self.end_turn()

    def choose_in_menu(self, action: str) -> None:
        self.page.locator("[data-action=menu]").click()
        self.page.locator(f"[data-menu] [data-action={action}]").click()

    def resign(self) -> None:
        self.choose_in_menu("resign")
        self.page.locator("[data-ask-choices]").get_by_role("button", name="Resign").click()

    def wake_up(self) -> None:
        """As when the page comes back to the eyes of its player."""
        self.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")

    def drawn(self) -> list[str | None]:
        """Turn, its state, and every card that lies on the board."""
        cards = self.table.locator(".card").all()
        return [
            self.table.get_attribute("data-turn"),
            self.table.get_attribute("data-turn-state"),
            *(card.get_attribute("data-card") for card in cards),
        ]

    def laid_boards(self) -> list[list[str]]:
        """The boards of the closed turn that is looked at, in seat order, without the names above them."""
        seats = [self.pager.locator(f"[data-board='{seat}']") for seat in (1, 2)]
        return [seat.locator(".laid-found, .laid-waste, .laid-stock").all_inner_texts() for seat in seats]


def begin(club: ServedClub, names: tuple[str, str], rules: str = "classic-4-0", **terms: object) -> str:
    """A match that both have agreed on, and its table's key."""
    done = club.manage("shell", "-v", "0", "-c", BEGIN.format(names=names, rules=rules, terms=terms))
    assert "key:" in done.stdout, done.stderr
    return done.stdout.split("key:")[1].strip()


def sit_down(anna: AtTurns, bert: AtTurns, match: str, **wish: str) -> str:
    """Two new members, whose names begin with the match's, both at the table of their match; its key."""
    for player, name in ((anna, f"{match}-anna"), (bert, f"{match}-bert")):
        player.sign_up(name)
    offer = anna.send("/correspondence/offer/", **{**WISH, **wish})
    table = bert.send(f"{offer}accept/")
    for player in (anna, bert):
        player.page.goto(table)
        player.wait_until("playing", 1)
    return table.split("/")[2]


def set_zone(club: ServedClub, name: str, zone: str) -> None:
    """As that member chooses it in the settings."""
    assert club.manage("shell", "-v", "0", "-c", SET_ZONE.format(name=name, zone=zone)).returncode == 0
