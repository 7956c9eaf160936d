package dev.ralbench.service;

import dev.ralbench.ResourceLimits;
import dev.ralbench.dependency.declared.ReadyCondition;
import dev.ralbench.process.ServiceSpec.Directory;
import dev.ralbench.secret.Placeholders;
import dev.ralbench.secret.SecretUrl;
import dev.ralbench.tls.TlsSettings;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/** How to get a target, with everything resolved that can be before it is started. */
public sealed interface TargetDefinition {

    /** Its name, in words for people. */
    String title();

    /**
     * A service to start.
     *
     * @param ready the condition that shows it is usable
     * @param environment variables next to those of ralbench itself, with the same placeholders as in the command, and
     *     those of secrets
     * @param directories that it reads or writes
     * @param countersPath path of its own counters, in the text format of Prometheus, if it has any
     * @param conditions of the start
     */
    record Launched(
            String title,
            TargetProgram program,
            ReadyCondition ready,
            Map<String, String> environment,
            List<Directory> directories,
            Optional<String> countersPath,
            StartConditions conditions)
            implements TargetDefinition {
        static final String PORT = "port";

        /** The variable that tells Node.js where to look for libraries that are not next to the sources. */
        private static final String NODE_LIBRARIES = "NODE_PATH";

        public Launched {
            environment = Collections.unmodifiableMap(new LinkedHashMap<>(environment));
            directories = List.copyOf(directories);
        }

        /** A target under the usual conditions: it has to answer by http within the usual time, and nothing else. */
        public Launched(
                String title,
                TargetProgram program,
                ReadyCondition ready,
                Map<String, String> environment,
                List<Directory> directories,
                Optional<String> countersPath) {
            this(title, program, ready, environment, directories, countersPath, StartConditions.usual());
        }

        /**
         * The same with the libraries of its sources.
         *
         * @param libraries a directory {@code node_modules}
         */
        public Launched withLibraries(Path libraries) {
            var more = new LinkedHashMap<>(environment);
            more.put(NODE_LIBRARIES, libraries.toString());
            return new Launched(title, program, ready, more, withParentOf(libraries), countersPath, conditions);
        }

        /** This target with a cache that shortens the start of its JVM. */
        public Launched withAotCache(Path cache) {
            return new Launched(
                    title,
                    program.withJvmFlags(List.of("-XX:AOTCache=" + cache, "-XX:AOTMode=on")),
                    ready,
                    environment,
                    withParentOf(cache),
                    countersPath,
                    conditions);
        }

        /** This target, whose JVM makes such a cache when it ends. */
        Launched making(Path cache) {
            return new Launched(
                            title,
                            program.withJvmFlags(List.of("-XX:AOTCacheOutput=" + cache)),
                            ready,
                            environment,
                            directories,
                            countersPath,
                            conditions)
                    .with(List.of(Directory.writable(PreparationRun.directoryOf(cache))));
        }

        private List<Directory> withParentOf(Path file) {
            return Stream.concat(
                            directories.stream(),
                            Optional.ofNullable(file.getParent()).map(Directory::readOnly).stream())
                    .toList();
        }

        /** This target with more directories. */
        public Launched with(List<Directory> more) {
            var all = Stream.concat(directories.stream(), more.stream()).toList();
            return new Launched(title, program, ready, environment, all, countersPath, conditions);
        }

        /** This target, reached by https if settings are given. */
        public Launched with(Optional<TlsSettings> settings) {
            return under(conditions.with(settings));
        }

        /** This target with its own counters at a path, if it has any. */
        public Launched counters(Optional<String> path) {
            return new Launched(title, program, ready, environment, directories, path, conditions);
        }

        /** This target with the given time until it has to answer, or the usual time. */
        public Launched readyWithin(Optional<Duration> limit) {
            return under(conditions.readyWithin(limit));
        }

        /** This target, started in the given directory. */
        Launched in(Path directory) {
            return under(conditions.in(directory));
        }

        /** This target on a port that the caller chooses. */
        public Launched on(int chosen) {
            return under(conditions.on(chosen));
        }

        /** This target held to the given limits. */
        public Launched limitedTo(ResourceLimits most) {
            return under(conditions.limitedTo(most));
        }

        private Launched under(StartConditions asked) {
            return new Launched(title, program, ready, environment, directories, countersPath, asked);
        }

        /**
         * Finds placeholders that will have no value at the start.
         *
         * @param names of further placeholders, in addition to those of every target
         * @throws dev.ralbench.Failure naming the first
         */
        public void check(Set<String> names) {
            var placeholders = new TreeMap<String, String>();
            names.forEach(name -> placeholders.put(name, name));
            commandLine(PORT, program.kind().name(), placeholders); // in which everybody could read secrets
            environment.values().stream()
                    .flatMap(text -> Placeholders.names(text).stream())
                    .forEach(name -> placeholders.put(Placeholders.word(name), ""));
            variables(PORT, placeholders);
        }

        /**
         * Refuses a command whose program is not there, or cannot be executed.
         *
         * @param names of further placeholders, in addition to those of every target
         * @param isAlone whether nothing is started before it that could make the program
         * @throws dev.ralbench.Failure saying why it cannot be started
         */
        public void requireProgram(Set<String> names, boolean isAlone) {
            CommandProgram.require(this, names, isAlone);
        }

        /** The command with the same word for every placeholder that has no value yet. */
        String commandWithout(Set<String> names, String word) {
            var placeholders = new HashMap<String, String>();
            names.forEach(name -> placeholders.put(name, word));
            return commandLine(word, word, placeholders);
        }

        /** The command as it is run where services have no directory for temporary files in common. */
        String commandLine(String port, String executable, Map<String, String> placeholders) {
            return commandLine(port, executable, placeholders, Optional.empty());
        }

        /**
         * The command as it is run.
         *
         * @param executable how its program is called
         * @param temporary see {@link dev.ralbench.process.ServiceStarter#temporary}
         */
        String commandLine(String port, String executable, Map<String, String> placeholders, Optional<Path> temporary) {
            var all = new HashMap<>(placeholders);
            all.put(PORT, port);
            all.put(program.kind().name(), executable);
            return temporary
                    .map(program.command()::withTemporary)
                    .orElse(program.command())
                    .expand(all);
        }

        /** Whether it is started from the cache in that directory. */
        boolean startsFrom(Path cacheDirectory) {
            return directories.contains(Directory.readOnly(cacheDirectory));
        }

        /** The variables as they are set, or as they are shown: the words decide. */
        Map<String, String> variables(String port, Map<String, String> placeholders) {
            var all = new HashMap<>(placeholders);
            all.put(PORT, port);
            var variables = new LinkedHashMap<String, String>();
            environment.forEach(
                    (name, text) -> variables.put(name, CommandTemplate.expandText("env." + name, text, all)));
            return variables;
        }
    }

    /**
     * Something already running that is only used.
     *
     * @param url scheme, host and port
     * @param pid its process, if it can be looked into
     * @param tls present if it is reached by https
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
