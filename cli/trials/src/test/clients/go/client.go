// Asks one server once with one driver: client DRIVER HOST PORT DATABASE USER PASSWORD
package main

import (
	"context"
	"database/sql"
	"fmt"
	"log"
	"net"
	"net/url"
	"os"

	"github.com/go-sql-driver/mysql"
	"github.com/jackc/pgx/v5"
)

const text = "grüße €"

func main() {
	driver, host, port, database, user, password := os.Args[1], os.Args[2], os.Args[3], os.Args[4], os.Args[5], os.Args[6]
	drivers := map[string]func() (string, string, error){
		"go-sql-driver": func() (answer string, version string, err error) {
			config := mysql.NewConfig()
			config.Net, config.Addr, config.DBName = "tcp", net.JoinHostPort(host, port), database
			config.User, config.Passwd = user, password
			connector, err := mysql.NewConnector(config)
			if err != nil {
				return "", "", err
			}
			pool := sql.OpenDB(connector)
			defer pool.Close()
			err = pool.QueryRow("SELECT ?, VERSION()", text).Scan(&answer, &version)
			return answer, version, err
		},
		"pgx": func() (answer string, version string, err error) {
			address := url.URL{Scheme: "postgres", User: url.UserPassword(user, password), Host: net.JoinHostPort(host, port), Path: database}
			connection, err := pgx.Connect(context.Background(), address.String())
			if err != nil {
				return "", "", err
			}
			defer connection.Close(context.Background())
			err = connection.QueryRow(context.Background(), "SELECT $1::text, version()", text).Scan(&answer, &version)
			return answer, version, err
		},
	}
	answer, version, err := drivers[driver]()
	if err != nil {
		log.Fatal(err)
	}
	if answer != text {
		log.Fatal("got ", answer)
	}
	fmt.Println("answered by", version)
}
