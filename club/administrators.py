"""The first administrator, whom nobody can make in the browser."""

from allauth.account.models import EmailAddress
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.db import transaction

from club.models import Player
from club.names import NameRefused, fold, parse_name


class NotMade(ValueError):
    """Nobody was made an administrator; the message is the reason, for whoever typed the command."""


def existing_member(name: str) -> Player | None:
    """The member of that name, however it is written."""
    return Player.objects.filter(name_folded=fold(name)).first()


@transaction.atomic
def promote(member: Player) -> None:
    """The member runs the club from now on. Again harmless. Raises NotMade."""
    if member.is_house or not member.is_active:
        raise NotMade(f"{member} is nobody who could sign in")
    member.is_staff = member.is_superuser = True
    member.save(update_fields=["is_staff", "is_superuser"])


@transaction.atomic
def make(name: str, password: str, email: str) -> Player:
    """A new member who runs the club; `email`, if any, counts as confirmed, since the operator typed it.

    Raises NotMade: name or password is refused, or the address belongs to somebody else.
    """
    try:
        parsed = parse_name(name)
        validate_password(password, Player(name=parsed, email=email))
    except NameRefused as refused:
        raise NotMade(str(refused.reason)) from refused
    except ValidationError as refused:
        raise NotMade(" ".join(refused.messages)) from refused
    if email and EmailAddress.objects.filter(email__iexact=email, verified=True).exists():
        raise NotMade(f"{email} belongs to another member")
    administrator = Player.objects.create_superuser(parsed, password, email)
    if email:
        EmailAddress.objects.create(user=administrator, email=email.lower(), primary=True, verified=True)
    return administrator
