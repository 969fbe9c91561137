"""The addresses of the game's pages."""

from django.urls import path, register_converter

from games.pages import challenge, daily, mine, race, solo, table
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
    path("table/<key:key>/again/", table.again, name="table-again"),
    path("table/<key:key>/play-on/", table.play_on, name="table-play-on"),
    path("table/<key:key>/record.calc.json", table.record, name="record"),
    path("race/", race.lobby, name="race"),
    path("race/offer/", race.offer, name="race-offer"),
    path("race/challenge/", challenge.make, name="race-challenge"),
    path("race/o/<key:key>/", challenge.show, name="challenge"),
    path("race/o/<key:key>/accept/", challenge.accept, name="challenge-accept"),
    path("race/o/<key:key>/decline/", challenge.decline, name="challenge-decline"),
    path("race/o/<key:key>/withdraw/", challenge.withdraw, name="challenge-withdraw"),
    path("daily/", daily.today, name="daily"),
    path("daily/play/", daily.play_day, name="daily-play"),
    path("daily/calendar/", daily.calendar, name="daily-calendar"),
    path("daily/calendar/<month:month>/", daily.calendar, name="daily-calendar-month"),
    path("daily/<day:day>/", daily.day, name="daily-day"),
    path("games/", mine.games, name="my-games"),
    path("games/statistics/", mine.statistics, name="statistics"),
]
