package dev.ralbench.service;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.Clock;
import dev.ralbench.Failure;
import dev.ralbench.dependency.declared.ReadyCondition;
import dev.ralbench.process.ServiceStarter;
import dev.ralbench.process.UserCache;
import dev.ralbench.testing.Disturbance;
import dev.ralbench.testing.FakeClock;
import dev.ralbench.testing.Starters;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TargetPreparationTest {
    @TempDir
    Path directory;

    private final List<String> notes = new ArrayList<>();

    @Test
    void theFirstRunIsNotKeptWaitingForAStartUpCache() throws Exception {
        try (var starter = Starters.processes()) {
            var definition = definition("printf whole > ${aotCache}");
            var firstRun = preparation(starter, Clock.system());
            assertThat(firstRun.aotCache(definition)).isEmpty();
            assertThat(firstRun.aotCache(definition)).as("for another variant").isEmpty();
            assertThat(notes).isEmpty();

            assertThat(preparation(starter, Clock.system()).aotCache(definition))
                    .isPresent();
        }
    }

    @Test
    void theSameContentElsewhereHasTheSameStartUpCache() throws Exception {
        var made = aotCache("printf whole > ${aotCache}", Clock.system());
        var here = directory.resolve("home");
        var elsewhere = directory.resolve("elsewhere");
        Files.move(here, elsewhere);
        try (var starter = Starters.processes()) {
            var there = new TargetCatalog(elsewhere, TargetManifests.in(elsewhere.resolve("targets")))
                    .definition("tomcat", Map.of(), List.of());
            assertThat(preparation(starter, Clock.system()).aotCache(there)).isEqualTo(made);

            var jar = elsewhere.resolve("targets/tomcat/target/tomcat.jar");
            var time = Files.getLastModifiedTime(jar);
            Files.writeString(jar, "b");
            Files.setLastModifiedTime(jar, time);
            assertThat(preparation(starter, Clock.system()).aotCache(there))
                    .as("of another content")
                    .isEmpty();
        }
    }

    @Test
    void aStartUpCacheIsMadeOnceAndWhole() throws Exception {
        var first = aotCache("printf half; printf whole > ${aotCache}", Clock.system());
        var second = aotCache("printf half; printf whole > ${aotCache}", Clock.system());

        assertThat(first.orElseThrow()).hasContent("whole");
        assertThat(second).isEqualTo(first);
        assertThat(notes).as("made once").hasSize(1);
        assertThat(files("aot"))
                .filteredOn(Files::isDirectory)
                .containsExactly(first.orElseThrow().getParent());
        assertThat(files("runs")).isEmpty();
    }

    @Test
    @Disturbance(value = "a truncated start-up cache", then = "made again, and said")
    void aDamagedStartUpCacheIsMadeAgainAndThatIsSaid() throws Exception {
        var made = aotCache("printf whole > ${aotCache}", Clock.system()).orElseThrow();
        Files.writeString(made, "who");

        var again = aotCache("printf whole > ${aotCache}", Clock.system());

        assertThat(again).contains(made);
        assertThat(made).hasContent("whole");
        assertThat(notes)
                .containsExactly(
                        "making the start-up cache of x (once) ...",
                        "the start-up cache of x was damaged and is made again",
                        "making the start-up cache of x (once) ...");
    }

    @Test
    @Disturbance(value = "a start-up cache that the JVM rejects", then = "made again once")
    void aStartUpCacheThatTheJvmRejectsIsMadeAgainOnce() throws Exception {
        try (var starter = Starters.processes()) {
            var definition = definition("date +%N > ${aotCache}");
            preparation(starter, Clock.system()).aotCache(definition);
            var preparation = preparation(starter, Clock.system());
            var cache = preparation.aotCache(definition).orElseThrow();
            var before = Files.readString(cache);
            var started = definition.withAotCache(cache);
            var log = Files.writeString(directory.resolve("log"), "port taken");
            assertThat(preparation.isCacheMadeAgain(started, log)).isFalse();
            Files.writeString(log, "Unable to use AOT cache.\nError occurred during initialization of VM");
            assertThat(preparation.isCacheMadeAgain(definition, log))
                    .as("started without it")
                    .isFalse();

            assertThat(preparation.isCacheMadeAgain(started, log)).isTrue();
            var after = Files.readString(cache);
            assertThat(preparation.isCacheMadeAgain(started, log))
                    .as("for another variant")
                    .isTrue();

            assertThat(after).isNotEqualTo(before);
            assertThat(cache).hasContent(after.strip());
            assertThat(notes).contains("the start-up cache of x was rejected by its JVM and is made again");
        }
    }

    @Test
    void aTrainingRunHasItsTemporaryFilesInADirectoryOfTheRun() throws Exception {
        var made = aotCache("printf %s '${jvmFlags}' $TMPDIR > ${aotCache}", Clock.system());

        assertThat(Files.readString(made.orElseThrow())).matches("-Djava.io.tmpdir=(/.*/runs/\\S+-tmp)\\1");
    }

    @Test
    void aTrainingRunThatFailsLeavesItsWords() throws Exception {
        assertThat(aotCache("echo because; printf half > ${aotCache}; exit 3", Clock.system()))
                .isEmpty();

        assertThat(files("aot"))
                .filteredOn(file -> file.toString().endsWith(".log"))
                .singleElement()
                .satisfies(log -> {
                    assertThat(log).hasContent("because");
                    assertThat(notes.getLast())
                            .isEqualTo("no start-up cache: its run ended with exit code 3, see " + log);
                });
        assertThat(files("runs")).isEmpty();
    }

    @Test
    @Disturbance(value = "making a start-up cache takes too long", then = "the run goes on without it")
    void aTrainingRunThatTakesTooLongIsNoFailure() throws Exception {
        var clock = new FakeClock();
        clock.advance(Duration.ofDays(36_500)); // long after the starter's own clock said that it began

        assertThat(aotCache("exec sleep 300", clock)).isEmpty();

        assertThat(notes.getLast()).startsWith("no start-up cache: its run did not end within 120 s, see ");
        assertThat(files("runs")).isEmpty();
    }

    @Test
    void aServiceOfTheUsersOwnLearnsUnderLoadOncePerBuild() throws Exception {
        try (var starter = Starters.processes()) {
            var first = preparation(starter, Clock.system()).cacheMadeUnderLoad(own("a"), new Load("GET /"));
            var second = preparation(starter, Clock.system()).cacheMadeUnderLoad(own("a"), new Load("GET /"));

            assertThat(first.orElseThrow()).hasContent("learned");
            assertThat(second).isEqualTo(first);
            assertThat(notes).containsExactly("making the start-up cache of shop under load (once per build) ...");
            assertThat(preparation(starter, Clock.system()).cacheMadeUnderLoad(own("a"), new Load("GET /other")))
                    .as("for another load")
                    .isPresent()
                    .isNotEqualTo(first);
            assertThat(preparation(starter, Clock.system()).cacheMadeUnderLoad(own("b"), new Load("GET /")))
                    .as("for another build")
                    .isPresent()
                    .isNotEqualTo(first);
            assertThat(notes).hasSize(3);
        }
    }

    @Test
    void aServiceThatCannotLearnGoesWithoutAndTheReasonIsSaid() throws Exception {
        try (var starter = Starters.processes()) {
            var preparation = preparation(starter, Clock.system());
            assertThat(preparation.cacheMadeUnderLoad(own("a"), new Load("GET /") {
                        @Override
                        public void put(TargetDefinition.Launched service) {
                            // ends without one
                        }
                    }))
                    .isEmpty();
            assertThat(preparation.cacheMadeUnderLoad(own("a"), failing("exit code 1, no database")))
                    .isEmpty();
            assertThat(preparation.cacheMadeUnderLoad(
                            own("a"), failing("exit code 1, Unrecognized VM option 'AOTCacheOutput=x'")))
                    .isEmpty();
            assertThat(preparation.cacheMadeUnderLoad(own("a"), new Load("GET /")))
                    .as("not tried again with that JVM")
                    .isEmpty();

            assertThat(notes.stream().filter(note -> !note.startsWith("making")))
                    .containsExactly(
                            "no start-up cache: shop wrote none when it ended",
                            "no start-up cache: target 'shop' ended while it started",
                            "no start-up cache: JVMs before 25 have none");
        }
    }

    /** Writes the cache that the command asks for, as a JVM does at its end. */
    private static class Load implements TrainingLoad {
        private final String words;

        Load(String words) {
            this.words = words;
        }

        @Override
        public String words() {
            return words;
        }

        @Override
        public void put(TargetDefinition.Launched service) {
            var cache = service.commandLine("1", "java", Map.of()).replaceAll(".*AOTCacheOutput=(\\S+) .*", "$1");
            try {
                Files.writeString(Path.of(cache), "learned");
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private static Load failing(String why) {
        return new Load("GET /") {
            @Override
            public void put(TargetDefinition.Launched service) {
                throw Failure.environment("target 'shop' ended while it started", why, "");
            }
        };
    }

    private TargetDefinition.Launched own(String content) throws IOException {
        var jar = Files.createDirectories(directory.resolve("own-" + content)).resolve("shop.jar");
        if (!Files.exists(jar)) { // another time is another build
            Files.writeString(jar, content);
        }
        return OwnService.byCommand(
                "shop",
                "${java} -jar ${jar} ${port}",
                Optional.of(jar.toString()),
                new ReadyCondition.Http("/ready"),
                Map.of(),
                List.of());
    }

    /** Of a second run, or a later one. */
    private Optional<Path> aotCache(String train, Clock clock) throws Exception {
        try (var starter = Starters.processes()) {
            preparation(starter, clock).aotCache(definition(train));
            return preparation(starter, clock).aotCache(definition(train));
        }
    }

    private TargetPreparation preparation(ServiceStarter starter, Clock clock) {
        var cache = new UserCache(directory.resolve("cache"));
        return new TargetPreparation(
                starter,
                new TargetPreparation.Npm(starter, "npm"),
                cache,
                Starters.directories(cache),
                clock,
                notes::add);
    }

    private TargetDefinition.Launched definition(String train) throws IOException {
        var target = Files.createDirectories(directory.resolve("home/targets/tomcat"));
        Files.writeString(target.resolve("target.yaml"), """
                title: x
                jar: tomcat.jar
                command: "${java} ${aotCache} -jar ${jar} --server.port=${port} ${options}"
                ready: /ready
                train: "%s"
                """.formatted(train));
        var jar = target.resolve("target/tomcat.jar");
        if (!Files.exists(jar)) { // another one is another target
            Files.createDirectories(target.resolve("target"));
            Files.writeString(jar, "a");
        }
        var home = directory.resolve("home");
        return new TargetCatalog(home, TargetManifests.in(home.resolve("targets")))
                .definition("tomcat", Map.of(), List.of());
    }

    private List<Path> files(String name) throws IOException {
        try (var files = Files.list(directory.resolve("cache").resolve(name))) {
            return files.toList();
        }
    }
}
