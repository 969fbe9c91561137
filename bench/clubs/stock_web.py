"""`python -m tests.with_django bench.clubs.stock_web --port PORT`: `manage.py web`, but tables as Channels has them.

By themselves Channels and Django have a dispatch that asks for the database's thread, a pool, one transaction a move.
Verbs, views, rows, server and layer are the club's own.
"""

import datetime as dt
import sys
from typing import Any

import orjson
from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncWebsocketConsumer
from django.core.management import execute_from_command_line
from django.db import transaction
from django.utils import timezone

from games import consumers, tables
from games.messages import Look, Message, parse
from games.tables import Answer, At


class StockTable(AsyncWebsocketConsumer):
    """One viewer's socket at one table."""

    async def connect(self) -> None:
        await self.accept()
        key, player = self.scope["url_route"]["kwargs"]["key"], self.scope["user"]
        at = await database_sync_to_async(tables.place_of)(key, player.pk)
        assert at is not None
        self.at, self.group = at, _group(at.match_id, at.place)
        await self.channel_layer.group_add(self.group, self.channel_name)
        await self._say({"is": "view"}, Look())

    async def disconnect(self, code: int) -> None:
        await self.channel_layer.group_discard(self.group, self.channel_name)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        message = parse(text_data)
        await self._say({"is": "accepted", "n": getattr(message, "n", 0)}, message)

    async def _say(self, frame: dict[str, Any], message: Message) -> None:
        answer = await database_sync_to_async(_alone)(self.at, message, timezone.now())
        assert answer.refused is None
        await self.send(text_data=_text(frame, answer.version, answer.now, answer.view))
        for told in answer.told:
            if told.place != self.at.place:
                frame = {"type": "table.changed", "frame": _text({"is": "view"}, told.version, told.now, told.view)}
                await self.channel_layer.group_send(_group(told.match_id, told.place), frame)

    async def table_changed(self, event: dict[str, Any]) -> None:
        await self.send(text_data=event["frame"])


def _alone(at: At, message: Message, now: dt.datetime) -> Answer:
    with transaction.atomic():
        return tables.say(at, message, now)


def _group(match_id: int, place: int) -> str:
    return f"table.{match_id}.{place}"


def _text(frame: dict[str, Any], version: int, now: dt.datetime, view: object) -> str:
    return orjson.dumps(frame | {"v": version, "now": now, "view": view}).decode()


if __name__ == "__main__":
    # Before the addresses of the sockets are read.
    consumers.TableConsumer = StockTable  # type: ignore[assignment, misc] # that is the point
    execute_from_command_line(["manage.py", "web", *sys.argv[1:]])
