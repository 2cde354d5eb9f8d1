"""Every address of the site."""

from django.urls import URLPattern, URLResolver, include, path

handler500 = "league.web.unavailable.failed"

urlpatterns: list[URLPattern | URLResolver] = [
    path("api/v1/", include("league.api.urls")),
    path("", include("league.web.urls")),
]
