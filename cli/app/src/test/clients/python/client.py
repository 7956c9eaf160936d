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


def pymongo():
    import pymongo as module

    with module.MongoClient(host=host, port=int(port), username=user, password=password) as client:
        notes = client[database]["python"]
        notes.insert_many([{"_id": n, "text": TEXT if n == 3 else "other", "even": n % 2 == 0} for n in (1, 2, 3, 4)])
        notes.update_one({"_id": 4}, {"$inc": {"times": 1}, "$set": {"text": "changed"}})
        last = list(notes.find({"even": True}).sort("_id", -1).limit(1))[0]
        groups = list(notes.aggregate([{"$match": {"even": False}}, {"$group": {"_id": "$even", "sum": {"$sum": "$_id"}}}]))
        seen = [notes.find_one({"text": TEXT})["_id"], last["text"], last["times"], groups[0]["sum"]]
        notes.delete_one({"_id": 1})
        seen.append(notes.count_documents({}))
        assert seen == [3, "changed", 1, 4, 3], seen
        return notes.find_one({"_id": 3})["text"], client.admin.command("buildInfo")["modules"][0]


text, version = {f.__name__: f for f in (pymysql, sqlalchemy, django, psycopg, redis, pymongo)}[driver]()
assert text == TEXT, text
print("answered by", version)
