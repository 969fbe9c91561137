"""The addresses of the game's pages."""

from django.urls import path, register_converter

from games.pages import (
    calendar_feed,
    challenge,
    correspondence,
    correspondence_offer,
    daily,
    leaving,
    mine,
    my_day,
    note,
    race,
    solo,
    table,
)
from games.pages.addresses import DayConverter, KeyConverter, MonthConverter

register_converter(DayConverter, "day")
register_converter(KeyConverter, "key")
register_converter(MonthConverter, "month")

urlpatterns = [
    path("", solo.home, name="home"),
    path("rules/", solo.rules, name="rules"),
    path("solo/", solo.solo, name="solo"),
    path("solo/deal/", solo.deal, name="solo-deal"),
    path("deal/<str:rules>/<str:number>/", solo.numbered, name="numbered"),
    path("table/<key:key>/", table.table, name="table"),
    path("table/<key:key>/turns/<int:number>/", table.turn_end, name="table-turn"),
    path("table/<key:key>/again/", table.again, name="table-again"),
    path("table/<key:key>/play-on/", table.play_on, name="table-play-on"),
    path("table/<key:key>/record.calc.json", table.record, name="record"),
    path("table/<key:key>/note/", note.write, name="table-note"),
    path("race/", race.lobby, name="race"),
    path("race/offer/", race.offer, name="race-offer"),
    path("race/challenge/", challenge.make, name="race-challenge"),
    path("race/o/<key:key>/", challenge.show, name="challenge"),
    path("race/o/<key:key>/accept/", challenge.accept, name="challenge-accept"),
    path("race/o/<key:key>/decline/", challenge.decline, name="challenge-decline"),
    path("race/o/<key:key>/withdraw/", challenge.withdraw, name="challenge-withdraw"),
    path("correspondence/", correspondence.offers, name="correspondence"),
    path("correspondence/offer/", correspondence.make, name="correspondence-offer"),
    path("correspondence/o/<key:key>/", correspondence_offer.show, name="correspondence-challenge"),
    path("correspondence/o/<key:key>/accept/", correspondence_offer.accept, name="correspondence-accept"),
    path("correspondence/o/<key:key>/decline/", correspondence_offer.decline, name="correspondence-decline"),
    path("correspondence/o/<key:key>/withdraw/", correspondence_offer.withdraw, name="correspondence-withdraw"),
    path("correspondence/o/<key:key>/contribute/", correspondence_offer.contribute, name="correspondence-contribute"),
    path("day/", my_day.show, name="my-day"),
    path("day/next/", my_day.go_to_next, name="my-day-next"),
    path("daily/", daily.today, name="daily"),
    path("daily/play/", daily.play_day, name="daily-play"),
    path("daily/calendar/", daily.calendar, name="daily-calendar"),
    path("daily/calendar/<month:month>/", daily.calendar, name="daily-calendar-month"),
    path("daily/<day:day>/", daily.day, name="daily-day"),
    path("calendar/new/", calendar_feed.renew, name="calendar-renew"),
    path("calendar/off/", calendar_feed.switch_off, name="calendar-off"),
    path("calendar/<str:token>.ics", calendar_feed.show, name="calendar-feed"),
    path("accounts/delete/", leaving.leave, name="account-delete"),
    path("games/", mine.games, name="my-games"),
    path("games/statistics/", mine.statistics, name="statistics"),
]
