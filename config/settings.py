"""Settings of the site. Everything that differs between installations comes from the environment: docs/running.md."""

from datetime import timedelta
from pathlib import Path

from config import api, databases, keys, logs, policy, queues
from config.environment import Environment

BASE_DIR = Path(__file__).resolve().parent.parent

env = Environment()
DATA_DIR = Path(env.text("DATA_DIR", str(BASE_DIR / "var")))

DEBUG = env.flag("DEBUG", default=False)
DATABASE = env.database("DATABASE_URL", f"sqlite:///{DATA_DIR / 'club.sqlite3'}")
EMBEDDED = databases.is_embedded(DATABASE)
DATABASES = {"default": databases.tuned(DATABASE, keep=env.number("DATABASE_KEEP_SECONDS", 60))}
# A transaction begins where a service says so, not around a whole request.
DATABASES["default"]["ATOMIC_REQUESTS"] = False

SECRET_KEY = keys.secret_key(env, EMBEDDED, DATA_DIR / "secret-key")
ALLOWED_HOSTS = env.words("ALLOWED_HOSTS", ["*"] if EMBEDDED else [])
if not ALLOWED_HOSTS:
    env.fault("ALLOWED_HOSTS", "is missing; say which host names the site answers to")
CSRF_TRUSTED_ORIGINS = env.origins("CSRF_TRUSTED_ORIGINS")

INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.humanize",
    "django.contrib.staticfiles",
    "django.forms",
    "rest_framework",
    "django_filters",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "django_htmx",
    "axes",
    "csp",
    "settlement",
    "league",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "csp.middleware.CSPMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "axes.middleware.AxesMiddleware",
]

ROOT_URLCONF = "config.urls"
WSGI_APPLICATION = "config.wsgi.application"

# Forms are drawn by templates/django/forms, as every other part of a page.
FORM_RENDERER = "django.forms.renderers.TemplatesSetting"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "league.context.club",
            ],
        },
    }
]

DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

AUTHENTICATION_BACKENDS = [
    "axes.backends.AxesStandaloneBackend",
    "django.contrib.auth.backends.ModelBackend",
]
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.Argon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
LOGIN_URL = "sign-in"
LOGIN_REDIRECT_URL = "home"

LANGUAGE_CODE = "zh-hant"
LANGUAGES = [("zh-hant", "繁體中文"), ("en", "English")]
LOCALE_PATHS = [BASE_DIR / "locale"]
USE_I18N = True
USE_TZ = True
TIME_ZONE = "Asia/Taipei"

STATIC_URL = "static/"
STATIC_ROOT = DATA_DIR / "static"
STATICFILES_DIRS = [BASE_DIR / "static"]
# Names with a hash of the content, so that a browser may keep a file for ever and still gets the new one.
_STATIC_FILES = (
    "django.contrib.staticfiles.storage.StaticFilesStorage"
    if DEBUG
    else "whitenoise.storage.CompressedManifestStaticFilesStorage"
)
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": _STATIC_FILES},
}
MEDIA_ROOT = DATA_DIR / "files"
# A TrueType font with Chinese for PDF files; found by itself where systems usually keep one.
PDF_FONT = env.text("PDF_FONT")

# Over plain HTTP, as in a hall's own network, secure cookies would lock everyone out.
SECURE = env.flag("SECURE", default=not EMBEDDED and not DEBUG)
if SECURE:
    globals().update(policy.over_https())
CONTENT_SECURITY_POLICY = policy.CONTENT_SECURITY_POLICY
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
# W040: PostgreSQL keeps the columns an index includes; SQLite does without, as it may.
# W021: being on browsers' built-in list is for the owner of the domain to ask for.
SILENCED_SYSTEM_CHECKS = ["models.W040", "security.W021"]

# Five wrong passwords for one name from one address shut that pair out for a quarter of an hour.
AXES_VERBOSE = False
AXES_FAILURE_LIMIT = 5
AXES_COOLOFF_TIME = timedelta(minutes=15)
AXES_LOCKOUT_TEMPLATE = "429.html"
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]
AXES_RESET_ON_SUCCESS = True
AXES_CLIENT_IP_CALLABLE = "config.clients.address"

BROKER_URL = env.broker("BROKER_URL", "filesystem://localhost")
CELERY_BROKER_URL = BROKER_URL
CELERY_BROKER_TRANSPORT_OPTIONS = queues.transport(BROKER_URL, DATA_DIR / "broker")
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_TASK_SERIALIZER = "json"
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
# A task's outcome stands in its job row; nothing reads Celery's own.
CELERY_TASK_IGNORE_RESULT = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_TIMEZONE = "UTC"
CELERY_BEAT_SCHEDULE = queues.BEAT
CELERY_BEAT_SCHEDULE_FILENAME = str(DATA_DIR / "beat-schedule")

# Embedded, mail goes to files, where the organiser of a small club can read it.
_MAIL = env.mail("EMAIL_URL", "filemail://" if EMBEDDED else "consolemail://")
EMAIL_BACKEND = _MAIL["EMAIL_BACKEND"]
EMAIL_HOST = _MAIL.get("EMAIL_HOST") or "localhost"
EMAIL_PORT = _MAIL.get("EMAIL_PORT") or 25
EMAIL_HOST_USER = _MAIL.get("EMAIL_HOST_USER") or ""
EMAIL_HOST_PASSWORD = _MAIL.get("EMAIL_HOST_PASSWORD") or ""
EMAIL_USE_TLS = _MAIL.get("EMAIL_USE_TLS", False)
EMAIL_USE_SSL = _MAIL.get("EMAIL_USE_SSL", False)
EMAIL_FILE_PATH = _MAIL.get("EMAIL_FILE_PATH") or str(DATA_DIR / "mail")
EMAIL_TIMEOUT = 20
DEFAULT_FROM_EMAIL = env.text("MAIL_FROM", "club@localhost")
SERVER_EMAIL = DEFAULT_FROM_EMAIL

LOGGING_CONFIG = "logging.config.dictConfig"
LOGGING = logs.configuration(
    level=env.choice("LOG_LEVEL", "INFO", ("DEBUG", "INFO", "WARNING", "ERROR")),
    form=env.choice("LOG_FORMAT", "text", ("text", "json")),
)

# Where the site is found: what links in mails begin with. Without it mails carry none.
SITE_URL = env.address("SITE_URL")

# Proxies of our own in front of the site; each adds whom it heard from.
PROXIES = env.number("PROXIES", 0)

# Requests a window that an app or a person, and that a visitor's address, may send to the API.
API_RATE = env.number("API_RATE", 600)
API_RATE_VISITOR = env.number("API_RATE_VISITOR", 120)
API_RATE_WINDOW = env.number("API_RATE_SECONDS", 60) or 60
API_BODY_LIMIT = env.number("API_BODY_LIMIT", 2_000_000)

# Threads of each web process that streams to followers may hold. Without any the pages ask by themselves:
# only who starts the server knows how many threads there are beside those that record.
LIVE_STREAMS = env.number("LIVE_STREAMS", 0)
REST_FRAMEWORK, SPECTACULAR_SETTINGS = api.FRAMEWORK, api.DESCRIPTION
REST_FRAMEWORK["NUM_PROXIES"] = PROXIES

env.finish()
