"""The one application that a server runs: pages by Django, sockets by the table's consumer."""

import os

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "club.settings")

from django.core.asgi import get_asgi_application

# Loads the apps, which everything imported below it needs.
pages = get_asgi_application()

from channels.auth import AuthMiddleware
from channels.routing import ProtocolTypeRouter, URLRouter
from channels.security.websocket import AllowedHostsOriginValidator
from channels.sessions import CookieMiddleware, SessionMiddleware

from club.bodies import BoundedBodies
from club.scopes import account_of, address_of
from club.signs import CookiesWithoutNul
from club.socket_limits import LimitedSockets
from club.way_out import WithWayOut
from games.sockets import sockets

# By address before anything is asked of the database, by account once it is known.
of_accounts = LimitedSockets(URLRouter(sockets), "account", account_of)
with_session = CookieMiddleware(CookiesWithoutNul(SessionMiddleware(AuthMiddleware(of_accounts))))
of_addresses = LimitedSockets(WithWayOut(with_session), "address", address_of)
application = ProtocolTypeRouter(
    {
        "http": BoundedBodies(pages),
        "websocket": AllowedHostsOriginValidator(of_addresses),
    }
)
