"""Two people play by correspondence in two browsers: turns, the boards of closed ones, and the match's end."""

import re

from playwright.sync_api import expect

from tests.browser.at_race import badly, on_one_pile, pass_time
from tests.browser.at_turns import DAY, AtTurns, begin, set_zone, sit_down
from tests.served import ServedClub

CARDS = 4
EACH = str(CARDS)


def test_a_turn_is_placed_ended_and_followed_by_the_next(anna: AtTurns, bert: AtTurns) -> None:
    sit_down(anna, bert, "two-turns", turn_cards=EACH)
    expect(anna.strip).to_have_text(re.compile(r"Turn 1 · 4 of 4 cards left\s+until \w+, .+, in 24 hours"))
    anna.play(badly, moves=1)
    expect(anna.strip).to_contain_text("3 of 4 cards left")
    expect(anna.page.locator("[data-turns-said]")).to_have_text("3 cards left in this turn.")
    expect(anna.end_button).to_be_hidden()
    anna.play(badly, moves=3)
    expect(anna.page.locator("[data-placed]")).to_have_text("Turn placed")
    # The next card is shown by nothing.
    expect(anna.turned.locator(".card")).to_have_count(0)
    expect(anna.turned).to_have_accessible_name("This turn's cards are placed")
    anna.end_button.click()
    expect(anna.question).to_have_text("End turn 1 as the board stands?")
    anna.page.locator("[data-ask]").get_by_role("button", name="End turn", exact=True).click()

    anna.wait_until("waiting", 1)
    expect(anna.waits).to_contain_text("Waiting for two-turns-bert")
    expect(anna.waits).to_contain_text("in 24 hours")
    expect(anna.page.locator("[data-turns-said]")).to_have_text("Turn 1 is ended. Waiting for two-turns-bert.")
    expect(anna.waits.locator("[data-action=next-match]")).to_be_visible()
    assert len(anna.cards(1)) == CARDS
    expect(bert.other.locator("[data-line-cards]")).to_have_text("4")

    bert.place(on_one_pile)
    bert.end_turn()
    for player in (anna, bert):
        player.wait_until("playing", 2)
        expect(player.page.locator("[data-word]")).to_have_text("Turn 2 is open. See how turn 1 stood.")
        expect(player.strip).to_contain_text("4 of 4 cards left")
        expect(player.turned.locator(".card")).to_have_count(1)
    expect(anna.other.locator("[data-line-left]")).to_have_text("44 left")


def test_the_others_open_turn_changes_nothing_that_is_seen(anna: AtTurns, bert: AtTurns) -> None:
    sit_down(anna, bert, "unseen", turn_cards=EACH)
    before = anna.table.get_attribute("data-v"), anna.drawn(), anna.page.locator(".lines").inner_text()
    bert.play_turn(on_one_pile)
    bert.wait_until("waiting")
    # An answer of the club after that.
    anna.play(badly, moves=1)
    anna.page.keyboard.press("u")
    assert before[2] == anna.page.locator(".lines").inner_text().replace("47 left", "48 left")
    assert int(anna.table.get_attribute("data-v") or 0) == int(before[0] or 0) + 1


def test_both_boards_of_each_closed_turn_can_be_paged_through(anna: AtTurns, bert: AtTurns) -> None:
    sit_down(anna, bert, "paging", turn_cards=EACH)
    stood = []
    for turn in (1, 2):
        anna.play_turn(badly)
        bert.play_turn(on_one_pile)
        for player in (anna, bert):
            player.wait_until("playing", turn + 1)
        stood.append(anna.cards(1))
    drawn = anna.drawn()
    newest = anna.page.get_by_role("button", name="See turn 2")
    newest.click()
    place = anna.pager.locator("[data-turn-place]")
    expect(place).to_have_text("Turn 2 of 2")
    expect(anna.pager.locator("[data-turn-laid]")).to_have_attribute("data-turn", "2")
    assert anna.pager.locator(".laid-name").all_inner_texts() == ["You", "paging-bert"]
    second = anna.laid_boards()
    anna.page.keyboard.press("ArrowLeft")
    expect(place).to_have_text("Turn 1 of 2")
    expect(anna.pager.locator("[data-turn-laid]")).to_have_attribute("data-turn", "1")
    expect(anna.pager.locator("[data-action=turn-before]")).to_be_disabled()
    first = anna.laid_boards()
    assert first != second
    pile = anna.pager.locator("[data-board='1'] .laid-pile").first.locator("i")
    expect(pile).to_have_count(len(stood[0]))
    # The other sees the same two boards.
    bert.page.keyboard.press("b")
    expect(bert.pager.locator("[data-turn-laid]")).to_have_attribute("data-turn", "2")
    assert bert.laid_boards() == second
    assert bert.pager.locator(".laid-name").all_inner_texts() == ["You", "paging-anna"]
    # The turn goes on as it was, and is no more called new.
    anna.page.keyboard.press("Escape")
    expect(anna.pager).to_be_hidden()
    assert anna.drawn() == drawn
    expect(newest).to_have_count(0)
    anna.play(badly, moves=1)


