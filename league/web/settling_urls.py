"""The addresses of settling, payments, statements and books: below `c/<slug>/`."""

from django.urls import URLPattern, path

from league.web import (
    books,
    head_to_head,
    integrity,
    merging,
    rank_files,
    settling,
    settling_payments,
    settling_plans,
    statements,
)

urlpatterns: list[URLPattern] = [
    path("settle/", settling.settle, name="settle"),
    path("settle/jiang/<id:pk>/", settling.settle_jiang, name="settle-jiang"),
    path("settle/session/<id:pk>/", settling.settle_session, name="settle-session"),
    path("settle/span/", settling.settle_span, name="settle-span"),
    path("settlements/", settling_plans.plans, name="plans"),
    path("settlements/<id:pk>/", settling_plans.plan, name="plan"),
    path("settlements/<id:pk>/settlement.<slug:form>", settling_plans.plan_file, name="plan-file"),
    path("settlements/lines/<id:pk>/pay/", settling_plans.pay, name="plan-line-pay"),
    path("payments/", settling_payments.payments, name="payments"),
    path("payments/new/", settling_payments.new_payment, name="payment-new"),
    path("payments/<id:pk>/", settling_payments.payment, name="payment"),
    path("jiang/<id:pk>/of/house/", statements.of_house, name="jiang-of-house"),
    path("jiang/<id:pk>/of/<id:member>/", statements.of_member, name="jiang-of-member"),
    path("jiang/<id:pk>/ranks.<slug:form>", rank_files.of_jiang, name="jiang-ranks-file"),
    path("seasons/<id:pk>/ranks.<slug:form>", rank_files.of_season, name="season-ranks-file"),
    path("members/<id:pk>/statement/", statements.member_statement, name="statement"),
    path("members/<id:pk>/statement.<slug:form>", statements.member_file, name="statement-file"),
    path("members/<id:pk>/met/", head_to_head.of_member, name="meetings"),
    path("members/<id:pk>/met/<id:other>/", head_to_head.of_two, name="meeting"),
    path("head-to-head/", head_to_head.grid, name="head-to-head"),
    path("books/", books.club_books, name="books"),
    path("books/books.<slug:form>", books.books_file, name="books-file"),
    path("books/statement/", statements.house_statement, name="house-statement"),
    path("books/statement.<slug:form>", statements.house_file, name="house-statement-file"),
    path("books/spend/", books.spend, name="books-spend"),
    path("books/charge/", books.charge, name="books-charge"),
    path("books/<id:pk>/take-back/", books.take_back, name="books-take-back"),
    path("settings/members/<id:pk>/merge/", merging.merge, name="member-merge"),
    path("integrity/", integrity.integrity, name="integrity"),
]
