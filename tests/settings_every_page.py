"""The club as it is served, with some addresses more: pages that answer only what goes wrong."""

from tests.settings_served import *  # noqa: F403 - see there

ROOT_URLCONF = "tests.browser.odd_urls"
# As in tests/settings.py: thousands of rows are filled in, and no power cut is waited for.
SQLITE["init_command"] = "PRAGMA journal_mode=WAL; PRAGMA synchronous=OFF; PRAGMA foreign_keys=ON;"  # noqa: F405 - see above
