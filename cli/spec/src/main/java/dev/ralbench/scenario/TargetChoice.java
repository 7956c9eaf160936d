package dev.ralbench.scenario;

import dev.ralbench.secret.SecretUrl;
import dev.ralbench.tls.TlsSettings;
import java.time.Duration;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.TreeMap;

/** Which service a variant is measured on: the {@code target:} of a variant. */
public sealed interface TargetChoice {

    /**
     * One of the services that come with ralbench, by the name of its directory under {@code targets/}.
     *
     * @param with options of that target, as its {@code target.yaml} names them
     * @param jar path of another build of it, which takes the place of its own
     */
    record BuiltIn(String name, Map<String, String> with, Optional<String> jar) implements TargetChoice {
        public BuiltIn {
            with = Collections.unmodifiableMap(new TreeMap<>(with));
        }

        /** A built-in target as it comes with ralbench. */
        public BuiltIn(String name, Map<String, String> with) {
            this(name, with, Optional.empty());
        }
    }

    /**
     * A service of one's own that ralbench starts and stops.
     *
     * @param command a shell command; {@code ${port}} becomes a free port, {@code ${java}} the JVM that ralbench runs on,
     *     {@code ${jvmFlags}} the scenario's flags, {@code ${jar}} the jar
     * @param ready path that answers 2xx when the service can be measured
     * @param environment variables for the process, next to those of ralbench itself
     * @param jar path of the jar that the command starts, if known
     * @param tls present if it is reached by https
     * @param readyWithin how long that may take, if the usual time is too short, or too long
     * @param directory that it is started in, if not the one that ralbench was started in
     * @param counters path of the service's own counters, in the text format of Prometheus, if it has any
     */
    record Command(
            String command,
            String ready,
            Map<String, String> environment,
            Optional<String> jar,
            Optional<TlsSettings> tls,
            Optional<Duration> readyWithin,
            Optional<String> directory,
            Optional<String> counters)
            implements TargetChoice {
        public Command {
            environment = Collections.unmodifiableMap(new TreeMap<>(environment));
        }

        /** Reached by http, and started where ralbench was. */
        public Command(String command, String ready, Map<String, String> environment, Optional<String> jar) {
            this(
                    command,
                    ready,
                    environment,
                    jar,
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty());
        }
    }

    /**
     * A service of one's own in a container, on the network of this machine.
     *
     * @param image its name, as for {@code docker run}
     * @param command the arguments after the image's name: replace the image's own command
     * @param ready path that answers 2xx when the service can be measured
     * @param environment variables of the container
     * @param port the port that it listens on, if it cannot be told
     * @param tls present if it is reached by https
     * @param readyWithin how long that may take, if the usual time is too short, or too long
     * @param counters path of the service's own counters, in the text format of Prometheus, if it has any
     */
    record Container(
            String image,
            Optional<String> command,
            String ready,
            Map<String, String> environment,
            OptionalInt port,
            Optional<TlsSettings> tls,
            Optional<Duration> readyWithin,
            Optional<String> counters)
            implements TargetChoice {
        public Container {
            environment = Collections.unmodifiableMap(new TreeMap<>(environment));
        }

        /** Reached by http. */
        public Container(
                String image,
                Optional<String> command,
                String ready,
                Map<String, String> environment,
                OptionalInt port) {
            this(image, command, ready, environment, port, Optional.empty(), Optional.empty(), Optional.empty());
        }
    }

    /**
     * Something that is already running; ralbench neither starts nor stops it.
     *
     * @param pid its process id, if the view from inside is wanted
     * @param tls present if it is reached by https
     */
    record Url(SecretUrl url, OptionalLong pid, Optional<TlsSettings> tls) implements TargetChoice {}

    /** The demands on its certificate; empty if it is reached by http. */
    default Optional<TlsSettings> tls() {
        return Optional.empty();
    }
}
