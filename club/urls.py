"""Every address of the club."""

from django.contrib import admin
from django.urls import include, path
from django.views.i18n import JavaScriptCatalog

from club.health import alive

urlpatterns = [
    path("", include("games.urls")),
    path("accounts/", include("club.entrance_urls")),
    path("i18n/", include("django.conf.urls.i18n")),
    path("words.js", JavaScriptCatalog.as_view(packages=["club", "games"]), name="javascript-catalog"),
    path("health/", alive, name="health"),
    path("admin/", admin.site.urls),
]

handler400 = "club.errors.bad_request"
handler403 = "club.errors.forbidden"
handler404 = "club.errors.not_found"
# allauth's limits look for it here; Django does not.
handler429 = "club.errors.too_many"
handler500 = "club.errors.server_error"
