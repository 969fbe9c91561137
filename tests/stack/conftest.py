"""A served club of its own for each test file."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.served import ServedClub


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServedClub]:
    folder: Path = tmp_path_factory.mktemp("club")
    with ServedClub(folder) as served:
        yield served
