#!/bin/bash
# For people who start the image by hand, in the words of the official one: MYSQL_ROOT_PASSWORD or MYSQL_ALLOW_EMPTY_PASSWORD,
# MYSQL_DATABASE, MYSQL_USER and MYSQL_PASSWORD. ralbench itself calls mysqld directly.
set -euo pipefail
data=/var/lib/mysql
case "${1:-}" in -*) set -- mysqld "$@" ;; esac

text() { # a literal of SQL
    local escaped=${1//\\/\\\\}
    printf "'%s'" "${escaped//\'/\\\'}"
}

set_up() {
    echo "ALTER USER 'root'@'localhost' IDENTIFIED BY $(text "${MYSQL_ROOT_PASSWORD:-}");"
    echo "CREATE USER 'root'@'%' IDENTIFIED BY $(text "${MYSQL_ROOT_PASSWORD:-}");"
    echo "GRANT ALL ON *.* TO 'root'@'%' WITH GRANT OPTION;"
    if [ -n "${MYSQL_DATABASE:-}" ]; then echo "CREATE DATABASE \`$MYSQL_DATABASE\`;"; fi
    if [ -n "${MYSQL_USER:-}" ]; then
        echo "CREATE USER $(text "$MYSQL_USER") IDENTIFIED BY $(text "${MYSQL_PASSWORD:-}");"
        if [ -n "${MYSQL_DATABASE:-}" ]; then echo "GRANT ALL ON \`$MYSQL_DATABASE\`.* TO $(text "$MYSQL_USER");"; fi
    fi
}

mkdir -p /run/mysqld
chown mysql:mysql /run/mysqld "$data"
if [ "${1:-}" = mysqld ] && [ ! -d "$data/mysql" ]; then
    if [ -z "${MYSQL_ROOT_PASSWORD:-}${MYSQL_ALLOW_EMPTY_PASSWORD:-}" ]; then
        echo "set MYSQL_ROOT_PASSWORD or MYSQL_ALLOW_EMPTY_PASSWORD" >&2
        exit 1
    fi
    mysqld --initialize-insecure --datadir="$data"
    (umask 077 && set_up >/run/mysqld/set-up.sql)
    chown mysql:mysql /run/mysqld/set-up.sql
    set -- "$@" --init-file=/run/mysqld/set-up.sql
fi
exec "$@"
