"""The addresses of the sockets."""

from django.urls import path

from games.consumers import TableConsumer
from games.day_socket import DayConsumer
from games.lobby_socket import LobbyConsumer

sockets = [
    path("day/socket", DayConsumer.as_asgi()),
    path("race/socket", LobbyConsumer.as_asgi()),
    path("table/<str:key>/socket", TableConsumer.as_asgi()),
]
