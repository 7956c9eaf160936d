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
	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"
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
		"mongo-driver": func() (string, string, error) {
			address := url.URL{Scheme: "mongodb", User: url.UserPassword(user, password), Host: net.JoinHostPort(host, port)}
			return notes(address.String(), database)
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

func notes(address string, database string) (string, string, error) {
	ctx := context.Background()
	client, err := mongo.Connect(options.Client().ApplyURI(address))
	if err != nil {
		return "", "", err
	}
	defer client.Disconnect(ctx)
	notes := client.Database(database).Collection("go")
	var all []bson.M
	for n := 1; n <= 4; n++ {
		all = append(all, bson.M{"_id": n, "text": map[bool]string{true: text, false: "other"}[n == 3], "even": n%2 == 0})
	}
	if _, err = notes.InsertMany(ctx, all); err != nil {
		return "", "", err
	}
	change := bson.M{"$inc": bson.M{"times": 1}, "$set": bson.M{"text": "changed"}}
	if _, err = notes.UpdateOne(ctx, bson.M{"_id": 4}, change); err != nil {
		return "", "", err
	}
	var last, found, byID, info bson.M
	if err = notes.FindOne(ctx, bson.M{"even": true}, options.FindOne().SetSort(bson.M{"_id": -1})).Decode(&last); err != nil {
		return "", "", err
	}
	cursor, err := notes.Aggregate(ctx, bson.A{
		bson.M{"$match": bson.M{"even": false}},
		bson.M{"$group": bson.M{"_id": "$even", "sum": bson.M{"$sum": "$_id"}}},
	})
	if err != nil {
		return "", "", err
	}
	var groups []bson.M
	if err = cursor.All(ctx, &groups); err != nil {
		return "", "", err
	}
	if err = notes.FindOne(ctx, bson.M{"text": text}).Decode(&found); err != nil {
		return "", "", err
	}
	if _, err = notes.DeleteOne(ctx, bson.M{"_id": 1}); err != nil {
		return "", "", err
	}
	count, err := notes.CountDocuments(ctx, bson.M{})
	if err != nil {
		return "", "", err
	}
	seen := fmt.Sprintf("%v %v %v %v %v", found["_id"], last["text"], last["times"], groups[0]["sum"], count)
	if seen != "3 changed 1 4 3" {
		return "", "", fmt.Errorf("got %s", seen)
	}
	if err = notes.FindOne(ctx, bson.M{"_id": 3}).Decode(&byID); err != nil {
		return "", "", err
	}
	if err = client.Database("admin").RunCommand(ctx, bson.M{"buildInfo": 1}).Decode(&info); err != nil {
		return "", "", err
	}
	return byID["text"].(string), info["modules"].(bson.A)[0].(string), nil
}
