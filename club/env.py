"""Settings read from the environment, each parsed once and refused with a sentence when it cannot be read."""

import os
import secrets
from base64 import urlsafe_b64decode, urlsafe_b64encode
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured
from psycopg import ProgrammingError
from psycopg.conninfo import conninfo_to_dict

YES = {"1", "true", "yes", "on"}
NO = {"0", "false", "no", "off", ""}
# The number of points of the curve P-256: a private key is a number from 1 to one below it.
P256_ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
P256_BYTES = 32


def env_text(name: str, default: str = "") -> str:
    return os.environ.get(name, default).strip()


def env_bool(name: str, default: bool) -> bool:
    raw = env_text(name, "1" if default else "0").lower()
    if raw in YES:
        return True
    if raw in NO:
        return False
    raise ImproperlyConfigured(f"{name} is {raw!r}: say 1 or 0")


def env_int(name: str, default: int) -> int:
    """A whole number from 0 up."""
    raw = env_text(name, str(default))
    if not raw.isascii() or not raw.isdigit():
        raise ImproperlyConfigured(f"{name} is {raw!r}: say a number from 0 up")
    return int(raw)


def env_choice(name: str, choices: tuple[str, ...]) -> str:
    """One of these words; the first where nothing is said."""
    raw = env_text(name, choices[0]).lower()
    if raw not in choices:
        raise ImproperlyConfigured(f"{name} is {raw!r}: say one of {', '.join(choices)}")
    return raw


def env_list(name: str, default: str = "") -> list[str]:
    """Comma-separated words, without the empty ones."""
    return [word.strip() for word in env_text(name, default).split(",") if word.strip()]


def env_path(name: str, default: Path) -> Path:
    raw = env_text(name)
    return Path(raw).expanduser().resolve() if raw else default


def env_postgres(name: str) -> dict[str, str] | None:
    """The parts of a libpq address such as postgresql://user:password@host/name?sslmode=require; None without one.

    Never shown whole, since it holds a password.
    """
    raw = env_text(name)
    if not raw:
        return None
    try:
        parts = {part: str(value) for part, value in conninfo_to_dict(raw).items()}
    except ProgrammingError:
        parts = {}
    if not raw.startswith(("postgresql://", "postgres://")) or "dbname" not in parts:
        raise ImproperlyConfigured(f"{name} is no address of a database: say postgresql://user:password@host/name")
    return parts


def env_redis(name: str) -> str:
    """The address of a Redis server, or nothing. Never shown, since it may hold a password."""
    raw = env_text(name)
    if raw and not raw.startswith(("redis://", "rediss://", "unix://")):
        raise ImproperlyConfigured(f"{name} is no address of a Redis server: say redis://host:6379/0")
    return raw


def secret_key(folder: Path) -> str:
    """SECRET_KEY from the environment, else one made once and kept in the club's folder, readable by its owner only."""
    return env_text("SECRET_KEY") or _kept(folder / "secret_key", secrets.token_urlsafe(64))


def push_key(folder: Path) -> str:
    """The private key that push messages are signed with: 32 bytes of a P-256 key in base64url.

    PUSH_PRIVATE_KEY from the environment, else one made once and kept in the club's folder, readable by its owner only.
    """
    key = env_text("PUSH_PRIVATE_KEY") or _kept(folder / "push_key", new_push_key())
    try:
        raw = urlsafe_b64decode(key + "=" * (-len(key) % 4))
    except ValueError:
        raw = b""
    if len(raw) != P256_BYTES or not 0 < int.from_bytes(raw) < P256_ORDER:
        raise ImproperlyConfigured("PUSH_PRIVATE_KEY is no P-256 private key: 32 bytes in base64url")
    return key


def new_push_key() -> str:
    """A private key that nobody has used, as `push_key` reads it."""
    number = secrets.randbelow(P256_ORDER - 1) + 1
    return urlsafe_b64encode(number.to_bytes(P256_BYTES)).rstrip(b"=").decode()


def _kept(kept: Path, made: str) -> str:
    """What that file holds; it is made now if there is none."""
    try:
        return kept.read_text(encoding="ascii")
    except FileNotFoundError:
        pass
    # Written aside and linked into place, so that two processes starting at once agree on one key.
    aside = kept.with_name(f"{kept.name}.{secrets.token_hex(8)}")
    aside.touch(mode=0o600)
    aside.write_text(made, encoding="ascii")
    try:
        os.link(aside, kept)
    except FileExistsError:
        pass
    finally:
        aside.unlink()
    return kept.read_text(encoding="ascii")
