"""Every address of the club, tried by everybody who could stand before it, is as its table says."""

from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest
from django.contrib import messages
from django.test import Client
from django.urls import NoReverseMatch, URLPattern, URLResolver, get_resolver, resolve, reverse

from club.models import Player
from tests.club.browser import page
from tests.games.allowed.addresses import FORMS, IN_SHORT, TABLE, Line
from tests.games.allowed.scene import VISITORS, Scene

pytestmark = pytest.mark.django_db(transaction=True)


def browser_of(scene: Scene, visitor: str, *, checks_forms: bool = False) -> Client:
    browser = Client(enforce_csrf_checks=checks_forms)
    if visitor in scene.cookies:
        name, _, browser.cookies[name] = scene.cookies[visitor].partition("=")
    return browser


def answer_to(scene: Scene, visitor: str, method: str, address: str) -> str:
    """The status, or in short where a redirect leads to, with `!` where it says there why not."""
    browser = browser_of(scene, visitor)
    path = scene.written_out(address)
    form = FORMS.get(resolve(path).view_name, {})
    answer = browser.post(path, form) if method == "POST" else browser.get(path)
    if answer.status_code not in (302, 303):
        return str(answer.status_code)
    led_to = resolve(urlsplit(answer["Location"]).path).view_name
    said = messages.get_messages(answer.wsgi_request)
    return IN_SHORT.get(led_to, led_to) + ("!" if any(word.level == messages.ERROR for word in said) else "")


def tried(scene: Scene, visitor: str, lines: list[Line]) -> list[str]:
    """What is not as it stands in the table."""
    wrong = []
    for method, address, answers in lines:
        answer = answer_to(scene, visitor, method, address)
        if method == "POST":
            scene.restore(racing="RUNNING" in address)
        if answer != answers[visitor]:
            wrong.append(f"{method} {address}: {answer}, not {answers[visitor]}")
    return wrong


@pytest.mark.parametrize("visitor", VISITORS)
def test_each_address_answers_that_visitor_as_the_table_says(scene: Scene, visitor: str) -> None:
    in_a_race = [line for line in TABLE if "RUNNING" in line.address]
    assert tried(scene, visitor, [line for line in TABLE if line not in in_a_race]) == []
    scene.restore(racing=True)
    assert tried(scene, visitor, in_a_race) == []


def names(resolver: URLResolver, space: str = "") -> Iterator[str]:
    """The name of each address, as `namespace:name` where it has one."""
    for found in resolver.url_patterns:
        if isinstance(found, URLPattern):
            yield f"{space}{found.name}"
        else:
            yield from names(found, f"{found.namespace}:" if found.namespace else space)


def named(scene: Scene, method: str) -> dict[str, str]:
    """An address of the table by the name of each that has a line of that method."""
    return {
        resolve(scene.written_out(line.address)).view_name: line.address
        for line in TABLE
        if line.method == method and "RUNNING" not in line.address
    }


def test_the_table_names_every_address_and_none_that_does_not_exist(scene: Scene) -> None:
    in_the_table = named(scene, "GET").keys() | named(scene, "POST").keys()
    of_the_club = {name for name in names(get_resolver()) if not name.startswith("admin:")}
    assert in_the_table == of_the_club | {"admin:index"}


@pytest.mark.parametrize("visitor", ["nobody", "owner"])
def test_what_has_one_line_in_the_table_takes_no_other_method(scene: Scene, visitor: str) -> None:
    got, posted = named(scene, "GET"), named(scene, "POST")
    others = [("POST", got[name]) for name in got.keys() - posted.keys() - {"admin:index"}]
    others += [("GET", posted[name]) for name in posted.keys() - got.keys()]
    answers = {(method, address): answer_to(scene, visitor, method, address) for method, address in sorted(others)}
    # Some first look who asks.
    assert {asked: answer for asked, answer in answers.items() if answer not in ("405", "404", "sign-in")} == {}


def test_every_page_has_one_heading_and_nothing_inline_and_looking_makes_nobody(scene: Scene) -> None:
    people = Player.objects.count()
    for visitor in ("nobody", "owner"):
        for method, address, answers in TABLE:
            if method == "GET" and answers[visitor] == "200" and "RUNNING" not in address:
                seen = browser_of(scene, visitor).get(scene.written_out(address))
                if seen["Content-Type"].startswith("text/html") and not address.startswith("/admin/"):
                    found = page(seen)
                    assert (address, len(found.headings), found.inline) == (address, 1, [])
    assert Player.objects.count() == people


def test_no_form_is_taken_from_another_site(scene: Scene) -> None:
    """But for those few that bring a proof of their own."""
    taken = []
    for name, address in named(scene, "POST").items():
        browser = browser_of(scene, "owner", checks_forms=True)
        if browser.post(scene.written_out(address), FORMS.get(name, {})).status_code != 403:
            taken.append(name)
    assert sorted(taken) == ["notices-off", "push-renew"]


def of_the_admin() -> list[str]:
    """Every address below /admin/ that can be written down, about the first of everything."""
    written = []
    for name in {name for name in names(get_resolver()) if name.startswith("admin:")}:
        for arguments in ([], ["1"], ["club"], ["1", "1"]):
            try:
                written.append(reverse(name, args=arguments))
            except NoReverseMatch:
                continue
    return sorted(set(written))


def test_nothing_of_the_admin_is_for_anybody_but_the_staff(scene: Scene) -> None:
    found = set(of_the_admin()) - {"/admin/login/", "/admin/logout/"}
    assert len(found) > 50
    for visitor in ("nobody", "guest", "owner"):
        answers = {address: answer_to(scene, visitor, "GET", address) for address in found}
        assert {address: answer for address, answer in answers.items() if answer != "staff"} == {}
