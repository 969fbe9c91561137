"""The one application that a server runs: pages by Django, sockets by the table's consumer."""

import os

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "club.settings")

from django.core.asgi import get_asgi_application

# Loads the apps, which everything imported below it needs.
pages = get_asgi_application()

from channels.auth import AuthMiddlewareStack
from channels.routing import ProtocolTypeRouter, URLRouter
from channels.security.websocket import AllowedHostsOriginValidator

from club.bodies import BoundedBodies
from club.scopes import account_of, address_of
from club.socket_limits import LimitedSockets
from games.sockets import sockets

# By address before anything is asked of the database, by account once it is known.
of_accounts = LimitedSockets(URLRouter(sockets), "account", account_of)
of_addresses = LimitedSockets(AuthMiddlewareStack(of_accounts), "address", address_of)
application = ProtocolTypeRouter(
    {
        "http": BoundedBodies(pages),
        "websocket": AllowedHostsOriginValidator(of_addresses),
    }
)
