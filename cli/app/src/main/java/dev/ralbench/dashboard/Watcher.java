package dev.ralbench.dashboard;

import io.vertx.core.Future;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpServerResponse;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/**
 * A browser that follows by server-sent events. One that does not read as fast as there is news is told nothing until it has
 * read what it was told, then everything at once; one that does not read at all is given up. So what waits for one of them is
 * some changes and the text that was written last, and does not grow.
 */
final class Watcher {
    /** Changes, of which there is one a second and variant. */
    private static final int MOST_SKIPPED = 20;

    /** One that has skipped more is behind; fewer may come at once, while a long report is on its way. */
    private static final int MOST_SKIPPED_AT_END = 3;

    /** Signs that may wait for the kernel to take them. What is written at once may be more. */
    private static final int MOST_WAITING = 64 * 1024;

    private static final String RETRY = "retry: 1000\n";
    private static final Pattern LINE_END = Pattern.compile("\n *");

    private final HttpConnection connection;
    private final HttpServerResponse response;
    private final Supplier<String> whole;
    private long waiting;
    private int skipped;

    /** @param whole everything there is to tell */
    Watcher(HttpConnection connection, HttpServerResponse response, Supplier<String> whole) {
        this.connection = connection;
        this.response = response;
        this.whole = whole;
    }

    void begin() {
        write(RETRY + event(whole.get()));
    }

    /**
     * Tells a change, unless what was told before is still waiting.
     *
     * @return whether it still reads
     */
    boolean tell(String change) {
        if (waiting > MOST_WAITING) {
            skipped++;
            return skipped <= MOST_SKIPPED;
        }
        write(event(skipped > 0 ? whole.get() : change));
        skipped = 0;
        return true;
    }

    /**
     * Keeps the connection open, and tells what was skipped.
     *
     * @return whether it still reads
     */
    boolean keepAlive() {
        if (skipped > 0) {
            return tell("");
        }
        if (waiting == 0) {
            write(":\n\n");
        }
        return true;
    }

    /** Whether the last change would reach it soon. */
    boolean keepsUp() {
        return skipped <= MOST_SKIPPED_AT_END;
    }

    /** The response's own queue counts messages, not what is in them. */
    private void write(String text) {
        waiting += text.length();
        response.write(text).onComplete(taken -> waiting -= text.length());
    }

    /** Tells the last change; completes when it is with the kernel. */
    Future<Void> end(String change) {
        return response.end(event(skipped > 0 ? whole.get() : change));
    }

    void drop() {
        connection.close();
    }

    /** An event's data is one line, and JSON needs neither line ends nor indents; those in texts are escaped. */
    private static String event(String json) {
        return "data: " + LINE_END.matcher(json).replaceAll("") + "\n\n";
    }
}
