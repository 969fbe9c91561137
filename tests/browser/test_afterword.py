"""Two players talk after their match, each in a browser of their own."""

import re

from playwright.sync_api import ViewportSize, expect

from tests.browser.arrivals import Arrivals
from tests.browser.at_afterword import NARROW, WIDE, AtAfterword
from tests.browser.at_race import AtRace, on_one_pile, pass_time, race
from tests.browser.at_turns import AtTurns, begin
from tests.browser.in_sight import wrong_at
from tests.browser.wire import Wire
from tests.served import ServedClub

THREE_DAYS = 72 * 3600
HOSTILE = '<img src=x onerror="title=1"><script>document.title=2</script> <a href="javascript:alert(3)">x</a> https://a.example'
HUNDREDS = "M" * 280
# A small phone upright, and a larger one lying down.
OTHERS: tuple[ViewportSize, ...] = ({"width": 360, "height": 640}, {"width": 844, "height": 390})


def ended(club: ServedClub, one: AtRace, two: AtRace, names: tuple[str, str] | None) -> tuple[AtAfterword, AtAfterword]:
    """The second has given the race up after some moves; members where they are named, else guests."""
    for racer, name in zip((one, two), names or (), strict=False):
        racer.sign_up(name)
    race(club, one, two)
    one.play(on_one_pile, moves=6)
    two.play(on_one_pile, moves=3)
    two.resign()
    for racer in (one, two):
        racer.wait_for("ended")
    return AtAfterword(one.page), AtAfterword(two.page)


def test_two_talk_live_thank_name_a_move_and_close(club: ServedClub, hare: AtRace, tortoise: AtRace) -> None:
    hare.page.set_viewport_size(WIDE)
    mine, theirs = ended(club, hare, tortoise, ("talk-hare", "talk-tortoise"))
    expect(mine.panel).to_be_visible()
    expect(mine.until).to_have_text(re.compile(r"open until .+"))
    expect(theirs.panel).to_be_hidden()

    mine.write("Your move 2 was good, and #5 of mine was not.")
    expect(theirs.opener).to_have_text("Afterword · 1 new")
    theirs.open()
    theirs.expect_said("Your move 2 was good, and #5 of mine was not.")
    theirs.write("Thank you")
    mine.expect_said("Your move 2 was good, and #5 of mine was not.", "Thank you")
    theirs.press("Say thanks")
    expect(mine.page.locator("[data-afterword-thanks]")).to_have_text("talk-tortoise says thanks.")
    expect(theirs.page.locator("[data-afterword-thanks]")).to_have_text("You said thanks.")
    expect(theirs.panel.get_by_role("button", name="Say thanks")).to_be_hidden()

    theirs.press("move 2")
    expect(theirs.page.locator("[data-move-place]")).to_have_text("Move 2")
    expect(theirs.boards.locator("[data-board]")).to_have_count(2)
    theirs.page.keyboard.press("ArrowLeft")
    expect(theirs.page.locator("[data-move-place]")).to_have_text("Move 1")
    # Both had the same first card, and put it down as they liked.
    expect(theirs.boards.locator(".laid-stock")).to_have_text([re.compile("47 left"), re.compile("47 left")])
    theirs.boards.get_by_role("button", name="Close").click()
    mine.press("#5")
    expect(mine.boards.locator("[data-board='2'] .laid-words")).to_have_text("ended after 3 moves")
    mine.boards.get_by_role("button", name="Close").click()

    mine.more("Close the afterword")
    mine.answer("Close it")
    expect(mine.until).to_have_text("You closed it.")
    expect(theirs.until).to_have_text("talk-hare closed it.")
    for one in (mine, theirs):
        expect(one.text).to_be_hidden()
    theirs.page.keyboard.press("Escape")
    expect(theirs.panel).to_be_hidden()
    expect(theirs.opener).to_have_text("Afterword")


def test_whatever_is_written_stays_text_and_keys_write_it(club: ServedClub, hare: AtRace, tortoise: AtRace) -> None:
    mine, theirs = ended(club, hare, tortoise, ("plain-hare", "plain-tortoise"))
    for one in (mine, theirs):
        one.open()
    title = theirs.page.title()
    mine.write(HOSTILE)
    theirs.expect_said(HOSTILE)
    assert theirs.panel.locator("a[href^=javascript], .remark img, .remark script, .remark a").count() == 0
    assert theirs.page.title() == title
    # Letters that are keys of the table are letters here.
    mine.text.press_sequentially("frume?1b")
    expect(mine.text).to_have_value("frume?1b")
    expect(mine.page.locator("dialog[open]")).to_have_count(0)
    mine.text.fill(HUNDREDS + "!")
    expect(mine.page.locator("[data-remark-left]")).to_contain_text("1 character too many")
    mine.text.press("Enter")
    expect(mine.word).to_have_text("A remark has 280 characters at most.")
    expect(mine.text).to_have_value(HUNDREDS + "!")
    mine.write(HUNDREDS)
    theirs.expect_said(HOSTILE, HUNDREDS)


def test_guests_choose_among_ready_made_remarks_and_a_member_writes(
    club: ServedClub, hare: AtRace, tortoise: AtRace
) -> None:
    mine, theirs = ended(club, hare, tortoise, None)
    for one in (mine, theirs):
        one.open()
        expect(one.text).to_be_hidden()
    mine.choose("Well played!")
    theirs.choose("That was close!")
    for one in (mine, theirs):
        one.expect_said("Well played!", "That was close!")
    table = hare.page.url
    hare.sign_up("guest-no-more")
    hare.page.goto(table)
    mine.open()
    mine.write("Now in my own words.")
    theirs.expect_said("Well played!", "That was close!", "Now in my own words.")


