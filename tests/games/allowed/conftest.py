"""The scene, made once; each test finds it as it was made."""

from collections.abc import Iterator

import pytest
from pytest_django import DjangoDbBlocker

from tests.games.allowed.scene import Scene
from tests.games.conftest import NOON


@pytest.fixture(scope="module")
def scene_made(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Scene]:
    with django_db_blocker.unblock(), pytest.MonkeyPatch.context() as patch:
        patch.setattr("django.utils.timezone.now", lambda: NOON)
        scene = Scene()
    yield scene
    scene.close()


@pytest.fixture
def scene(transactional_db: None, scene_made: Scene, monkeypatch: pytest.MonkeyPatch) -> Scene:
    """At noon, where the clock stands still."""
    monkeypatch.setattr("django.utils.timezone.now", lambda: NOON)
    scene_made.restore()
    return scene_made
