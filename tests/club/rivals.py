"""Another request that comes in between, where a password is looked at: after the name was and before it is saved."""

from django.utils import timezone

from club import joining
from club.models import Invitation, Player


class RivalTakesTheName:
    """A validator in the settings' list; it takes the name that the form asks for."""

    def validate(self, password: str, user: Player | None = None) -> None:
        if user is not None and user.name is not None:
            Player.objects.create_user(user.name.upper(), password)

    def get_help_text(self) -> str:
        return ""


class TheSameFormWasSentTwice:
    """The guest's first press, which becomes a member while the second press waits."""

    def validate(self, password: str, user: Player | None = None) -> None:
        guest = Player.objects.get()
        if guest.is_guest and user is not None and user.name is not None:
            guest.join(user.name, "", guest.seen_first_at)
            guest.set_password(password)
            guest.save()

    def get_help_text(self) -> str:
        return ""


class RivalUsesTheInvitation:
    """Somebody else who opened the same link, and pressed a moment before."""

    def validate(self, password: str, user: Player | None = None) -> None:
        rival = Player.objects.create_user("rival", password)
        for invitation in Invitation.objects.filter(used_at=None):
            joining.use(invitation.token, rival, timezone.now())

    def get_help_text(self) -> str:
        return ""
