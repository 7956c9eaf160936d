package dev.ralbench.scenario;

import java.net.URI;
import java.util.Collections;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;

/** Which service a variant is measured on: the {@code target:} of a variant. */
public sealed interface TargetChoice {

    /**
     * One of the services that come with ralbench, by the name of its folder under {@code targets/}.
     *
     * @param with options of that target, as its {@code target.yaml} names them
     */
    record BuiltIn(String name, Map<String, String> with) implements TargetChoice {
        public BuiltIn {
            with = Collections.unmodifiableMap(new TreeMap<>(with));
        }
    }

    /**
     * A service of one's own that ralbench starts and stops.
     *
     * @param command a shell command; {@code ${port}} becomes a free port, {@code ${java}} the JVM that ralbench runs on,
     *     {@code ${jvmFlags}} the scenario's flags
     * @param ready path that answers 2xx when the service can be measured
     * @param environment variables for the process, beside those of ralbench itself
     */
    record Command(String command, String ready, Map<String, String> environment) implements TargetChoice {
        public Command {
            environment = Collections.unmodifiableMap(new TreeMap<>(environment));
        }
    }

    /**
     * Something that is already running; ralbench neither starts nor stops it.
     *
     * @param pid its process id, where the view from inside is wanted
     */
    record Url(URI url, OptionalLong pid) implements TargetChoice {}
}
