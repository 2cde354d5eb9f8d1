"""Wiring: settings, addresses, the web and worker applications."""

from config.celery import app as celery_app

__all__ = ["celery_app"]
