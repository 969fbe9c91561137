"""One settings file, read from the environment; without any it is a club of one process on SQLite at localhost."""

from email.utils import parseaddr
from pathlib import Path
from urllib.parse import urlsplit

from django.utils.csp import CSP

from club.env import (
    env_bool,
    env_choice,
    env_int,
    env_list,
    env_path,
    env_postgres,
    env_redis,
    env_text,
    push_key,
    secret_key,
)
from club.rates import SocketLimit, for_a_crowd

BASE_DIR = Path(__file__).resolve().parent.parent
# Everything the club writes: database, key, collected static files, outgoing mail.
DATA_DIR = env_path("DATA_DIR", BASE_DIR / "var")
DATA_DIR.mkdir(mode=0o700, parents=True, exist_ok=True)

DEBUG = env_bool("DEBUG", False)
SECRET_KEY = secret_key(DATA_DIR)
# Where the folder keeps the keys, each machine of a larger club would make its own.
KEYS_ARE_GIVEN = bool(env_text("SECRET_KEY")) and bool(env_text("PUSH_PRIVATE_KEY"))

# The address people type. Its scheme decides whether cookies and redirects insist on https.
PORT = env_text("PORT", "8000")
SITE_URL = env_text("SITE_URL", f"http://localhost:{PORT}").rstrip("/")
HTTPS = urlsplit(SITE_URL).scheme == "https"
SITE_HOST = urlsplit(SITE_URL).hostname or "localhost"
ALLOWED_HOSTS = env_list("ALLOWED_HOSTS", "localhost,127.0.0.1,[::1]" if not HTTPS else SITE_HOST)
CSRF_TRUSTED_ORIGINS = [SITE_URL]

INSTALLED_APPS = [
    "daphne",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "channels",
    "django_tasks_db",
    "club",
    "games",
]

MIDDLEWARE = [
    "club.headers.browsers_are_told",
    "django.middleware.security.SecurityMiddleware",
    "django.middleware.csp.ContentSecurityPolicyMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "club.signs.no_nul",
    # Pages shrink to a quarter. Their lengths tell no secret: forms' tokens are masked anew each time, the session is
    # never in a page, and Django makes the length of a compressed answer vary by chance.
    "django.middleware.gzip.GZipMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "club.limits.every_form",
    "allauth.account.middleware.AccountMiddleware",
]

ROOT_URLCONF = "club.urls"
ASGI_APPLICATION = "club.asgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "games.day.for_pages",
                "club.moderation.for_pages",
                "club.imprint.for_pages",
                "club.looks.for_pages",
            ],
        },
    }
]

SQLITE = {
    # A writer takes its lock when it begins, so that two of them wait instead of failing half-way.
    "transaction_mode": "IMMEDIATE",
    "timeout": 20,
    # FULL: an acknowledged move survives a power cut as well as a crash (promise 1).
    "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON;",
}
# How many web processes serve this club, on all machines together; checks.py refuses what only one can work with.
PROCESSES = env_int("PROCESSES", 1)
# So many connections a process asks PostgreSQL for at most; its pages wait for one where all are in use.
DATABASE_CONNECTIONS = env_int("DATABASE_CONNECTIONS", 20)
postgres = env_postgres("DATABASE_URL")
DATABASES = {
    "default": {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": postgres.pop("dbname"),
        "USER": postgres.pop("user", ""),
        "PASSWORD": postgres.pop("password", ""),
        "HOST": postgres.pop("host", ""),
        "PORT": postgres.pop("port", ""),
        # Each page has a thread of its own for as long as it takes, so connections are pooled instead of kept by
        # threads; the writer's thread keeps one. Looked at before use: what a restart broke is made anew.
        "CONN_MAX_AGE": 0,
        "CONN_HEALTH_CHECKS": True,
        "OPTIONS": {
            # A process that hangs with rows locked lets go of them.
            "options": "-c idle_in_transaction_session_timeout=60s",
            "connect_timeout": 5,
            # What is said again and again by games/play/rows.py is prepared; what Django says cannot be.
            "prepare_threshold": 1,
            **postgres,
            "pool": {
                "min_size": 1,
                "max_size": DATABASE_CONNECTIONS,
                # Whoever waits longer is told that the club is busy.
                "timeout": 3,
                # Given up soon, so that the next question tries anew instead of waiting for a pause that doubles.
                "reconnect_timeout": 2,
            },
        },
    }
    if postgres
    else {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": DATA_DIR / "club.sqlite3",
        # None: a connection lives as long as its thread; opening one per message cost ten times the moves.
        "CONN_MAX_AGE": None,
        "OPTIONS": SQLITE,
        # A file, since the writer's thread has a connection of its own.
        "TEST": {"NAME": DATA_DIR / "test.sqlite3"},
    }
}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# What is announced, and what the limits have counted, is shared by all processes where there is a Redis.
REDIS_URL = env_redis("REDIS_URL")
CHANNEL_LAYERS = {
    "default": {"BACKEND": "club.shared_layer.SharedLayer", "CONFIG": {"url": REDIS_URL}}
    if REDIS_URL
    else {"BACKEND": "club.layer.OneProcessLayer"}
}
CACHES = {
    "default": {"BACKEND": "club.shared_cache.SharedCache", "LOCATION": REDIS_URL, "KEY_PREFIX": "club"}
    if REDIS_URL
    else {
        "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
        # Above its bound it forgets, and with it what somebody has used up: no flood by others reaches it.
        "OPTIONS": {"MAX_ENTRIES": 200_000},
    }
}

