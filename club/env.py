"""Settings read from the environment, each parsed once and refused with a sentence when it cannot be read."""

import os
import secrets
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured

YES = {"1", "true", "yes", "on"}
NO = {"0", "false", "no", "off", ""}


def env_text(name: str, default: str = "") -> str:
    return os.environ.get(name, default).strip()


def env_bool(name: str, default: bool) -> bool:
    raw = env_text(name, "1" if default else "0").lower()
    if raw in YES:
        return True
    if raw in NO:
        return False
    raise ImproperlyConfigured(f"{name} is {raw!r}: say 1 or 0")


def env_list(name: str, default: str = "") -> list[str]:
    """Comma-separated words, without the empty ones."""
    return [word.strip() for word in env_text(name, default).split(",") if word.strip()]


def env_path(name: str, default: Path) -> Path:
    raw = env_text(name)
    return Path(raw).expanduser().resolve() if raw else default


def secret_key(folder: Path) -> str:
    """SECRET_KEY from the environment, else one made once and kept in the club's folder, readable by its owner only."""
    given = env_text("SECRET_KEY")
    if given:
        return given
    kept = folder / "secret_key"
    try:
        return kept.read_text(encoding="ascii")
    except FileNotFoundError:
        pass
    # Written aside and linked into place, so that two processes starting at once agree on one key.
    aside = folder / f"secret_key.{secrets.token_hex(8)}"
    aside.touch(mode=0o600)
    aside.write_text(secrets.token_urlsafe(64), encoding="ascii")
    try:
        os.link(aside, kept)
    except FileExistsError:
        pass
    finally:
        aside.unlink()
    return kept.read_text(encoding="ascii")
