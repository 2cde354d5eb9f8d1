"""The services that bin/test provides are the real ones."""

import pytest
from django.db import connection

from config.celery import app


@pytest.mark.postgres
@pytest.mark.django_db
def test_the_database_is_a_private_postgresql_without_a_port():
    with connection.cursor() as cursor:
        cursor.execute("SHOW listen_addresses")
        assert cursor.fetchone() == ("",)


@pytest.mark.django_db
def test_sqlite_is_a_file_in_wal_mode_with_full_synchronising():
    if connection.vendor == "postgresql":
        return
    with connection.cursor() as cursor:
        modes = [cursor.execute(f"PRAGMA {name}").fetchone()[0] for name in ("journal_mode", "synchronous")]
    assert modes == ["wal", 2]


def test_the_broker_takes_and_gives_back_a_message(broker_url):
    with app.connection_for_write(broker_url) as broker:
        queue = broker.SimpleQueue("house-test")
        queue.put({"hand": 7}, serializer="json")
        message = queue.get(timeout=10)
        message.ack()
        queue.close()
    assert message.payload == {"hand": 7}
