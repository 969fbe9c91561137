"""A report is handled to its end: who reports, the moderator in the admin, and the judged one who reads why."""

import re

from playwright.sync_api import Page, expect

from tests.browser.arrivals import Arrivals
from tests.browser.at_afterword import AtAfterword
from tests.browser.at_race import AtRace, on_one_pile, race
from tests.served import ServedClub

PASSWORD = "correct horse battery"
# What an operator does in the admin, where only they can: one of the staff, in the group that the migrations made.
MAKE_MODERATOR = """
from allauth.account.models import EmailAddress
from django.contrib.auth.models import Group
from club.models import Player
mona = Player.objects.create_user("mona", "correct horse battery")
mona.is_staff = True
mona.save()
mona.groups.add(Group.objects.get(name="moderators"))
EmailAddress.objects.create(user=mona, email="mona@example.org", verified=True, primary=True)
"""


def moderator_at(club: ServedClub, page: Page) -> Page:
    """The admin's first page, entered through the club's own door."""
    made = club.manage("shell", "-c", MAKE_MODERATOR)
    assert made.returncode == 0, made.stderr
    page.set_viewport_size({"width": 1280, "height": 800})
    page.goto("/admin/")
    page.locator("[name=login]").fill("mona")
    page.locator("[name=password]").fill(PASSWORD)
    page.locator("main form button[type=submit]").first.click()
    expect(page.get_by_role("link", name="Reports")).to_be_visible()
    return page


def test_a_report_is_handled_to_its_end(club: ServedClub, arrivals: Arrivals, hare: AtRace, tortoise: AtRace) -> None:
    mona = moderator_at(club, arrivals.newcomer())
    hare.sign_up("report-hare")
    tortoise.sign_up("report-tortoise")
    race(club, hare, tortoise)
    hare.play(on_one_pile, moves=3)
    tortoise.resign()
    for racer in (hare, tortoise):
        racer.wait_for("ended")
    talk, rude = AtAfterword(hare.page), AtAfterword(tortoise.page)
    rude.open()
    rude.write("You play like a shoe.")
    talk.open()
    talk.expect_said("You play like a shoe.")

    talk.page.get_by_text("More", exact=True).click()
    talk.page.get_by_role("link", name="Report this afterword").click()
    page = talk.page
    expect(page.get_by_role("heading", level=1)).to_have_text("Report what report-tortoise wrote after your match")
    page.get_by_label(re.compile("What happened")).fill("That is no way to talk.")
    page.get_by_role("button", name="Report").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Thank you")
    page.get_by_role("link", name="Reports and decisions").click()
    expect(page.get_by_text("The moderators have not looked at it yet.")).to_be_visible()

    mona.get_by_role("link", name="Reports").click()
    mona.locator("#result_list").get_by_role("link", name="an afterword").click()
    expect(mona.get_by_text("That is no way to talk.")).to_be_visible()
    expect(mona.get_by_role("listitem").filter(has_text="You play like a shoe.")).to_be_visible()
    mona.get_by_label("What is done").select_option("hide the remark")
    mona.get_by_label("Which remark").select_option("You play like a shoe.")
    mona.get_by_label("Why").fill("Be friendly to who you play with.")
    mona.get_by_label("To who reported it").fill("We have hidden it.")
    mona.get_by_role("button", name="Decide").click()
    expect(mona.get_by_text("Done, logged, and told to whom it concerns.")).to_be_visible()

    rude.expect_said("This remark is no longer shown.")
    tortoise.page.goto("/")
    tortoise.page.get_by_role("link", name="A moderator has decided something about you").click()
    expect(tortoise.page.get_by_text("Be friendly to who you play with.")).to_be_visible()
    expect(tortoise.page.get_by_text(re.compile("A remark that you wrote after this match is hidden"))).to_be_visible()
    expect(tortoise.page.get_by_text(re.compile("write to club@localhost"))).to_be_visible()
    page.reload()
    expect(page.get_by_text("We have hidden it.")).to_be_visible()


def test_whoever_is_suspended_is_out_within_seconds_and_reads_why_at_the_door(
    club: ServedClub, arrivals: Arrivals, hare: AtRace, tortoise: AtRace
) -> None:
    hare.sign_up("suspended-hare")
    tortoise.sign_up("suspending-tortoise")
    race(club, hare, tortoise)
    suspend = (
        "from django.utils import timezone; from django.db import transaction\n"
        "from club.models import Player; from club.moderation import Ground; from games.suspending import suspend\n"
        "with transaction.atomic():\n"
        "    ada = Player.objects.create_superuser('ada', 'correct horse battery')\n"
        "    suspend(Player.objects.get(name='suspended-hare'), 3, Ground(ada, 'A solver was used.'), timezone.now())\n"
    )
    done = club.manage("shell", "-c", suspend)
    assert done.returncode == 0, done.stderr
    expect(hare.page.locator("[data-word]")).to_contain_text("A moderator has suspended you")
    hare.page.context.clear_cookies()
    hare.page.goto("/accounts/login/")
    hare.page.locator("[name=login]").fill("suspended-hare")
    hare.page.locator("[name=password]").fill(PASSWORD)
    hare.page.locator("main form button[type=submit]").first.click()
    expect(hare.page.get_by_role("heading", level=1)).to_have_text("You are suspended")
    expect(hare.page.get_by_text("A solver was used.")).to_be_visible()
    # The console says once that this page is a refusal, as it is meant.
    (refusal,) = arrivals.complaints
    assert "403" in refusal
    arrivals.complaints.clear()
    # The other plays on.
    tortoise.play(on_one_pile, moves=1)
