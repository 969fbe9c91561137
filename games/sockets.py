"""The addresses of the sockets."""

from django.urls import path, re_path

from club.scopes import Receive, Scope, Send
from games.consumers import TableConsumer
from games.day_socket import DayConsumer
from games.figures import counted
from games.lobby_socket import LobbyConsumer


async def no_socket(scope: Scope, receive: Receive, send: Send) -> None:
    """What is at every other address: closed before it is accepted, which the server answers by 403."""
    await receive()
    await send({"type": "websocket.close"})


sockets = [
    path("day/socket", counted("day", DayConsumer.as_asgi())),
    path("race/socket", counted("lobby", LobbyConsumer.as_asgi())),
    path("table/<str:key>/socket", counted("table", TableConsumer.as_asgi())),
    re_path("", no_socket),  # type: ignore[arg-type] # Channels leads to applications as Django does to views
]