def test_a_turn_begun_is_kept_as_it_stands(anna: AtTurns, bert: AtTurns) -> None:
    key = sit_down(anna, bert, "kept", turn_cards=EACH)
    anna.play(badly, moves=2)
    board = anna.board()
    anna.page.goto("/")
    anna.open(key)
    anna.wait_until("playing", 1)
    assert anna.board() == board
    expect(anna.strip).to_contain_text("2 of 4 cards left")
    anna.play(badly, moves=2)
    # The last card of a turn has turned no other: it may still be taken back.
    anna.after(lambda: anna.page.keyboard.press("u"))
    expect(anna.end_button).to_be_hidden()
    anna.play_turn(badly)
    anna.wait_until("waiting", 1)


def test_whether_a_turns_end_is_asked_about_is_the_players_choice(anna: AtTurns, bert: AtTurns) -> None:
    key = sit_down(anna, bert, "asking", turn_cards=EACH)
    anna.place(badly)
    anna.end_button.click()
    anna.page.get_by_role("button", name="Cancel").click()
    anna.wait_until("playing", 1)
    anna.end_button.click()
    anna.page.get_by_role("button", name="do not ask again").click()
    anna.wait_until("waiting", 1)
    bert.play_turn(badly)
    anna.wait_until("playing", 2)
    # On this device it stays as it was chosen, until it is chosen otherwise.
    anna.open(key)
    anna.place(badly)
    anna.page.keyboard.press("Enter")
    anna.wait_until("waiting", 2)
    bert.play_turn(badly)
    anna.wait_until("playing", 3)
    anna.choose_in_menu("ask-end")
    anna.page.get_by_role("button", name="Back to the table").click()
    anna.place(badly)
    anna.end_button.click()
    expect(anna.question).to_have_text("End turn 3 as the board stands?")


def test_enter_ends_the_turn_after_whatever_else_lay_over_the_table(anna: AtTurns, bert: AtTurns) -> None:
    sit_down(anna, bert, "enter", turn_cards=EACH)
    anna.play_turn(badly)
    bert.play_turn(badly)
    anna.wait_until("playing", 2)
    anna.place(badly)
    menu = anna.page.locator("[data-menu]")
    for button, sheet in (("menu", menu), ("boards", anna.pager)):
        anna.page.locator(f"[data-action={button}]:visible").click()
        expect(sheet).to_be_visible()
        anna.page.keyboard.press("Escape")
        expect(sheet).to_be_hidden()
        anna.page.keyboard.press("Enter")
        expect(anna.question).to_have_text("End turn 2 as the board stands?")
        anna.page.keyboard.press("Escape")
        expect(anna.question).to_be_hidden()
    # A question out of the menu is one more thing that lay there.
    anna.choose_in_menu("resign")
    anna.page.get_by_role("button", name="Cancel").click()
    anna.end_turn()
    anna.wait_until("waiting", 2)


