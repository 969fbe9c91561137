"""No address of the club leads whoever follows it anywhere else, whatever it is told about where to go next."""

from itertools import cycle
from urllib.parse import urlsplit

import pytest
from django.urls import resolve

from tests.games.allowed.addresses import FORMS, TABLE
from tests.games.allowed.scene import Scene
from tests.games.allowed.test_addresses import browser_of

pytestmark = pytest.mark.django_db(transaction=True)

ELSEWHERE = (
    "https://evil.example/",
    "//evil.example/",
    "/\\evil.example",
    "http:///evil.example",
    "javascript:alert(1)",
)
FIELDS = ("next", "url", "redirect_to", "back", "to")


@pytest.mark.parametrize("visitor", ["nobody", "guest", "owner"])
def test_nothing_leads_out_of_the_club(scene: Scene, visitor: str) -> None:
    leads_out = []
    for (method, address, _answers), elsewhere in zip(TABLE, cycle(ELSEWHERE), strict=False):
        if "RUNNING" in address:
            continue
        path, wishes = scene.written_out(address), dict.fromkeys(FIELDS, elsewhere)
        browser, come_from = browser_of(scene, visitor), {"referer": elsewhere}
        if method == "POST":
            form = FORMS.get(resolve(path).view_name, {}) | wishes
            answer = browser.post(path, form, query_params=wishes, headers=come_from)
            scene.restore()
        else:
            answer = browser.get(path, wishes, headers=come_from)
        led_to = answer.get("Location", "/")
        if urlsplit(led_to).netloc or urlsplit(led_to).scheme or led_to.startswith(("//", "/\\")):
            leads_out.append(f"{method} {address} to {led_to}")
    assert leads_out == []
