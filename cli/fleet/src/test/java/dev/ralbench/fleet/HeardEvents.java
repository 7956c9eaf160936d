package dev.ralbench.fleet;

import dev.ralbench.Failure;
import dev.ralbench.load.LeastLengths;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** Keeps a line of each event, without the agent's port. */
final class HeardEvents implements FleetListener {
    private static final long LONG_ENOUGH_SECONDS = 60;

    private final BlockingQueue<String> events = new LinkedBlockingQueue<>();

    /** The next event, which is waited for. */
    String next() throws InterruptedException {
        return String.valueOf(events.poll(LONG_ENOUGH_SECONDS, TimeUnit.SECONDS));
    }

    @Override
    public void progress(FleetAgent agent, int load, byte[] figures) {
        events.add(load + " progress " + new String(figures, StandardCharsets.UTF_8));
    }

    @Override
    public void reached(FleetAgent agent, int load, Point point, int window, LeastLengths atLeast) {
        events.add(load + " " + point + " " + window + " " + atLeast.turn());
    }

    @Override
    public void failed(FleetAgent agent, int load, Failure failure) {
        events.add(load + " failed: " + failure.what().replace(agent.name(), "A"));
    }

    @Override
    public void lost(FleetAgent agent, Failure failure) {
        events.add("lost: " + failure.what().replace(agent.name(), "A") + ", " + failure.why());
    }
}
