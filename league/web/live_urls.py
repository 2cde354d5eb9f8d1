"""The addresses of what is live at a table. Included by league.web.urls, which registers the converter `id`."""

from django.urls import path

from league.web import live, live_events, offline, passes

of_the_site = [
    path("sw.js", offline.worker, name="service-worker"),
    path("t/<str:code>/", passes.code, name="pass-code"),
]

of_a_club = [
    path("tables/<id:pk>/", live.table, name="table"),
    path("tables/<id:pk>/now/", live.table_now, name="table-now"),
    path("tables/<id:pk>/events/", live_events.table_events, name="table-events"),
    path("tables/<id:pk>/wall/", live.table_wall, name="table-wall"),
    path("tables/<id:pk>/wall/now/", live.table_wall_now, name="table-wall-now"),
    path("tables/<id:pk>/passes/", passes.passes, name="table-passes"),
    path("tables/<id:pk>/passes/<id:held>/revoke/", passes.revoke, name="table-pass-revoke"),
    path("sessions/<id:pk>/events/", live_events.session_events, name="session-events"),
    path("sessions/<id:pk>/wall/", live.session_wall, name="session-wall"),
    path("sessions/<id:pk>/wall/now/", live.session_wall_now, name="session-wall-now"),
]
