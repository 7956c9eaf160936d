package shop;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Properties;
import java.util.concurrent.Executors;

/** Answers GET /orders/N with an order and the names of its products, which a store looks up. */
public final class Orders {
    private static final int LINES = 4;

    /** How long the store takes for a query, however many rows it is for. */
    private static final long QUERY_MILLIS = 4;

    private final boolean isEager;

    private Orders(boolean isEager) {
        this.isEager = isEager;
    }

    public static void main(String[] args) throws IOException {
        var properties = new Properties();
        try (var in = Orders.class.getResourceAsStream("/orders.properties")) {
            properties.load(in);
        }
        var orders = new Orders(properties.getProperty("lookup").equals("eager"));
        var address = new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(System.getenv("PORT")));
        var server = HttpServer.create(address, 0);
        server.setExecutor(Executors.newFixedThreadPool(16));
        server.createContext("/orders/", orders::answer);
        server.createContext("/health", exchange -> send(exchange, "up"));
        server.start();
    }

    private void answer(HttpExchange exchange) throws IOException {
        send(exchange, String.join("\n", isEager ? oneByOne() : together()));
    }

    private static String[] together() {
        query();
        var names = new String[LINES];
        for (int line = 0; line < LINES; line++) {
            names[line] = "product " + line;
        }
        return names;
    }

    private static String[] oneByOne() {
        var names = new String[LINES];
        for (int line = 0; line < LINES; line++) {
            query();
            names[line] = "product " + line;
        }
        return names;
    }

    private static void query() {
        try {
            Thread.sleep(QUERY_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void send(HttpExchange exchange, String text) throws IOException {
        byte[] body = text.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(200, body.length);
        try (var out = exchange.getResponseBody()) {
            out.write(body);
        }
    }
}
