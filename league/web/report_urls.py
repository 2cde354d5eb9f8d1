"""The addresses of the reports: below `c/<slug>/reports/`. Includes the converter `id` of league.web.urls."""

from django.urls import path

from league.web import reports

urlpatterns = [
    path("", reports.reports, name="reports"),
    path("outbox/", reports.mails, name="report-outbox"),
    path("outbox/<id:pk>/again/", reports.send_again, name="report-mail-again"),
    path("<id:pk>/", reports.report, name="report"),
    path("<id:pk>/download/", reports.download, name="report-download"),
    path("<id:pk>/again/", reports.again, name="report-again"),
]
