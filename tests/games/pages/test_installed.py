"""The club as an app: a manifest whose icons are there, and a worker that names what it keeps."""

import json
import re
import struct
from collections.abc import Callable
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from django.test import Client
from django.urls import resolve

from club.models import Player
from tests.club.browser import page

pytestmark = pytest.mark.django_db


def drawn_size(address: str) -> str:
    """As the picture itself says it."""
    found = finders.find(address.removeprefix("/static/"))
    assert isinstance(found, str)
    with Path(found).open("rb") as picture:
        head = picture.read(24)
    assert head.startswith(b"\x89PNG")
    return "{}x{}".format(*struct.unpack(">II", head[16:]))


def test_the_manifest_names_icons_of_the_sizes_they_have(client: Client) -> None:
    answer = client.get("/app.webmanifest")
    assert answer["Content-Type"] == "application/manifest+json"
    read = json.loads(answer.content)
    assert (read["start_url"], read["scope"], read["display"]) == ("/", "/", "standalone")
    drawn = [icon for icon in read["icons"] if icon["type"] == "image/png"]
    assert [drawn_size(icon["src"]) for icon in drawn] == [icon["sizes"] for icon in drawn]
    assert {"192x192", "512x512"} <= {icon["sizes"] for icon in drawn}
    assert any(icon.get("purpose") == "maskable" for icon in drawn)
    assert [resolve(shortcut["url"]).view_name for shortcut in read["shortcuts"]] == ["my-day", "daily"]


def test_every_page_leads_to_the_manifest(client: Client) -> None:
    assert '<link rel="manifest" href="/app.webmanifest">' in client.get("/").content.decode()


def test_the_worker_keeps_the_page_for_no_network_with_all_its_files(client: Client) -> None:
    script = client.get("/sw.js").content.decode()
    kept = json.loads(script.partition("\n")[0].removeprefix("self.kept = ").removesuffix(";"))
    offline = client.get(kept["page"])
    assert offline.status_code == 200
    files = set(re.findall(r'(?:href|src)="([^"]+\.(?:css|js))"', offline.content.decode()))
    assert files
    assert files <= set(kept["files"])


def test_the_page_for_no_network_is_nobodys_own(at: Callable[[Player], Client], client: Client, alice: Player) -> None:
    assert client.get("/offline/").content == at(alice).get("/offline/").content
    assert page(client.get("/offline/")).forms == []


def test_the_worker_is_another_one_in_another_language(client: Client) -> None:
    german = client.get("/sw.js", headers={"Accept-Language": "de"}).content
    assert german != client.get("/sw.js").content
