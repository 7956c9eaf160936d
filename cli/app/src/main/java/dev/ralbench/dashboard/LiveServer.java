package dev.ralbench.dashboard;

import dev.ralbench.report.HtmlPage;
import io.vertx.core.Future;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** What each request gets: the page, the stream of changes, or a refusal. All but the audience belongs to one thread. */
final class LiveServer implements FollowedRun.Audience {
    static final int KEEP_ALIVE_SECONDS = 15;
    private static final int FORBIDDEN = 403;
    private static final int NOT_FOUND = 404;
    private static final int METHOD_NOT_ALLOWED = 405;
    private static final int SERVICE_UNAVAILABLE = 503;
    private static final int MOST_WATCHERS = 20;
    /** A page that asks for another host was sent to this address by a name that somebody else can change. */
    private static final Set<String> HOSTS = Set.of("127.0.0.1", "localhost", "::1");

    private static final String POLICY = "; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

    private final byte[] token;
    private final HtmlPage page;
    private final LiveState state;
    private final Set<Watcher> watchers = new LinkedHashSet<>();
    /** How many there are: the threads of a run make nothing for a page that no browser shows. */
    private volatile int watching;
    /** How often one of them was sent everything. */
    private final AtomicInteger wholes = new AtomicInteger();

    LiveServer(String token, HtmlPage page, LiveState state) {
        this.state = state;
        this.token = token.getBytes(StandardCharsets.UTF_8);
        this.page = page;
    }

    @Override
    public boolean isThere() {
        return watching > 0;
    }

    @Override
    public int newcomers() {
        return wholes.get();
    }

    void answer(HttpServerRequest request) {
        var response = request.response();
        response.putHeader("Cache-Control", "no-store")
                .putHeader("Referrer-Policy", "no-referrer")
                .putHeader("X-Content-Type-Options", "nosniff")
                .putHeader("Cross-Origin-Resource-Policy", "same-origin");
        var authority = request.authority();
        if (authority == null || !HOSTS.contains(withoutBrackets(authority.host()))) {
            refuse(response, FORBIDDEN);
            return;
        }
        var path = request.path() == null ? "" : request.path();
        int end = path.indexOf('/', 1);
        if (end < 0 || !isToken(path.substring(1, end))) {
            refuse(response, NOT_FOUND);
            return;
        }
        if (!request.method().equals(HttpMethod.GET)) {
            refuse(response, METHOD_NOT_ALLOWED);
            return;
        }
        switch (path.substring(end)) {
            case "/" -> sendPage(response);
            case "/events" -> sendEvents(request);
            default -> refuse(response, NOT_FOUND);
        }
    }

    private static String withoutBrackets(String host) {
        return host.startsWith("[") && host.endsWith("]") ? host.substring(1, host.length() - 1) : host;
    }

    /** In a time that does not tell how much of it is right. */
    private boolean isToken(String text) {
        return MessageDigest.isEqual(token, text.getBytes(StandardCharsets.UTF_8));
    }

    private static void refuse(HttpServerResponse response, int status) {
        response.setStatusCode(status).end();
    }

    private void sendPage(HttpServerResponse response) {
        response.putHeader("Content-Type", "text/html; charset=utf-8")
                .putHeader("Content-Security-Policy", HtmlPage.LIVE_POLICY + POLICY)
                .end(page.render());
    }

    private void sendEvents(HttpServerRequest request) {
        var response = request.response();
        if (watchers.size() >= MOST_WATCHERS) {
            refuse(response, SERVICE_UNAVAILABLE);
            return;
        }
        response.putHeader("Content-Type", "text/event-stream; charset=utf-8").setChunked(true);
        var watcher = new Watcher(request.connection(), response, this::whole);
        response.exceptionHandler(gone -> forget(watcher));
        response.closeHandler(gone -> forget(watcher));
        watchers.add(watcher);
        watching = watchers.size();
        watcher.begin();
    }

    private String whole() {
        wholes.incrementAndGet();
        return state.whole();
    }

    private void forget(Watcher watcher) {
        watchers.remove(watcher);
        watching = watchers.size();
    }

    /** Changes the state, and tells all who watch of the change. */
    void tell(Consumer<LiveState> change) {
        change.accept(state);
        if (watchers.isEmpty()) {
            state.forgetChange();
            return;
        }
        var text = state.takeChange();
        dropThoseUnless(watcher -> watcher.tell(text));
    }

    /** Keeps connections open between two changes, and finds those that are not read any more. */
    void keepAlive() {
        dropThoseUnless(Watcher::keepAlive);
    }

    /** @param reads whether a watcher still does */
    private void dropThoseUnless(Predicate<Watcher> reads) {
        for (var watcher : Set.copyOf(watchers)) {
            if (!reads.test(watcher)) {
                forget(watcher);
                watcher.drop();
            }
        }
    }

    /** Tells all that keep up that nothing follows, and drops the others; completes when they have it. */
    Future<Void> end() {
        dropThoseUnless(Watcher::keepsUp);
        state.end();
        var text = state.takeChange();
        return Future.join(Set.copyOf(watchers).stream()
                        .map(watcher -> watcher.end(text))
                        .toList())
                .mapEmpty();
    }
}
