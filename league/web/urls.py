"""The addresses of the pages."""

from django.contrib.auth import views as accounts
from django.urls import URLPattern, URLResolver, include, path

from league.web import (
    clubs,
    converters,  # noqa: F401 - the addresses below need it
    home,
    imports,
    jiang,
    live_urls,
    look,
    members,
    recorder_urls,
    rule_sheets,
    seasons,
    settings,
    settings_members,
    settling_urls,
)

of_the_site: list[URLPattern | URLResolver] = [
    path("", home.home, name="home"),
    path("healthz", home.healthz, name="healthz"),
    path("readyz", home.readyz, name="readyz"),
    path("look/", look.look, name="look"),
    path("i18n/", include("django.conf.urls.i18n")),
    path("sign-in/", accounts.LoginView.as_view(), name="sign-in"),
    path("sign-out/", accounts.LogoutView.as_view(), name="sign-out"),
    path("password/", accounts.PasswordChangeView.as_view(), name="password_change"),
    path("password/done/", accounts.PasswordChangeDoneView.as_view(), name="password_change_done"),
    path("password/reset/", accounts.PasswordResetView.as_view(), name="password_reset"),
    path("password/reset/sent/", accounts.PasswordResetDoneView.as_view(), name="password_reset_done"),
    path(
        "password/reset/<uidb64>/<token>/",
        accounts.PasswordResetConfirmView.as_view(),
        name="password_reset_confirm",
    ),
    path(
        "password/reset/done/", accounts.PasswordResetCompleteView.as_view(), name="password_reset_complete"
    ),
    *live_urls.of_the_site,
]

of_a_club: list[URLPattern | URLResolver] = [
    path("", clubs.club, name="club"),
    path("sessions/", clubs.sessions, name="sessions"),
    path("sessions/<id:pk>/", clubs.session, name="session"),
    *recorder_urls.urlpatterns,
    path("jiang/<id:pk>/", jiang.jiang, name="jiang"),
    path("jiang/<id:pk>/record.json", jiang.record, name="jiang-record"),
    path("jiang/<id:pk>/ranks/", jiang.ranks, name="jiang-ranks"),
    path("jiang/<id:pk>/ranks.csv", jiang.ranks_csv, name="jiang-ranks-csv"),
    path("seasons/", seasons.seasons, name="seasons"),
    path("seasons/<id:pk>/", seasons.season, name="season"),
    path("seasons/<id:pk>/ranks/", seasons.ranks, name="season-ranks"),
    path("seasons/<id:pk>/ranks.csv", seasons.ranks_csv, name="season-ranks-csv"),
    path("members/", members.members, name="members"),
    path("members/<id:pk>/", members.member, name="member"),
    path("members/<id:pk>/balance/", members.balance, name="balance"),
    path("members/<id:pk>/balance.csv", members.balance_csv, name="balance-csv"),
    path("balance/", members.own_balance, name="own-balance"),
    path("sheets/", rule_sheets.sheets, name="sheets"),
    path("reports/", include("league.web.report_urls")),
    path("import/", imports.import_page, name="import"),
    path("settings/", settings.club_settings, name="settings"),
    path("settings/seasons/", settings.seasons, name="settings-seasons"),
    path("settings/members/", settings_members.members, name="settings-members"),
    path("settings/members/<id:pk>/", settings_members.member, name="settings-member"),
    path("settings/keys/", settings.tokens, name="settings-tokens"),
    path("settings/keys/<id:pk>/revoke/", settings.revoke_token, name="settings-token-revoke"),
    *settling_urls.urlpatterns,
    *live_urls.of_a_club,
]

urlpatterns: list[URLPattern | URLResolver] = [*of_the_site, path("c/<slug:slug>/", include(of_a_club))]
