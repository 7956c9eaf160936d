import com.sun.net.httpserver.HttpServer;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/** A service whose behaviour is known. Arguments: port, then how it misbehaves. */
public class TestService {
    static volatile Object kept;
    private static final AtomicInteger works = new AtomicInteger();

    public static void main(String[] arguments) throws Exception {
        int port = Integer.parseInt(arguments[0]);
        List<String> habits = List.of(arguments).subList(1, arguments.length);
        if (habits.contains("dies")) {
            for (int i = 1; i <= 20; i++) {
                System.out.println("line " + i);
            }
            System.err.println("no configuration found");
            System.exit(3);
        }
        if (habits.contains("stubborn")) {
            Runtime.getRuntime().addShutdownHook(new Thread(() -> await(new CountDownLatch(1))));
        }
        if (habits.contains("forks")) {
            new ProcessBuilder("sleep", "300").start();
        }
        boolean neverReady = habits.contains("never-ready");
        boolean diesUnderLoad = habits.contains("dies-under-load");
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
        server.createContext("/", exchange -> {
            String path = exchange.getRequestURI().getPath();
            act(path);
            if (diesUnderLoad && path.equals("/work") && works.incrementAndGet() == 500) {
                Runtime.getRuntime().halt(137); // as if it had been killed: no hook runs
            }
            exchange.sendResponseHeaders(neverReady ? 503 : 204, -1);
            exchange.close();
        });
        server.start();
        System.out.println("up, flags from outside: " + System.getenv("JAVA_TOOL_OPTIONS") + " mine: " + System.getenv("MINE"));
    }

    private static void act(String path) {
        switch (path) {
            case "/threads" -> runThreads(50);
            case "/allocate" -> {
                for (int i = 0; i < 100; i++) {
                    kept = new byte[1 << 20];
                }
            }
            case "/keep" -> {
                List<byte[]> blocks = new ArrayList<>();
                for (int i = 0; i < 64; i++) {
                    blocks.add(new byte[1 << 20]);
                }
                kept = blocks;
            }
            case "/drop" -> kept = null;
            case "/collect" -> System.gc();
            case "/burn" -> {
                // CPU time, not elapsed time: the machine may have more to do than this.
                ThreadMXBean threads = ManagementFactory.getThreadMXBean();
                long end = threads.getCurrentThreadCpuTime() + 400_000_000L;
                while (threads.getCurrentThreadCpuTime() < end) {
                    Thread.onSpinWait();
                }
            }
            default -> {}
        }
    }

    /** All of them at once, and all of them ended when it returns. */
    private static void runThreads(int count) {
        CountDownLatch running = new CountDownLatch(count);
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            Thread thread = new Thread(() -> {
                running.countDown();
                await(running);
            }, "worker-" + i);
            thread.start();
            threads.add(thread);
        }
        for (Thread thread : threads) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
