package dev.ralbench.target;

import java.net.URI;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalLong;

/** How to get a service that can be measured. Built-in targets and one's own become the same two kinds. */
public sealed interface TargetDefinition {

    /** For people: what is started. */
    String title();

    /**
     * A process to start.
     *
     * @param command a shell command in which {@code ${port}} stands for a free port
     * @param readyPath path that answers 2xx when the service can be measured
     * @param environment variables beside those of ralbench itself
     */
    record Launched(String title, String command, String readyPath, Map<String, String> environment)
            implements TargetDefinition {
        public Launched {
            environment = Collections.unmodifiableMap(new LinkedHashMap<>(environment));
        }
    }

    /**
     * Something already running that is only used.
     *
     * @param url scheme, host and port
     * @param pid its process, where it can be looked into
     */
    record Running(String title, URI url, OptionalLong pid) implements TargetDefinition {}
}
