"""Every address of the club."""

from django.contrib import admin
from django.urls import include, path

from club import imprint, languages, looks_pages, notice_pages, people_pages, push_pages, script_words
from club.health import alive, ready
from games.pages import figures

urlpatterns = [
    path("", include("games.urls")),
    path("accounts/", include("club.entrance_urls")),
    path("language/", languages.choose, name="language"),
    path("words/<str:language>/<str:fingerprint>.js", script_words.show, name="script-words"),
    path("notices/", notice_pages.settings, name="notices"),
    path("notices/trial/", notice_pages.trial, name="notices-trial"),
    path("notices/zone/", notice_pages.zone, name="notices-zone"),
    path("notices/off/<str:token>/", notice_pages.off, name="notices-off"),
    path("notices/push/add/", push_pages.add, name="push-add"),
    path("notices/push/renew/", push_pages.renew, name="push-renew"),
    path("notices/push/<int:address_id>/remove/", push_pages.remove, name="push-remove"),
    path("your-table/", looks_pages.your_table, name="your-table"),
    path("people/", people_pages.search, name="people"),
    path("people/me/shown/", people_pages.shown, name="shown"),
    path("people/blocked/", people_pages.blocked, name="blocked"),
    path("people/blocked/<int:number>/end/", people_pages.unblock, name="unblock"),
    path("imprint/", imprint.imprint, name="imprint"),
    path("health/", alive, name="health"),
    path("ready/", ready, name="ready"),
    path("metrics/", figures.metrics, name="metrics"),
    path("admin/", admin.site.urls),
]

handler400 = "club.errors.bad_request"
handler403 = "club.errors.forbidden"
handler404 = "club.errors.not_found"
# allauth's limits look for it here; Django does not.
handler429 = "club.errors.too_many"
handler500 = "club.errors.server_error"
