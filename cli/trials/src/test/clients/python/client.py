"""Asks one server once with one driver: client.py DRIVER HOST PORT DATABASE USER PASSWORD"""
import sys

TEXT = "grüße €"
driver, host, port, database, user, password = sys.argv[1:7]


def pymysql():
    import pymysql as module

    connection = module.connect(host=host, port=int(port), database=database, user=user, password=password)
    with connection, connection.cursor() as cursor:
        cursor.execute("SELECT %s, VERSION()", (TEXT,))
        return cursor.fetchone()


def sqlalchemy():
    import sqlalchemy as module

    url = module.URL.create("mysql+pymysql", user, password, host, int(port), database)
    engine = module.create_engine(url)
    table = module.Table("note", module.MetaData(), module.Column("text", module.String(40), primary_key=True))
    with engine.begin() as connection:
        table.create(connection, checkfirst=True)
        connection.execute(table.delete())
        connection.execute(table.insert().values(text=TEXT))
        text = connection.execute(module.select(table.c.text).with_for_update(read=True)).scalar_one()
        return text, connection.execute(module.text("SELECT VERSION()")).scalar_one()


def django():
    from django.conf import settings

    import pymysql as module

    module.install_as_MySQLdb()
    module.version_info = (2, 2, 7, "final", 0)
    settings.configure(
        DATABASES={
            "default": {
                "ENGINE": "django.db.backends.mysql",
                "HOST": host,
                "PORT": port,
                "NAME": database,
                "USER": user,
                "PASSWORD": password,
            }
        }
    )
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("SELECT %s, VERSION()", (TEXT,))
        return cursor.fetchone()


def psycopg():
    import psycopg as module

    with module.connect(host=host, port=port, dbname=database, user=user, password=password) as connection:
        return connection.execute("SELECT %s, version()", (TEXT,)).fetchone()


def redis():
    import redis as module

    client = module.Redis(host=host, port=int(port), db=int(database), password=password, decode_responses=True)
    client.set("text", TEXT)
    return client.get("text"), client.info("server")["redis_version"]


text, version = {f.__name__: f for f in (pymysql, sqlalchemy, django, psycopg, redis)}[driver]()
assert text == TEXT, text
print("answered by", version)
