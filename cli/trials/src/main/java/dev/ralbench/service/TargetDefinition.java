package dev.ralbench.service;

import dev.ralbench.ResourceLimits;
import dev.ralbench.need.ReadyCondition;
import dev.ralbench.process.Program;
import dev.ralbench.process.ServiceSpec.Directory;
import dev.ralbench.secret.Placeholders;
import dev.ralbench.secret.SecretUrl;
import dev.ralbench.tls.TlsSettings;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;

/** How a target is to be had, with everything resolved that can be before it is started. */
public sealed interface TargetDefinition {

    /** For people: what is started. */
    String title();

    /**
     * A service to start.
     *
     * @param command a shell command with placeholders, among them {@code ${port}}, which stands for a free port
     * @param ready by what it is known to be usable
     * @param environment variables next to those of ralbench itself, with the same placeholders, and those of secrets
     * @param directories that it reads or writes
     * @param training how its JVM's cache is made, where it can have one
     * @param countersPath path of its own counters, in the text format of Prometheus, where it has any
     * @param node directory of the sources, if Node.js runs them; else it is the JVM that {@code ${java}} stands for
     * @param image the image of the container that it is, where it is one; the command is what stands behind its name
     * @param port that it listens on, if it has to be that one; empty for any free one
     * @param limits of what it and all that it starts may use
     * @param tls present where it is reached by https
     * @param readyWithin how long it may take until it answers, where that is not the usual time
     */
    record Launched(
            String title,
            CommandTemplate command,
            ReadyCondition ready,
            Map<String, String> environment,
            List<Directory> directories,
            Optional<String> countersPath,
            Optional<Training> training,
            Optional<Path> node,
            Optional<String> image,
            OptionalInt port,
            ResourceLimits limits,
            Optional<TlsSettings> tls,
            Optional<Duration> readyWithin)
            implements TargetDefinition {
        static final String PORT = "port";

        /** Where Node.js looks for libraries that are not next to the sources. */
        private static final String NODE_LIBRARIES = "NODE_PATH";

        public Launched {
            environment = Collections.unmodifiableMap(new LinkedHashMap<>(environment));
            directories = List.copyOf(directories);
        }

        /** A command, not an image; reached by http. */
        public Launched(
                String title,
                CommandTemplate command,
                ReadyCondition ready,
                Map<String, String> environment,
                List<Directory> directories,
                Optional<String> countersPath,
                Optional<Training> training) {
            this(
                    title,
                    command,
                    ready,
                    environment,
                    directories,
                    countersPath,
                    training,
                    Optional.empty(),
                    Optional.empty(),
                    OptionalInt.empty(),
                    ResourceLimits.none(),
                    Optional.empty(),
                    Optional.empty());
        }

        /** Sources that Node.js runs, without their libraries yet. */
        static Launched onNode(
                String title,
                CommandTemplate command,
                ReadyCondition ready,
                Map<String, String> environment,
                Path sources,
                Optional<String> countersPath) {
            return new Launched(
                    title,
                    command,
                    ready,
                    environment,
                    List.of(Directory.readOnly(sources)),
                    countersPath,
                    Optional.empty(),
                    Optional.of(sources),
                    Optional.empty(),
                    OptionalInt.empty(),
                    ResourceLimits.none(),
                    Optional.empty(),
                    Optional.empty());
        }

        /** The program that runs it. */
        Program program() {
            return node.isPresent() ? Program.NODE : Program.JAVA;
        }

        /**
         * The same with the libraries of its sources.
         *
         * @param libraries a directory {@code node_modules}
         */
        public Launched withLibraries(Path libraries) {
            return changed(copy -> {
                copy.environment.put(NODE_LIBRARIES, libraries.toString());
                copy.addParentOf(libraries);
            });
        }

        /** The same with a cache that shortens the start of its JVM. */
        public Launched withAotCache(Path cache) {
            var flags = CommandTemplate.Value.words(List.of("-XX:AOTCache=" + cache, "-XX:AOTMode=on"));
            return changed(copy -> {
                copy.command = command.with("aotCache", flags);
                copy.addParentOf(cache);
            });
        }

        /** The same, reached by https where settings are given. */
        public Launched with(Optional<TlsSettings> settings) {
            return changed(copy -> copy.tls = settings);
        }

        /** The same, which may take so long until it answers, or the usual time. */
        public Launched readyWithin(Optional<Duration> limit) {
            return changed(copy -> copy.readyWithin = limit);
        }

        /** The same on a port of the caller's choice. */
        public Launched on(int chosen) {
            return changed(copy -> copy.port = OptionalInt.of(chosen));
        }

        /** The same with more directories. */
        public Launched with(List<Directory> more) {
            return changed(copy -> copy.directories.addAll(more));
        }

        /** The same held to limits. */
        public Launched limitedTo(ResourceLimits most) {
            return changed(copy -> copy.limits = most);
        }

        private Launched changed(Consumer<Copy> change) {
            var copy = new Copy(this);
            change.accept(copy);
            return new Launched(
                    title,
                    copy.command,
                    ready,
                    copy.environment,
                    copy.directories,
                    countersPath,
                    training,
                    node,
                    image,
                    copy.port,
                    copy.limits,
                    copy.tls,
                    copy.readyWithin);
        }

        /** What may be changed of one, until the next is made of it. */
        private static final class Copy {
            private final Map<String, String> environment;
            private final List<Directory> directories;
            private CommandTemplate command;
            private OptionalInt port;
            private ResourceLimits limits;
            private Optional<TlsSettings> tls;
            private Optional<Duration> readyWithin;

            Copy(Launched original) {
                environment = new LinkedHashMap<>(original.environment);
                directories = new ArrayList<>(original.directories);
                command = original.command;
                port = original.port;
                limits = original.limits;
                tls = original.tls;
                readyWithin = original.readyWithin;
            }

            void addParentOf(Path file) {
                Optional.ofNullable(file.getParent()).map(Directory::readOnly).ifPresent(directories::add);
            }
        }

        /**
         * Finds placeholders that nothing will be known for at the start.
         *
         * @param names of what will be known, next to what every target is told
         * @throws dev.ralbench.Failure naming the first
         */
        public void check(Set<String> names) {
            var words = new TreeMap<String, String>();
            names.forEach(name -> words.put(name, name));
            commandLine(PORT, program().name(), words); // in which everybody could read secrets
            environment.values().stream()
                    .flatMap(text -> Placeholders.names(text).stream())
                    .forEach(name -> words.put(Placeholders.word(name), ""));
            variables(PORT, words);
        }

        /** The command as it is run where services have no directory for temporary files in common. */
        String commandLine(String port, String executable, Map<String, String> words) {
            return commandLine(port, executable, words, Optional.empty());
        }

        /**
         * The command as it is run.
         *
         * @param executable how its program is called
         * @param temporary see {@link dev.ralbench.process.ServiceStarter#temporary}
         */
        String commandLine(String port, String executable, Map<String, String> words, Optional<Path> temporary) {
            var all = new HashMap<>(words);
            all.put(PORT, port);
            all.put(program().name(), executable);
            return temporary.map(command::withTemporary).orElse(command).expand(all);
        }

        /** Whether it is started from the cache in that directory. */
        boolean startsFrom(Path cacheDirectory) {
            return directories.contains(Directory.readOnly(cacheDirectory));
        }

        /** The variables as they are set, or as they are shown: the words decide. */
        Map<String, String> variables(String port, Map<String, String> words) {
            var all = new HashMap<>(words);
            all.put(PORT, port);
            var variables = new LinkedHashMap<String, String>();
            environment.forEach(
                    (name, text) -> variables.put(name, CommandTemplate.expandText("env." + name, text, all)));
            return variables;
        }
    }

    /**
     * The run of a JVM that makes its cache.
     *
     * @param command with the placeholders {@code ${java}} and {@code ${aotCache}}
     * @param jvmFlags that the cache is for
     * @param jar that the cache is for
     */
    record Training(CommandTemplate command, String jvmFlags, Path jar) {}

    /**
     * Something already running that is only used.
     *
     * @param url scheme, host and port
     * @param pid its process, where it can be looked into
     * @param tls present where it is reached by https
     * @param proxy through which alone it may be reachable: {@code http://host:port}
     */
    record Running(String title, SecretUrl url, OptionalLong pid, Optional<TlsSettings> tls, Optional<SecretUrl> proxy)
            implements TargetDefinition {
        /** Reached directly. */
        public Running(String title, URI url, OptionalLong pid, Optional<TlsSettings> tls) {
            this(title, SecretUrl.of(url), pid, tls, Optional.empty());
        }
    }
}