AUTH_USER_MODEL = "club.Player"
AUTHENTICATION_BACKENDS = [
    "django.contrib.auth.backends.ModelBackend",
    "allauth.account.auth_backends.AuthenticationBackend",
]
AUTH_PASSWORD_VALIDATORS = [
    {
        "NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator",
        "OPTIONS": {"user_attributes": ("name", "email")},
    },
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "home"

# Who may join: anybody, who has the link of an invitation, or whom a moderator approves. Whether one may play without
# an account, and how old a member says they are at least; 0 asks nobody.
JOINING = env_choice("JOINING", ("open", "invitation", "approved"))
GUESTS = env_bool("GUESTS", True)
LEAST_AGE = env_int("LEAST_AGE", 16)

# How many days what the club knows of people is kept (club/retention.py; the privacy page says it).
GUESTS_KEPT_DAYS = env_int("GUESTS_KEPT_DAYS", 90)
REPORTS_KEPT_DAYS = env_int("REPORTS_KEPT_DAYS", 365)
PRESENCE_KEPT_DAYS = env_int("PRESENCE_KEPT_DAYS", 1)
INVITATIONS_KEPT_DAYS = env_int("INVITATIONS_KEPT_DAYS", 30)
PARTNERSHIPS_KEPT_DAYS = env_int("PARTNERSHIPS_KEPT_DAYS", 365)
MAIL_FILES_KEPT_DAYS = env_int("MAIL_FILES_KEPT_DAYS", 14)
# What the operator sees to outside of the club itself, as the privacy page promises it.
LOGS_KEPT_DAYS = env_int("LOGS_KEPT_DAYS", 14)
# What `manage.py backup` sees to.
BACKUPS_KEPT_DAYS = env_int("BACKUPS_KEPT_DAYS", 14)
# Where `manage.py backup` writes, and a second place that it copies to, on another disk or machine.
BACKUP_DIR = env_path("BACKUP_DIR", DATA_DIR / "backups")
BACKUP_COPY_DIR = env_path("BACKUP_COPY_DIR", BACKUP_DIR)
# The folder of pg_dump, pg_restore and psql, where they are not on the PATH.
POSTGRES_BIN = env_text("POSTGRES_BIN")
# Who runs this club, as the privacy page names them, and how they are reached.
PRIVACY_OPERATOR = env_text("PRIVACY_OPERATOR")
PRIVACY_CONTACT = env_text("PRIVACY_CONTACT")
# Who answers for it by law, a line each: IMPRINT="Name|Street 1|12345 Town|club@example.org"; without, no such page.
IMPRINT = [line.strip() for line in env_text("IMPRINT").split("|") if line.strip()]

# A guest's seat hangs on the session: it lasts as long as the guest's row does.
SESSION_COOKIE_AGE = GUESTS_KEPT_DAYS * 24 * 3600

ACCOUNT_ADAPTER = "games.arriving.GuestBringsGames"
ACCOUNT_FORMS = {
    "signup": "club.entrance.SignUpForm",
    "login": "club.entrance.SignInForm",
    "add_email": "club.account_forms.AddressForm",
    "change_password": "club.account_forms.ChangePasswordForm",
    "reset_password": "club.account_forms.ForgottenForm",
    "reset_password_from_key": "club.account_forms.NewPasswordForm",
}
ACCOUNT_USER_MODEL_USERNAME_FIELD = "name"
ACCOUNT_USER_MODEL_EMAIL_FIELD = "email"
ACCOUNT_LOGIN_METHODS = {"username"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email", "password1*"]
ACCOUNT_EMAIL_VERIFICATION = "optional"
# One address a member; a new one takes the old one's place when it is confirmed.
ACCOUNT_CHANGE_EMAIL = True
ACCOUNT_EMAIL_SUBJECT_PREFIX = "The Fairest: "
# Strict: nobody learns by signing up whether an address has an account; it belongs to whoever confirms it.
ACCOUNT_PREVENT_ENUMERATION = "strict"
ACCOUNT_REAUTHENTICATION_REQUIRED = True
ACCOUNT_LOGOUT_ON_GET = False
# A guest is signed in as far as Django knows, and must still see the forms; club.entrance sends members home.
ACCOUNT_AUTHENTICATED_LOGIN_REDIRECTS = False
ACCOUNT_SESSION_REMEMBER = True
# The links of mails end, used or not.
PASSWORD_RESET_TIMEOUT = 24 * 3600
ACCOUNT_EMAIL_CONFIRMATION_EXPIRE_DAYS = 3
# A school or an office may share one address: every limit by address is so many times as wide.
CROWD = max(1, env_int("CROWD", 1))
# Kept in the cache, so for each process apart; Redis shares them where there are several.
RATES = {
    "signup": "20/m/ip",
    "login": "30/m/ip",
    "login_failed": "10/m/ip,5/5m/key",
    "reset_password": "20/m/ip,5/m/key",
    "reset_password_from_key": "20/m/ip",
    "reauthenticate": "10/m/user",
    "change_password": "5/m/user",
    "manage_email": "10/m/user",
    "confirm_email": "1/3m/key",
    # The club's own.
    "search": "60/m/ip",
    "partner": "30/h/user",
    "invite": "20/h/user",
    "export": "3/d/user",
    "guest": "60/m/ip,1000/d/ip",
    "table": "60/m/user,600/h/user,600/m/ip",
    "offer": "30/m/user,300/h/user,600/m/ip",
    "note": "60/m/user",
    "report": "30/h/user,60/h/ip",
    "trial": "5/h/user",
    "push": "30/h/user,600/h/ip",
    "calendar": "20/h/user",
    # Whatever is more than a look, those above included.
    "form": "120/m/user,1200/m/ip",
}
ACCOUNT_RATE_LIMITS = for_a_crowd(RATES, CROWD)
# Of one process; a page holds two at most.
SOCKET_LIMITS = {
    "address": SocketLimit(held=500 * CROWD, at_once=300 * CROWD, a_minute=240 * CROWD),
    "account": SocketLimit(held=60, at_once=100, a_minute=60),
}
# Passkeys, codes of an app, and codes on paper for when both are lost.
MFA_ADAPTER = "club.second_factor.ClubSecondFactor"
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_FORMS = {
    "activate_totp": "club.second_factor.AppForm",
    "edit_webauthn": "club.second_factor.RenamePasskeyForm",
    "add_webauthn": "club.second_factor.AddPasskeyForm",
    "login_webauthn": "club.second_factor.SignInForm",
    "authenticate_webauthn": "club.second_factor.SecondStepForm",
    "reauthenticate_webauthn": "club.second_factor.AgainForm",
}
MFA_PASSKEY_LOGIN_ENABLED = True
# A passkey is bound to the browser's own notion of a safe address; over http only localhost is one.
MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = not HTTPS
# An address belongs to nobody here before it is confirmed, so one that is not yet takes nothing from anybody.
MFA_ALLOW_UNVERIFIED_EMAIL = True
# So many steps of half a minute a clock may be wrong.
MFA_TOTP_TOLERANCE = 1
MFA_RATE_LIMITS = for_a_crowd({"webauthn_login": "20/m/ip"}, CROWD)
# Whose address is counted: behind a proxy it is the last one that the proxy wrote down.
ALLAUTH_TRUSTED_PROXY_COUNT = 1 if env_bool("BEHIND_PROXY", False) else 0

# Without a mail server every mail is a file in the club's folder.
SMTP_HOST = env_text("SMTP_HOST")
MAILERS = {
    "default": {
        "BACKEND": "django.core.mail.backends.smtp.EmailBackend",
        "OPTIONS": {
            "host": SMTP_HOST,
            "port": int(env_text("SMTP_PORT", "587")),
            "username": env_text("SMTP_USER"),
            "password": env_text("SMTP_PASSWORD"),
            "use_tls": env_bool("SMTP_STARTTLS", True),
            # Far below the time after which a mail that is being sent is taken for lost and sent again.
            "timeout": 30,
        },
    }
    if SMTP_HOST
    else {
        "BACKEND": "club.mail_files.FilesThatAreTold",
        "OPTIONS": {"file_path": DATA_DIR / "mail"},
    }
}
DEFAULT_FROM_EMAIL = env_text("MAIL_FROM", f"The Fairest <club@{SITE_HOST}>")
# Where whoever was judged by a moderator can answer.
MODERATION_CONTACT = env_text("MODERATION_CONTACT", parseaddr(DEFAULT_FROM_EMAIL)[1])

# What push messages are signed with; a browser takes them from nobody else.
PUSH_PRIVATE_KEY = push_key(DATA_DIR)
# Whether push may be sent to this machine itself, as tests do; else a member could have the club call what is near it.
PUSH_TO_THIS_MACHINE = env_bool("PUSH_TO_THIS_MACHINE", False)

# Mail and push are sent by a worker, from rows of the database: within `serve`, or apart in `worker`.
TASKS = {"default": {"BACKEND": "django_tasks_db.DatabaseBackend"}}

# What a form may hold; club/bodies.py stops what is sent above it, files included.
DATA_UPLOAD_MAX_MEMORY_SIZE = 128 * 1024
# Whether ended games are analysed for who asks, how many a player may ask for in a day, and how many may wait.
ANALYSIS = env_bool("ANALYSIS", True)
ANALYSES_A_DAY = env_int("ANALYSES_A_DAY", 20)
ANALYSES_QUEUED = env_int("ANALYSES_QUEUED", 200)

LANGUAGE_CODE = "en"
# Each by its own name, as who reads it looks for it.
LANGUAGES = [("en", "English"), ("de", "Deutsch"), ("fr", "Français"), ("es", "Español"), ("ru", "Русский")]
LANGUAGE_COOKIE_AGE = 365 * 24 * 3600
LANGUAGE_COOKIE_SECURE = HTTPS
LANGUAGE_COOKIE_SAMESITE = "Lax"
LOCALE_PATHS = [BASE_DIR / "locale"]
TIME_ZONE = "UTC"
USE_TZ = True

STATIC_URL = "static/"
# Where a front server finds what it serves by itself.
STATIC_ROOT = env_path("STATIC_ROOT", DATA_DIR / "static")
STATICFILES_DIRS = [BASE_DIR / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "club.static_names.FingerprintedStatic"},
}

SECURE_CSP = {
    "default-src": [CSP.NONE],
    "script-src": [CSP.SELF],
    "style-src": [CSP.SELF],
    "font-src": [CSP.SELF],
    "img-src": [CSP.SELF, "data:"],
    # 'self' covers the socket's own origin in current browsers; older ones want the scheme named.
    "connect-src": [CSP.SELF, f"{'wss' if HTTPS else 'ws'}://{urlsplit(SITE_URL).netloc}"],
    "manifest-src": [CSP.SELF],
    "worker-src": [CSP.SELF],
    "form-action": [CSP.SELF],
    "base-uri": [CSP.NONE],
    "frame-ancestors": [CSP.NONE],
}
X_FRAME_OPTIONS = "DENY"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
SECURE_REFERRER_POLICY = "same-origin"
SECURE_SSL_REDIRECT = HTTPS
# Asked within the machine or its network, where there is no https.
SECURE_REDIRECT_EXEMPT = [r"^(health|ready|metrics)/$"]
# The proxy in front ends TLS and says so; without one nobody may claim it.
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if env_bool("BEHIND_PROXY", False) else None
SECURE_HSTS_SECONDS = 365 * 24 * 3600 if HTTPS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = HTTPS
SECURE_HSTS_PRELOAD = HTTPS
SESSION_COOKIE_SECURE = HTTPS
# The prefix keeps other hosts of the same domain from planting a session here.
SESSION_COOKIE_NAME = "__Host-sessionid" if HTTPS else "sessionid"
SESSION_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_SECURE = HTTPS
CSRF_FAILURE_VIEW = "club.errors.csrf_failure"

# Who may read /metrics/ from elsewhere than this machine itself: whoever sends this as a bearer token.
METRICS_TOKEN = env_text("METRICS_TOKEN")

# Lines for people, or lines of JSON for what collects them.
LOG_FORMAT = env_choice("LOG_FORMAT", ("line", "json"))
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "line": {"format": "{asctime} {levelname} {name}: {message}", "style": "{"},
        "json": {"()": "club.logs.JsonLines"},
    },
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": LOG_FORMAT}},
    "root": {"handlers": ["console"], "level": "WARNING"},
    # Of tasks only those that failed.
    "loggers": {"club": {"level": "INFO"}, "games": {"level": "INFO"}, "django.tasks": {"level": "WARNING"}},
}
