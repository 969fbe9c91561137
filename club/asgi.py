"""The one application that a server runs: pages by Django, sockets by the table's consumer."""

import os

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "club.settings")

from django.core.asgi import get_asgi_application

# Loads the apps, which everything imported below it needs.
pages = get_asgi_application()

from channels.auth import AuthMiddlewareStack
from channels.routing import ProtocolTypeRouter, URLRouter
from channels.security.websocket import AllowedHostsOriginValidator

from games.sockets import sockets

application = ProtocolTypeRouter(
    {
        "http": pages,
        "websocket": AllowedHostsOriginValidator(AuthMiddlewareStack(URLRouter(sockets))),
    }
)
