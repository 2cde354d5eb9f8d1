"""The addresses of the recorder, below a club's."""

from django.urls import URLPattern, path

from league.web import corrections, disputes, opening, recorder, side_bets

urlpatterns: list[URLPattern] = [
    path("sessions/new/", opening.new_session, name="session-new"),
    path("sessions/<id:pk>/tables/", opening.add_table, name="table-add"),
    path("tables/<id:pk>/jiang/new/", opening.new_jiang, name="jiang-new"),
    path("tables/<id:pk>/jiang/draw/", opening.draw, name="jiang-draw"),
    path("jiang/<id:pk>/record/", recorder.record, name="record"),
    path("jiang/<id:pk>/record/preview/", recorder.preview, name="record-preview"),
    path("jiang/<id:pk>/bets/", side_bets.bets, name="bets"),
    path("jiang/<id:pk>/corrections/", corrections.corrections, name="corrections"),
    path("jiang/<id:pk>/hands/<id:number>/", corrections.hand, name="hand"),
    path("jiang/<id:pk>/hands/<id:number>/preview/", recorder.preview, name="hand-preview"),
    path("jiang/<id:pk>/hands/<id:number>/correct/", corrections.correct, name="hand-correct"),
    path("jiang/<id:pk>/hands/<id:number>/insert/", corrections.insert, name="hand-insert"),
    path("jiang/<id:pk>/hands/<id:number>/strike/", corrections.strike, name="hand-strike"),
    path("jiang/<id:pk>/hands/<id:number>/dispute/", disputes.dispute, name="hand-dispute"),
    path("disputes/<id:pk>/settle/", disputes.settle, name="dispute-settle"),
]
