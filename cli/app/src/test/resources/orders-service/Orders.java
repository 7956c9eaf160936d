import com.mongodb.client.MongoClients;
import com.mongodb.client.model.Accumulators;
import com.mongodb.client.model.Aggregates;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Updates;
import com.sun.net.httpserver.HttpServer;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.Executors;
import org.bson.Document;

/** A service that sums up the orders of a customer, and counts how often it was asked: one query and one update a request. */
class Orders {
    public static void main(String[] arguments) throws Exception {
        var client = MongoClients.create(System.getenv("STORE"));
        var database = client.getDatabase(System.getenv("STORE_DATABASE"));
        var orders = database.getCollection("orders");
        var customers = database.getCollection("customers");
        var server = HttpServer.create(new InetSocketAddress("127.0.0.1", Integer.parseInt(arguments[0])), 0);
        server.createContext("/ready", exchange -> {
            exchange.sendResponseHeaders(204, -1);
            exchange.close();
        });
        server.createContext("/sum", exchange -> {
            var customer = exchange.getRequestURI().getPath().substring("/sum/".length());
            var sum = orders.aggregate(List.of(
                            Aggregates.match(Filters.eq("customer", customer)),
                            Aggregates.group(null, Accumulators.sum("total", "$total"))))
                    .first();
            customers.updateOne(Filters.eq("name", customer), Updates.inc("asked", 1));
            var body = new Document("customer", customer)
                    .append("total", sum == null ? 0 : sum.get("total"))
                    .toJson()
                    .getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.setExecutor(Executors.newFixedThreadPool(4));
        server.start();
    }
}