def test_a_match_is_played_to_its_end_and_judged_in_words(anna: AtTurns, bert: AtTurns) -> None:
    sit_down(anna, bert, "to-the-end", turn_cards="8")
    for turn in range(1, 6):
        anna.play_turn(on_one_pile)
        bert.play(badly, moves=8)
        bert.end_turn()
        for player in (anna, bert):
            player.wait_until("playing", turn + 1)
    anna.place(on_one_pile)
    expect(anna.page.locator("[data-placed]")).to_have_text("Stock used up")
    cards = anna.own.locator("[data-line-cards]").inner_text()
    anna.page.keyboard.press("Enter")
    expect(anna.question).to_have_text(f"Your board ends here, with {cards} cards.")
    anna.page.get_by_role("button", name="End my board").click()
    anna.wait_until("stopped", 6)
    expect(anna.waits).to_contain_text("Your board has ended")
    expect(anna.waits).to_contain_text("to-the-end-bert plays on.")
    expect(anna.own.locator("[data-line-state]")).to_have_text("board ended")
    bert.play(badly, moves=8)
    bert.end_turn()
    anna.expect_told("You won!", rf"Both boards were played to their end\. {cards} cards against 4\.")
    bert.expect_told("to-the-end-anna won", rf"Both boards were played to their end\. {cards} cards against 4\.")
    expect(anna.page.locator("[data-turns-said]")).to_contain_text("You won!")
    for player in (anna, bert):
        expect(player.page.locator("[data-turns-end] [data-action=record]")).to_be_visible()
    # The turns before can still be looked at, and the deal be played again.
    anna.page.keyboard.press("b")
    expect(anna.pager.locator("[data-turn-place]")).to_have_text("Turn 6 of 6")
    anna.page.keyboard.press("Escape")
    anna.page.get_by_role("button", name="Same deal again").click()
    expect(anna.table).to_have_attribute("data-mode", "solo")


def test_resigning_asks_first_and_gives_the_match_to_the_other(anna: AtTurns, bert: AtTurns) -> None:
    sit_down(anna, bert, "resigning", turn_cards=EACH)
    anna.play(badly, moves=2)
    anna.choose_in_menu("resign")
    expect(anna.question).to_have_text("Give this match to resigning-bert?")
    anna.page.get_by_role("button", name="Cancel").click()
    anna.resign()
    anna.expect_told("resigning-bert won", r"You resigned\.")
    bert.expect_told("You won!", r"resigning-anna resigned\.")
    anna.page.get_by_role("button", name="Play my board on").click()
    expect(anna.table).to_have_attribute("data-mode", "solo")
    anna.wait_for("running")
    assert anna.rows == 2


def test_an_absence_is_taken_once_and_moves_the_deadline(club: ServedClub, anna: AtTurns, bert: AtTurns) -> None:
    sit_down(anna, bert, "absence", turn_cards=EACH)
    bert.play_turn(badly)
    bert.wait_until("waiting")
    anna.choose_in_menu("absence")
    expect(anna.page.locator("[data-ask-choices] button")).to_have_count(7)
    anna.page.get_by_role("button", name=re.compile("^3 days: ")).click()
    expect(anna.question).to_have_text(re.compile("An absence of 3 days, until .+: it cannot be taken back"))
    anna.page.get_by_role("button", name="Take the absence").click()
    expect(anna.until).to_have_text(re.compile("in 4 days$"))
    expect(anna.page.locator("[data-word]")).to_have_text(re.compile("^Your absence is taken: until "))
    # Who waits sees until when, and it holds.
    expect(bert.waits).to_contain_text("in 4 days")
    pass_time(club, 2 * DAY, anna, bert)
    expect(anna.until).to_have_text(re.compile("in 2 days$|in 48 hours$"))
    anna.page.locator("[data-action=menu]").click()
    expect(anna.page.locator("[data-menu] [data-action=absence]")).to_be_hidden()


def test_no_absence_is_offered_where_none_was_agreed_on(anna: AtTurns, bert: AtTurns) -> None:
    sit_down(anna, bert, "present", turn_cards=EACH, absence_allowed="")
    anna.page.locator("[data-action=menu]").click()
    expect(anna.page.locator("[data-menu] [data-action=absence]")).to_be_hidden()


def test_the_zone_of_the_settings_is_the_one_that_is_shown(club: ServedClub, anna: AtTurns, bert: AtTurns) -> None:
    for player, name in ((anna, "zone-anna"), (bert, "zone-bert")):
        player.sign_up(name)
    set_zone(club, "zone-anna", "Asia/Kolkata")
    key = begin(club, ("zone-anna", "zone-bert"))
    for player in (anna, bert):
        player.open(key)
    expect(anna.until).to_contain_text("GMT+5:30")
    expect(bert.until).to_contain_text("UTC")
