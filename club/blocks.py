"""Blocks: a player wants nothing of another, who is not told; what each sees and asks is decided in `club.audience`."""

import datetime as dt

from django.db import transaction

from club import partners
from club.models import Block, Player

# So many are shown; nobody has more.
MOST = 1000


class NotBlocked(ValueError):
    """Nothing was changed: nobody blocks themselves, nor more than a thousand others."""


@transaction.atomic
def block(player: Player, other: Player, now: dt.datetime) -> None:
    """The player wants nothing of the other from now on, who is no partner any more. Again harmless.

    Raises NotBlocked.
    """
    if player.pk == other.pk:
        raise NotBlocked
    if player.blocks.count() >= MOST:
        raise NotBlocked
    Block.objects.get_or_create(player=player, blocked=other, defaults={"made_at": now})
    partners.part(player, other, now)


def unblock(player: Player, block_id: int) -> None:
    """That block of the player's own is lifted; another's is left alone. Again harmless."""
    Block.objects.filter(pk=block_id, player=player).delete()


def made_by(player: Player) -> list[Block]:
    """Whom the player blocks, the newest first."""
    return list(player.blocks.select_related("blocked").order_by("-made_at", "-pk")[:MOST])