def test_a_rematch_leads_back_to_the_talk_and_a_draft_is_kept(club: ServedClub, hare: AtRace, tortoise: AtRace) -> None:
    mine, theirs = ended(club, hare, tortoise, ("again-hare", "again-tortoise"))
    theirs.open()
    theirs.text.fill("Not sent yet")
    before = hare.page.url
    hare.rematch.click()
    tortoise.page.keyboard.press("Escape")
    expect(tortoise.rematch).to_have_text("Accept")
    tortoise.rematch.click()
    for racer in (hare, tortoise):
        racer.page.wait_for_url(lambda url: url != before)
        racer.wait_for("opening")
    tortoise.page.locator("[data-opening]").get_by_role("link", name="Afterword of the last match").click()
    tortoise.wait_for("ended")
    expect(theirs.panel).to_be_visible()
    expect(theirs.text).to_have_value("Not sent yet")
    theirs.write("Sent now")
    hare.page.goto(before)
    mine.open()
    mine.expect_said("Sent now")


def test_a_remark_written_without_a_network_is_there_once_it_is_back(
    club: ServedClub, wire: Wire, hare: AtRace, snail: AtRace
) -> None:
    theirs, mine = ended(club, hare, snail, ("wire-hare", "wire-snail"))
    mine.open()
    theirs.open()
    wire.cut()
    snail.ask_the_club()
    expect(snail.table).to_have_attribute("data-connection", "reconnecting")
    mine.text.fill("Are you there?")
    mine.text.press("Enter")
    wire.mend()
    theirs.expect_said("Are you there?")
    expect(mine.text).to_have_value("")
    mine.expect_said("Are you there?")


def test_after_three_days_it_can_only_be_read(club: ServedClub, hare: AtRace, tortoise: AtRace) -> None:
    mine, _ = ended(club, hare, tortoise, ("late-hare", "late-tortoise"))
    mine.open()
    mine.write("In time")
    pass_time(club, THREE_DAYS, hare)
    expect(mine.until).to_have_text("closed")
    expect(mine.text).to_be_hidden()
    mine.expect_said("In time")
    club.move_clock(-THREE_DAYS)


def test_others_read_it_once_both_let_them(
    club: ServedClub, hare: AtRace, tortoise: AtRace, arrivals: Arrivals
) -> None:
    mine, theirs = ended(club, hare, tortoise, ("open-hare", "open-tortoise"))
    mine.open()
    theirs.open()
    mine.write("For all to read")
    watcher = AtAfterword(arrivals.newcomer())
    watcher.page.goto(hare.page.url)
    expect(watcher.page.locator("[data-table]")).to_have_attribute("data-phase", "ended")
    for one in (mine, theirs):
        expect(watcher.opener).to_be_hidden()
        one.panel.locator("summary", has_text="More").click()
        one.panel.get_by_label("Let others read it").check()
    expect(watcher.opener).to_be_visible()
    watcher.open()
    watcher.expect_said("For all to read")
    expect(watcher.panel.get_by_role("button", name="Say thanks")).to_have_count(0)
    theirs.panel.get_by_label("Let others read it").uncheck()
    expect(watcher.panel).to_be_hidden()


def test_blocking_at_the_table_ends_the_talk_without_a_word_about_it(
    club: ServedClub, hare: AtRace, tortoise: AtRace
) -> None:
    mine, theirs = ended(club, hare, tortoise, ("block-hare", "block-tortoise"))
    mine.open()
    theirs.open()
    mine.more("Block this player")
    mine.answer("Block")
    expect(mine.word).to_have_text("block-tortoise is blocked.")
    theirs.text.fill("Hello?")
    theirs.text.press("Enter")
    expect(theirs.word).to_have_text("There is no talk between the two of you just now.")
    expect(mine.remarks).to_have_count(0)


def test_after_a_match_by_correspondence_there_is_one_too(club: ServedClub, anna: AtTurns, bert: AtTurns) -> None:
    anna.sign_up("word-anna")
    bert.sign_up("word-bert")
    key = begin(club, ("word-anna", "word-bert"))
    for player in (anna, bert):
        player.open(key)
    anna.resign()
    mine, theirs = AtAfterword(anna.page), AtAfterword(bert.page)
    for player, talk in ((anna, mine), (bert, theirs)):
        player.wait_for("ended")
        talk.open()
        expect(talk.panel.get_by_label("Let others read it")).to_be_hidden()
    theirs.write("Did you have to go?")
    mine.expect_said("Did you have to go?")


def test_a_long_talk_leaves_everything_within_reach(club: ServedClub, hare: AtRace, tortoise: AtRace) -> None:
    mine, theirs = ended(club, hare, tortoise, ("Wilhelmine-Friederike-Wu", "Maximiliane-Theodora-Wow"))
    mine.open()
    theirs.open()
    mine.write(HUNDREDS)
    theirs.write("What a game, from the first to the last card of it. " * 5)
    for size in (NARROW, *OTHERS, WIDE):
        mine.page.set_viewport_size(size)
        for part in (mine.text, mine.panel.get_by_role("button", name="Say thanks"), mine.remarks.last):
            expect(part).to_be_in_viewport()
        assert mine.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    mine.page.set_viewport_size(WIDE)
    expect(mine.page.locator("[data-race-end] [data-board]")).to_have_count(2)
    for board in mine.page.locator("[data-race-end] [data-board]").all():
        expect(board).to_be_in_viewport(ratio=1)
    assert wrong_at(mine.page, [(1280, 800), (1920, 1080)]) == []
