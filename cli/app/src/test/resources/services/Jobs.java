import com.sun.net.httpserver.HttpServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;

/** Answers /work from one thread, which computes; sixteen others wait for it. */
public class Jobs {
    private static double compute() {
        double sum = 0;
        for (int i = 0; i < 3_000_000; i++) {
            sum += Math.sqrt(i);
        }
        return sum;
    }

    public static void main(String[] args) throws Exception {
        var jobs = Executors.newSingleThreadExecutor(Thread.ofPlatform().name("jobs").factory());
        var address = new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(args[0]));
        var server = HttpServer.create(address, 0);
        server.setExecutor(Executors.newFixedThreadPool(16));
        server.createContext("/", exchange -> {
            var text = "ready";
            if (exchange.getRequestURI().getPath().equals("/work")) {
                try {
                    text = String.valueOf(jobs.submit(Jobs::compute).get());
                } catch (InterruptedException | ExecutionException e) {
                    throw new IllegalStateException(e);
                }
            }
            var body = text.getBytes(StandardCharsets.US_ASCII);
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
    }
}
