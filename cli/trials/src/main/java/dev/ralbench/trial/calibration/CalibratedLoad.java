package dev.ralbench.trial.calibration;

import dev.ralbench.load.LoadPlan;
import dev.ralbench.load.RequestTemplate;
import dev.ralbench.load.SenderFactory;
import dev.ralbench.tls.TlsSettings;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A load that is to come, as far as it decides what its requests cost the generator.
 *
 * @param request of its requests: length of the body, expected length of the response and protocol count; method, path,
 *     headers, redirects and proxy do not
 * @param tls of the load, if it is sent by https: its client key decides which library encrypts
 * @param surroundings machine, JVM, sender and CPUs, each by a name: with others, a request costs something else
 * @param isMeasured whether the ceiling has to be measured, even if it is known
 */
public record CalibratedLoad(
        SenderFactory senders,
        LoadPlan plan,
        RequestTemplate request,
        Optional<TlsSettings> tls,
        Map<String, String> surroundings,
        boolean isMeasured) {
    /** Larger bodies cost as much for each byte. */
    private static final int MOST_BYTES = 1 << 20;

    public CalibratedLoad {
        surroundings = Map.copyOf(surroundings);
    }

    /** The same load by http. */
    public CalibratedLoad withoutTls() {
        return new CalibratedLoad(senders, plan, request, Optional.empty(), surroundings, isMeasured);
    }

    /** Everything that the ceiling depends on, a line each by its name. Loads with equal lines have equal ceilings. */
    TreeMap<String, String> identity() {
        var lines = new TreeMap<>(surroundings);
        lines.put("load", OperatingPoint.inWords(plan, MeasuredCeiling.MEASURED));
        lines.put("request", bodyBytes() + " bytes by " + (isHttp2() ? "HTTP/2" : "HTTP/1.1"));
        lines.put("response", responseBytes() + " bytes");
        lines.put(
                "tls",
                tls.map(settings -> "yes, " + (settings.resume() ? "resumed" : "not resumed")
                                + (settings.identity().isPresent() ? ", client key" : ""))
                        .orElse("no"));
        return lines;
    }

    boolean isHttp2() {
        return request.transfer().http2();
    }

    /** Length of the request's body, rounded up to a power of two; 0 if it has none. */
    int bodyBytes() {
        return rounded(request.bodyBytes());
    }

    /** Length of the expected response's body, likewise; 0 if the load does not say. */
    int responseBytes() {
        return rounded(request.expect().bodyBytes().orElse(0));
    }

    /** A few bytes more or less cost the same. */
    private static int rounded(long bytes) {
        long few = Math.min(bytes, MOST_BYTES);
        return few <= 1 ? (int) few : (int) Long.highestOneBit(few - 1) << 1;
    }
}
