"""The addresses of the sockets."""

from django.urls import path

from games.consumers import TableConsumer

sockets = [
    path("table/<str:key>/socket", TableConsumer.as_asgi()),
]
