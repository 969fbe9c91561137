"""The list of every page, by which axe and the gallery go, knows every page that anybody may see."""

import re

from tests.browser.every_page import EVERY_PAGE
from tests.games.allowed.addresses import TABLE

# What is answered to scripts, programs and the browser itself; and the admin, which is Django's.
NO_PAGE = re.compile(r"\.(json|js|ics|webmanifest)$|^/(health|admin|table/KEY/board/\d+|table/KEY/turns/\d+)/$")
# Pages that are in the list by another address, and a part of one.
ELSEWHERE = {"/daily/calendar/2026/03/", "/player/paula/", "/partners/here/"}


def _without_keys(address: str) -> str:
    return re.sub("[A-Z]{3,}", "KEY", address.partition("?")[0])


def test_each_address_that_shows_a_page_is_in_the_list_of_every_page() -> None:
    shown = {_without_keys(line.address) for line in TABLE if line.method == "GET" and "200" in line.answers.values()}
    pages = {address for address in shown if not NO_PAGE.search(address)} - ELSEWHERE
    assert pages - {_without_keys(sheet.address) for sheet in EVERY_PAGE} == set()
