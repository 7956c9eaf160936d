package dev.ralbench.fleet;

import dev.ralbench.Failure;
import dev.ralbench.load.LeastLengths;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** Work that keeps a line of each call, and answers with what it was asked. */
final class RecordedWork implements AgentWork {
    private static final long LONG_ENOUGH_SECONDS = 60;

    final BlockingQueue<String> calls = new LinkedBlockingQueue<>();
    final MainLink main;

    RecordedWork(MainLink main) {
        this.main = main;
    }

    /** The next call, which is waited for. */
    String next() throws InterruptedException {
        return String.valueOf(calls.poll(LONG_ENOUGH_SECONDS, TimeUnit.SECONDS));
    }

    @Override
    public byte[] prepare(byte[] share) {
        var text = new String(share, StandardCharsets.UTF_8);
        calls.add("prepare " + text);
        if (text.equals("wrong")) {
            throw Failure.usage("this share is wrong", "it says so", "correct it");
        }
        if (text.equals("broken")) {
            throw new IllegalArgumentException("broken");
        }
        return ("prepared " + text).getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public void startAt(long nanoTime) {
        calls.add("start " + nanoTime);
        main.progress("half".getBytes(StandardCharsets.UTF_8));
        main.reached(Point.WINDOW_END, 1, new LeastLengths(Duration.ofMillis(3), Duration.ofMillis(5)));
    }

    @Override
    public void goOn(Point point, int window, long nanoTime, LeastLengths atLeast, long repeated) {
        calls.add(point + " " + window + " " + nanoTime + " " + atLeast.turn() + " " + repeated);
        main.failed(Failure.invalid("the load is thin", "", ""));
    }

    @Override
    public void followWith(int window, List<Integer> users, Duration settle) {
        calls.add("follow " + window + " " + users + " " + settle);
    }

    @Override
    public byte[] finish() {
        calls.add("finish");
        return "recording".getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public void stop() {
        calls.add("stop");
    }

    @Override
    public void abort() {
        calls.add("abort");
    }
}
