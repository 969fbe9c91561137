"""How often something may be asked for, as the settings write it: `20/m/ip` is 20 a minute for each address."""

from typing import NamedTuple


class SocketLimit(NamedTuple):
    """What one source may open at each process: so many sockets held, so many opened at once, then so many a minute."""

    held: int
    at_once: int
    a_minute: int


def for_a_crowd(rates: dict[str, str], times: int) -> dict[str, str]:
    """The same rates by account, and by address so many times as much, where a crowd shares one address."""
    return {action: ",".join(_widened(rate, times) for rate in each.split(",")) for action, each in rates.items()}


def for_somebody(rates: str, *, known: bool) -> str:
    """Those of the rates that can be counted: of who is not signed in, none by account."""
    return ",".join(rate for rate in rates.split(",") if known or not rate.endswith("/user"))


def _widened(rate: str, times: int) -> str:
    amount, rest = rate.split("/", 1)
    return f"{int(amount) * times}/{rest}" if rest.endswith("/ip") else rate
