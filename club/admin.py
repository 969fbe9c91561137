"""Players as administrators see them: whether somebody may enter, and who serves the club."""

from allauth.account.decorators import secure_admin_login
from django.contrib import admin
from django.http import HttpRequest

from club.models import Player

# Through the club's own door, with its limits on guessing.
admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]  # as allauth documents it


@admin.register(Player)
class PlayerAdmin(admin.ModelAdmin):  # type: ignore[type-arg]  # generic in the stubs only
    """Players come by playing and signing up: none is made, renamed or deleted here."""

    list_display = ("__str__", "joined_at", "seen_first_at", "is_active", "is_staff")
    list_filter = ("is_active", "is_staff")
    search_fields = ("name", "email")
    ordering = ("-pk",)
    fields = (
        "name", "email", "seen_first_at", "joined_at", "last_login",
        "is_active", "is_staff", "is_superuser", "groups", "user_permissions",
    )  # fmt: skip
    readonly_fields = ("name", "email", "seen_first_at", "joined_at", "last_login")
    # Who may hand out rights could hand them to themselves.
    rights = ("is_staff", "is_superuser", "groups", "user_permissions")

    def get_readonly_fields(self, request: HttpRequest, obj: Player | None = None) -> tuple[str, ...]:
        return self.readonly_fields if _is_superuser(request) else self.readonly_fields + self.rights

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Player | None = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Player | None = None) -> bool:
        if obj is not None and obj.is_superuser and not _is_superuser(request):
            return False
        return super().has_change_permission(request, obj)


def _is_superuser(request: HttpRequest) -> bool:
    return request.user.is_authenticated and request.user.is_superuser
