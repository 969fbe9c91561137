"""Dockerfile and compose files say only what exists: commands, settings, files; and confine what they run."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from django.core.management import get_commands

ROOT = Path(__file__).resolve().parents[2]
COMPOSE_FILES = ("compose.small.yaml", "compose.yaml")
IMAGE = "the-fairest"
# Read by the images of others, and by compose itself.
OF_OTHERS = {"CLUB_HOST", "CLUB_UPSTREAM", "POSTGRES_USER", "POSTGRES_PASSWORD", "POSTGRES_DB"}
OF_COMPOSE = {"CLUB_HOST", "BACKUP_COPY", "WEB_PROCESSES"}
OF_PYTHON = {"PATH", "PYTHONUNBUFFERED", "PYTHONDONTWRITEBYTECODE", "NUMBA_CACHE_DIR"}

# Any: a service is a table of whatever compose takes.
type Service = dict[str, Any]


def read(name: str) -> dict[str, Any]:
    held: dict[str, Any] = yaml.safe_load((ROOT / name).read_text(encoding="utf-8"))
    return held


def services() -> Iterator[tuple[str, str, Service]]:
    for file in COMPOSE_FILES:
        for name, service in read(file)["services"].items():
            yield file, name, service


def ours() -> list[tuple[str, str, Service]]:
    return [each for each in services() if each[2]["image"] == IMAGE]


def settings_read() -> set[str]:
    """The variables that the club's settings are read from."""
    settings = (ROOT / "club/settings.py").read_text(encoding="utf-8")
    keys = (ROOT / "club/env.py").read_text(encoding="utf-8")
    return set(re.findall(r'\benv_\w+\("([A-Z_]+)"', settings + keys))


def dockerfile() -> list[tuple[str, str]]:
    """Its instructions, each with its arguments in one line."""
    text = re.sub(r"^\s*#.*\n", "", (ROOT / "Dockerfile").read_text(encoding="utf-8"), flags=re.MULTILINE)
    lines = text.replace("\\\n", " ").splitlines()
    return [(word, rest.strip()) for word, _, rest in (line.partition(" ") for line in lines if line.strip())]


def test_every_command_of_the_compose_files_exists_and_takes_its_arguments() -> None:
    found = set()
    for file, name, service in ours():
        command, *arguments = service["command"]
        assert command in get_commands(), (file, name)
        assert all(isinstance(argument, str) for argument in arguments)
        found.add(command)
    assert found == {"serve", "web", "sweep", "worker", "think", "backup", "migrate", "collectstatic"}


def test_every_variable_of_the_compose_files_is_a_setting() -> None:
    for file, name, service in ours():
        unknown = set(service["environment"]) - settings_read()
        assert not unknown, (file, name, unknown)


@pytest.mark.parametrize("file", COMPOSE_FILES)
def test_what_the_compose_files_ask_of_the_environment_is_documented(file: str) -> None:
    text = (ROOT / file).read_text(encoding="utf-8")
    asked = set(re.findall(r"\$\{([A-Z_]+)", text))
    assert asked <= settings_read() | OF_OTHERS | OF_COMPOSE
    documented = (ROOT / "docs/operations.md").read_text(encoding="utf-8")
    assert {name for name in asked if f"`{name}`" not in documented} == set()


def test_every_setting_is_documented_for_operators() -> None:
    documents = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "docs").glob("*.md"))
    assert {name for name in settings_read() if f"`{name}`" not in documents} == set()


def test_every_setting_that_an_operator_writes_down_reaches_the_club() -> None:
    assert all(service["env_file"] == ".env" for _file, _name, service in ours())


def test_every_service_is_confined() -> None:
    for file, name, service in services():
        where = (file, name)
        assert service["read_only"] is True, where
        assert service["cap_drop"] == ["ALL"], where
        assert service["security_opt"] == ["no-new-privileges:true"], where
        assert "privileged" not in service, where
        assert service["logging"]["options"]["max-size"], where


def test_only_the_front_server_is_reached_from_outside() -> None:
    assert {(file, name) for file, name, service in services() if "ports" in service} == {
        (file, "front") for file in COMPOSE_FILES
    }
    for _file, name, service in services():
        if name == "front":
            # Neither the database nor the keys.
            assert not any(str(volume).startswith(("data:", "backups:")) for volume in service["volumes"])


def test_every_volume_is_declared_and_every_service_waited_for_exists() -> None:
    for file in COMPOSE_FILES:
        held = read(file)
        for name, service in held["services"].items():
            named = {str(volume).partition(":")[0] for volume in service.get("volumes", []) if volume[0].isalpha()}
            assert named <= set(held["volumes"]), (file, name)
            assert set(service.get("depends_on", {})) <= set(held["services"]), (file, name)


def test_a_backup_is_made_every_night_and_copied_to_a_second_place() -> None:
    for file in COMPOSE_FILES:
        backup = read(file)["services"]["backup"]
        assert backup["command"][:2] == ["backup", "--at"]
        assert {"BACKUP_DIR", "BACKUP_COPY_DIR"} <= set(backup["environment"])
        mounted = [str(volume).rpartition(":")[2] for volume in backup["volumes"]]
        assert backup["environment"]["BACKUP_DIR"] in mounted
        assert backup["environment"]["BACKUP_COPY_DIR"] in mounted


def test_many_processes_share_a_database_a_redis_and_their_keys() -> None:
    for name in ("web", "sweep", "worker", "think"):
        told = read("compose.yaml")["services"][name]["environment"]
        assert {"DATABASE_URL", "REDIS_URL", "SECRET_KEY", "PUSH_PRIVATE_KEY", "PROCESSES"} <= set(told)


def test_the_image_is_run_by_nobody_who_could_change_it() -> None:
    users = [rest for word, rest in dockerfile() if word == "USER"]
    assert users == ["10001:10001"]
    after = [word for word, _ in dockerfile()][-6:]
    assert "RUN" not in after
    assert "COPY" not in after


def test_the_image_copies_only_what_exists_and_what_is_not_ignored() -> None:
    allowed = [line[1:] for line in (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines() if line[0] == "!"]
    copied = [rest.split()[:-1] for word, rest in dockerfile() if word == "COPY" and not rest.startswith("--from")]
    for source in (source for sources in copied for source in sources):
        assert (ROOT / source).exists(), source
        assert source in allowed, source


def test_the_image_starts_the_club_with_settings_that_exist() -> None:
    told = dict(dockerfile())
    assert told["ENTRYPOINT"] == '["python", "manage.py"]'
    assert told["CMD"].startswith('["serve"')
    names = set(re.findall(r"(?:^|\s)([A-Z_]+)=", told["ENV"]))
    assert names - OF_PYTHON <= settings_read()


def test_packages_are_installed_by_their_hashes_alone() -> None:
    (installs,) = [rest for word, rest in dockerfile() if word == "RUN" and "pip install" in rest]
    assert "--require-hashes" in installs
    assert "-r requirements.lock" in installs
