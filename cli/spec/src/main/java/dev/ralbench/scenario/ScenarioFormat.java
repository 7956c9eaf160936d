package dev.ralbench.scenario;

import dev.ralbench.need.NeedKinds;
import dev.ralbench.yaml.Format;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The keys of a scenario file as data. Unknown keys, the dotted keys of profiles and overrides, and the test that
 * compares {@code scenario.schema.json} with the reader all use this one tree.
 */
final class ScenarioFormat {
    private static final Format VALUE = new Format.Value();
    private static final Format TEXTS = new Format.Texts();

    static final Map<String, Format> SHAPES = keys(
            key("constant", values("users", "hold", "label")),
            key("ramp", values("from", "to", "ramp", "label")),
            key("stairs", values("start", "add", "times", "ramp", "hold", "label")),
            key("loops", values("users", "loops", "ramp", "within", "times", "label")),
            key("requests", values("users", "requests", "within", "times", "label")),
            key("burst", values("users", "loops", "within", "times", "label")));

    private static final Format CLOSED =
            new Format.OneOf(with(SHAPES, "sequence", new Format.Parts(new Format.OneOf(SHAPES))));

    static final Map<String, Format> RATE_SHAPES = keys(
            key("rate", values("perSecond", "hold", "users", "arrivals", "label")),
            key("ramp", values("from", "to", "ramp", "users", "arrivals", "label")),
            key("stairs", values("start", "add", "times", "ramp", "hold", "users", "arrivals", "label")));

    private static final Format OPEN =
            new Format.OneOf(with(RATE_SHAPES, "sequence", new Format.Parts(new Format.OneOf(RATE_SHAPES))));

    /** One part of a load that is closed in one part and open in another. */
    static final Format PHASE = new Format.OneOf(keys(key("closed", CLOSED), key("open", OPEN)));

    private static final Format REQUEST = new Format.Keys(keys(
            key("method", VALUE),
            key("path", VALUE),
            key("query", VALUE),
            key("headers", TEXTS),
            key("body", VALUE),
            key("form", TEXTS),
            key("multipart", new Format.Parts(PartReader.FORMAT)),
            key("http", VALUE),
            key("followRedirects", VALUE),
            key("proxy", VALUE),
            key(
                    "expect",
                    new Format.Keys(keys(key("status", VALUE), key("bodyBytes", VALUE), key("elements", TEXTS))))));

    private static final Format LOAD = new Format.Keys(
            keys(
                    key("closed", CLOSED),
                    key("open", OPEN),
                    key("phases", new Format.Parts(PHASE)),
                    key("warmUp", values("requests", "users")),
                    key("stopAfter", VALUE),
                    key("timeout", VALUE),
                    key("think", VALUE),
                    key("keepAlive", VALUE),
                    key("connections", VALUE),
                    key("sourceAddresses", VALUE),
                    key("onFailure", VALUE)),
            ShapeReader.MODELS);

    private static final Format TARGET = new Format.ValueOrKeys(keys(
            key("url", VALUE),
            key("pid", VALUE),
            key("builtIn", VALUE),
            key("jar", VALUE),
            key("image", VALUE),
            key("command", VALUE),
            key("ready", VALUE),
            key("readyWithin", VALUE),
            key("port", VALUE),
            key("scheme", VALUE),
            key("tls", values("ca", "certificate", "key", "insecure", "resume")),
            key("env", TEXTS)));

    private static final Format VARIANT = new Format.Keys(keys(
            key("target", TARGET),
            key("path", VALUE),
            key("with", TEXTS),
            key("expectFailures", VALUE),
            key("labels", TEXTS)));

    private static final Format WORK = new Format.Keys(keys(key("same", VALUE), key("differs", TEXTS)));

    /** What a profile or an override may replace. */
    static final Format REPLACEABLE = new Format.Keys(keys(
            key("title", VALUE),
            key("request", REQUEST),
            key("load", LOAD),
            key("jvm", VALUE),
            key("needs", NeedKinds.format()),
            key("variants", new Format.Named(VARIANT)),
            key("work", WORK),
            key("expect", TEXTS),
            key("predict", new Format.Named(values("delay", "workers", "cpu"))),
            key("reference", VALUE)));

    /** The whole file. A profile's own keys are paths into {@link #REPLACEABLE}. */
    static final Format SCENARIO = new Format.Keys(with(
            joined(keys(key("schema", VALUE), key("name", VALUE)), REPLACEABLE.known()),
            "profiles",
            new Format.Named(VALUE)));

    private ScenarioFormat() {}

    private static Format values(String... names) {
        var keys = new LinkedHashMap<String, Format>();
        for (var name : names) {
            keys.put(name, VALUE);
        }
        return new Format.Keys(keys);
    }

    private static Map.Entry<String, Format> key(String name, Format format) {
        return Map.entry(name, format);
    }

    @SafeVarargs
    private static Map<String, Format> keys(Map.Entry<String, Format>... entries) {
        var keys = new LinkedHashMap<String, Format>();
        for (var entry : entries) {
            keys.put(entry.getKey(), entry.getValue());
        }
        return keys;
    }

    private static Map<String, Format> with(Map<String, Format> keys, String name, Format format) {
        return joined(keys, Map.of(name, format));
    }

    private static Map<String, Format> joined(Map<String, Format> first, Map<String, Format> then) {
        var all = new LinkedHashMap<>(first);
        all.putAll(then);
        return all;
    }
}
