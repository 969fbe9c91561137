"""The operator's page: whether the club's chores are done, what waits, and when nobody was served."""

import platform
import shutil

import django
from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.db import connection
from django.db.models import Model
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.utils import timezone
from django.utils.translation import gettext

from club.models import Chore, Outage, Upkeep
from games import figures
from games.judging_admin import ToLookAt
from games.models import Match

# Of outages, the latest.
SHOWN = 10


class UpkeepAdmin(ToLookAt):
    """In the place of a list of rows: one page, for administrators."""

    def has_view_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return request.user.is_authenticated and request.user.is_active and request.user.is_superuser

    def has_module_permission(self, request: HttpRequest) -> bool:
        return self.has_view_permission(request)

    def changelist_view(self, request: HttpRequest, extra_context: dict[str, object] | None = None) -> HttpResponse:
        if not self.has_view_permission(request):
            raise PermissionDenied
        now = timezone.now()
        rows = {Chore(row.chore): row for row in Upkeep.objects.all()}
        shown = {
            **self.admin_site.each_context(request),
            "title": gettext("Operations"),
            "opts": self.opts,
            "now": now,
            "chores": [rows.get(chore, Upkeep(chore=chore)) for chore in Chore],
            "waiting": figures.Waiting(now),
            "overdue": round(figures.overdue_seconds(now)),
            "running": Match.objects.filter(phase=Match.Phase.RUNNING).count(),
            "outages": Outage.objects.order_by("-began_at")[:SHOWN],
            "parts": self._parts(),
        }
        return TemplateResponse(request, "operations/page.html", shown)

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: object = None
    ) -> HttpResponse:
        """A row has no page of its own."""
        return self.changelist_view(request)

    def _parts(self) -> list[tuple[str, str]]:
        """What the club runs on, each with its words."""
        with connection.cursor():
            database = f"{connection.display_name} {'.'.join(map(str, connection.get_database_version()))}"
        free = shutil.disk_usage(settings.DATA_DIR).free
        return [
            (gettext("Database"), database),
            (gettext("Channel layer"), "Redis" if settings.REDIS_URL else gettext("within the process")),
            (gettext("Mail"), settings.SMTP_HOST or gettext("files in the club's folder")),
            (gettext("Free on the disk"), f"{free / 2**30:.1f} GiB"),
            ("Python, Django", f"{platform.python_version()}, {django.get_version()}"),
        ]
