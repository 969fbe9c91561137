"""Where a player's mail goes: to a confirmed address, as long as it takes mail."""

from allauth.account.models import EmailAddress

from club.models import MailRefused, Player

# An address that was refused so often in a row gets no more notices.
REFUSED_TOO_OFTEN = 3


def address_of(player: Player) -> str | None:
    """Where the player's notices go: the confirmed address, unless it was refused too often."""
    address = confirmed_address(player)
    return None if address is None or refusal_of(player, address) is not None else address


def confirmed_address(player: Player) -> str | None:
    confirmed = EmailAddress.objects.filter(user=player, verified=True).order_by("-primary", "pk")
    return confirmed.values_list("email", flat=True).first()


def refusal_of(player: Player, address: str) -> MailRefused | None:
    """Why that address gets no more notices, if so; another address begins anew."""
    return MailRefused.objects.filter(player=player, address=address, times__gte=REFUSED_TOO_OFTEN).first()
