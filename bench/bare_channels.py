"""`python -m bench.bare_channels PORT`: Channels without a club, a JSON echo of one socket or of two.

What `race_progress` and `load_` are compared with; dispatch, codec, layer and server are as they are shipped.
"""

import os
import sys
from typing import Any

from channels.generic.websocket import AsyncJsonWebsocketConsumer
from channels.routing import ProtocolTypeRouter, URLRouter
from daphne.endpoints import build_endpoint_description_strings
from daphne.server import Server
from django.conf import settings
from django.urls import path

OPEN = "open"


class Echo(AsyncJsonWebsocketConsumer):
    """Answers its socket with what it said."""

    async def receive_json(self, content: Any, **kwargs: Any) -> None:
        await self.send_json(content)


class EchoOfTwo(Echo):
    """The same, and tells the others of the pair."""

    async def connect(self) -> None:
        self.pair = f"pair.{self.scope['url_route']['kwargs']['pair']}"
        await self.channel_layer.group_add(self.pair, self.channel_name)
        await self.accept()

    async def disconnect(self, code: int) -> None:
        await self.channel_layer.group_discard(self.pair, self.channel_name)

    async def receive_json(self, content: Any, **kwargs: Any) -> None:
        await super().receive_json(content)
        await self.channel_layer.group_send(self.pair, {"type": "heard", "content": content, "by": self.channel_name})

    async def heard(self, event: dict[str, Any]) -> None:
        if event["by"] != self.channel_name:
            await self.send_json(event["content"])


def serve(port: int) -> None:
    """Until it is ended; prints a line when it is open."""
    routes = [path("echo/", Echo.as_asgi()), path("pair/<int:pair>/", EchoOfTwo.as_asgi())]
    settings.configure(CHANNEL_LAYERS={"default": {"BACKEND": "channels.layers.InMemoryChannelLayer"}})
    Server(
        ProtocolTypeRouter({"websocket": URLRouter(routes)}),
        endpoints=build_endpoint_description_strings(host="127.0.0.1", port=port),
        ready_callable=lambda: print(OPEN, flush=True),
        verbosity=0,
    ).run()


if __name__ == "__main__":
    os.environ.pop("DJANGO_SETTINGS_MODULE", None)
    serve(int(sys.argv[1]))
