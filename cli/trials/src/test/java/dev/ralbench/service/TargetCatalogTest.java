package dev.ralbench.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.ralbench.Clock;
import dev.ralbench.Failure;
import dev.ralbench.FailureKind;
import dev.ralbench.dependency.declared.ReadyCondition;
import dev.ralbench.process.ProcessStarter;
import dev.ralbench.process.Program;
import dev.ralbench.process.ServiceSpec.Directory;
import dev.ralbench.process.UserCache;
import dev.ralbench.testing.Starters;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TargetCatalogTest {
    private static final String MANIFEST = """
            title: Spring MVC on Tomcat
            jar: tomcat.jar
            command: "${java} ${jvmFlags} -jar ${jar} --server.port=${port} ${options}"
            ready: /ready
            options:
              virtualThreads: "--virtual=${value}"   # a comment
              workers: "--threads=${value}"
            """;

    @TempDir
    Path directory;

    private Path home;
    private TargetCatalog catalog;

    @BeforeEach
    void catalog() throws IOException {
        home = Files.createDirectories(directory.resolve("a home"));
        for (var name : List.of("tomcat", "netty")) {
            var target = Files.createDirectories(home.resolve("targets").resolve(name));
            Files.writeString(target.resolve("target.yaml"), MANIFEST);
        }
        Files.createDirectories(home.resolve("targets/src"));
        catalog = new TargetCatalog(home, TargetManifests.in(home.resolve("targets")));
    }

    @Test
    void everyDirectoryWithAManifestIsATarget() {
        assertThat(catalog.names()).containsExactly("netty", "tomcat");
        assertThat(catalog.titles()).containsEntry("netty", "Spring MVC on Tomcat");
    }

    @Test
    void theTargetsThatArePackagedAreFound() {
        assertThat(new TargetCatalog(home).names()).contains("netty", "tomcat");
    }

    @Test
    void aDefinitionIsACommandThatLacksOnlyThePort() throws IOException {
        build("tomcat");

        var definition = catalog.definition(
                "tomcat", Map.of("workers", "4 00", "virtualThreads", "true"), List.of("-Xmx1g", "-Dx=a b"));

        assertThat(definition.title()).isEqualTo("Spring MVC on Tomcat");
        assertThat(definition.ready()).isEqualTo(new ReadyCondition.Http("/ready"));
        assertThat(definition.commandLine("4711", "/jdk/bin/java", Map.of()))
                .isEqualTo("/jdk/bin/java -Xmx1g '-Dx=a b' -jar '" + home + "/targets/tomcat/target/tomcat.jar'"
                        + " --server.port=4711 --virtual=true --threads='4 00'");
    }

    @Test
    void withoutOptionsNothingIsAdded() throws IOException {
        build("tomcat");

        assertThat(catalog.definition("tomcat", Map.of(), List.of()).commandLine("4711", "java", Map.of()))
                .endsWith("--server.port=4711");
    }

    @Test
    void aTargetThatIsNotBuiltNamesTheFileAndTheCommandThatBuildsIt() {
        var failure = catchThrowableOfType(Failure.class, () -> catalog.definition("netty", Map.of(), List.of()));

        assertThat(failure.kind()).isEqualTo(FailureKind.ENVIRONMENT);
        assertThat(failure.why()).contains("targets/netty/target/tomcat.jar does not exist");
        assertThat(failure.fix())
                .startsWith("mvn -q -f ")
                .endsWith("pom.xml -pl targets/netty -am -DskipTests package");
    }

    @Test
    void aPackageHasAllJarsInOneDirectory() throws IOException {
        Files.writeString(home.resolve("release"), "RALBENCH_VERSION=\"0.2.0\"");
        var failure = catchThrowableOfType(Failure.class, () -> catalog.definition("netty", Map.of(), List.of()));
        assertThat(failure.what()).isEqualTo("target 'netty' is not part of this package of ralbench");
        assertThat(failure.fix()).isEqualTo("get the package without \"core\" in its name");

        var jar = Files.createFile(home.resolve("targets/tomcat.jar"));

        assertThat(catalog.jar("netty", Optional.empty())).isEqualTo(jar);
    }

    @Test
    void twoTargetsMayShareAJar() throws IOException {
        var other = Files.createDirectories(home.resolve("targets/other"));
        Files.writeString(other.resolve("target.yaml"), MANIFEST + "module: tomcat\n");
        catalog = new TargetCatalog(home, TargetManifests.in(home.resolve("targets")));

        assertThat(catchThrowableOfType(Failure.class, () -> catalog.definition("other", Map.of(), List.of()))
                        .fix())
                .endsWith("-pl targets/tomcat -am -DskipTests package");
        build("tomcat");
        assertThat(catalog.jar("other", Optional.empty())).isEqualTo(catalog.jar("tomcat", Optional.empty()));
    }

    private static final String ON_NODE = """
            title: Express on Node.js
            node: { main: server.js }
            command: "${node} ${main} --port=${port} ${options}"
            env: { NODE_ENV: production }
            ready: /ready
            options: { pool: "--pool=${value}" }
            """;

    private Path onNode(String manifest) throws IOException {
        var target = Files.createDirectories(home.resolve("targets/express"));
        Files.writeString(target.resolve("target.yaml"), manifest);
        catalog = new TargetCatalog(home, TargetManifests.in(home.resolve("targets")));
        return target;
    }

    @Test
    void aTargetOnNodeIsItsSourcesAndKnowsNothingOfTheJvm() throws IOException {
        var target = onNode(ON_NODE);
        Files.writeString(target.resolve("server.js"), "");

        var definition = catalog.definition("express", Map.of("pool", "7"), List.of("-Xmx1g"))
                .withLibraries(Path.of("/cache/node/1/node_modules"));

        assertThat(catalog.program("express")).isEqualTo(Program.NODE);
        assertThat(definition.commandLine("4711", "/usr/bin/node", Map.of()))
                .isEqualTo("/usr/bin/node '" + home + "/targets/express/server.js' --port=4711 --pool=7");
        assertThat(definition.variables("4711", Map.of()))
                .containsEntry("NODE_ENV", "production")
                .containsEntry("NODE_PATH", "/cache/node/1/node_modules");
        assertThat(definition.directories())
                .containsExactly(Directory.readOnly(target), Directory.readOnly(Path.of("/cache/node/1")));
    }

    @Test
    void aTargetOnNodeHasNoJar() throws IOException {
        var target = onNode(ON_NODE);
        Files.writeString(target.resolve("server.js"), "");

        var failure = catchThrowableOfType(
                Failure.class, () -> catalog.definition("express", Optional.of("old.jar"), Map.of(), List.of()));

        assertThat(failure.kind()).isEqualTo(FailureKind.USAGE);
        assertThat(failure.what()).isEqualTo("target 'express' has no jar");
    }

    @Test
    void whatTellsTwoStatesOfATargetOnNodeApartAreItsSourcesAndNotItsLibraries() throws IOException {
        var target = onNode(ON_NODE);
        Files.writeString(target.resolve("server.js"), "one");
        var before = catalog.sources("express");

        Files.writeString(
                Files.createDirectories(target.resolve("node_modules")).resolve("a.js"), "library");
        assertThat(catalog.sources("express")).isEqualTo(before);

        Files.writeString(target.resolve("server.js"), "two");
        assertThat(catalog.sources("express")).isNotEqualTo(before);
    }

    @ParameterizedTest
    @ValueSource(strings = {"jar: a.jar", "module: tomcat", "train: x", "calibrate: {}"})
    void aTargetOnNodeHasNothingThatOnlyAJvmCanHave(String line) {
        var failure = catchThrowableOfType(Failure.class, () -> onNode(ON_NODE + line + "\n"));

        assertThat(failure.what()).isEqualTo("targets/express/target.yaml: 1 problem");
        assertThat(failure.why()).contains("is for targets on the JVM");
    }

    @ParameterizedTest
    @CsvSource({
        "-Xmx1G, true",
        "-XX:+AOTClassLinking, true",
        "-Xshare:auto, false",
        "-XX:AOTMode=off, false",
        "-XX:AOTCache=mine.aot, false",
        "-XX:SharedArchiveFile=mine.jsa, false",
    })
    void whoSaysWhatTheJvmStartsFromGetsNoStartUpCache(String flag, boolean isTrained) throws IOException {
        Files.writeString(home.resolve("targets/tomcat/target.yaml"), """
                title: x
                jar: tomcat.jar
                command: "${java} ${jvmFlags} ${aotCache} -jar ${jar}"
                ready: /ready
                train: "${java} ${jvmFlags} -XX:AOTCacheOutput=${aotCache} -jar ${jar}"
                """);
        build("tomcat");
        catalog = new TargetCatalog(home, TargetManifests.in(home.resolve("targets")));

        var target = catalog.definition("tomcat", Map.of(), List.of("-Xms1G", flag));

        assertThat(target.program().training().isPresent()).isEqualTo(isTrained);
    }

    @Test
    void anUnknownTargetNamesTheNearestAndAll() {
        var failure = catchThrowableOfType(Failure.class, () -> catalog.definition("tomkat", Map.of(), List.of()));

        assertThat(failure.kind()).isEqualTo(FailureKind.USAGE);
        assertThat(failure.what()).isEqualTo("no built-in target 'tomkat'");
        assertThat(failure.fix()).isEqualTo("did you mean tomcat? (valid here: netty, tomcat)");
    }

    @Test
    void anUnknownOptionNamesTheNearestAndAll() {
        var failure = catchThrowableOfType(
                Failure.class, () -> catalog.definition("tomcat", Map.of("VirtualThread", "true"), List.of()));

        assertThat(failure.kind()).isEqualTo(FailureKind.USAGE);
        assertThat(failure.what()).isEqualTo("target 'tomcat' has no option 'VirtualThread'");
        assertThat(failure.fix()).isEqualTo("did you mean virtualThreads? (valid here: virtualThreads, workers)");
    }

    @Test
    void aNameThatIsNothingLikeAnyOtherGetsNoGuess() {
        assertThat(dev.ralbench.NearestName.hint("express", List.of("netty", "tomcat")))
                .isEqualTo("valid here: netty, tomcat");
    }

    @Test
    void aBrokenManifestNamesFileAndEachKey() {
        var failure = catchThrowableOfType(
                Failure.class,
                () -> TargetManifest.parse("targets/x/target.yaml", "title: x\njar: [1]\ncountres: /c\n"));

        assertThat(failure.kind()).isEqualTo(FailureKind.USAGE);
        assertThat(failure.what()).isEqualTo("targets/x/target.yaml: 4 problems");
        assertThat(failure.why())
                .contains("targets/x/target.yaml:2:6: jar: needs a text, got ")
                .contains("targets/x/target.yaml:3:1: countres: unknown key; did you mean counters?")
                .contains(": command: is missing", ": ready: is missing");
        assertThatThrownBy(() -> TargetManifest.parse("targets/x/target.yaml", "title: 'x"))
                .hasMessageStartingWith("targets/x/target.yaml");
    }

    /** The catalog with a Tomcat that is calibrated by a command, which writes its arguments to the file "calls". */
    private TargetCatalog withCalibration() throws IOException {
        var text = """
                title: x
                jar: tomcat.jar
                command: "${java} ${aotCache} -jar ${jar} --server.port=${port} ${options}"
                ready: /ready
                train: "${java} ${jvmFlags} -XX:AOTCacheOutput=${aotCache} -jar ${jar}"
                env: { WHERE: "${mysql.host}" }
                counters: /counters
                options: { iterations: "--iterations=${value}" }
                calibrate:
                  step: { option: iterations, command: "echo ${jvmFlags} ${value} >> %s; echo noise; echo 4711" }
                """.formatted(directory.resolve("calls"));
        Files.writeString(home.resolve("targets/tomcat/target.yaml"), text);
        build("tomcat");
        return new TargetCatalog(home, TargetManifests.in(home.resolve("targets")));
    }

    private List<String> calls() throws IOException {
        return Files.readAllLines(directory.resolve("calls"));
    }

    private TargetPreparation preparation(ProcessStarter starter, List<String> notes) {
        var cache = new UserCache(directory.resolve("cache"));
        return new TargetPreparation(
                starter,
                new TargetPreparation.Npm(starter, "npm"),
                cache,
                Starters.directories(cache),
                Clock.system(),
                notes::add);
    }

    private static TargetCatalog.CalibratedOptions calibrated(
            TargetCatalog catalog, TargetPreparation preparation, String... jvmFlags) throws InterruptedException {
        return catalog.calibrated("tomcat", Optional.empty(), Map.of("step", "15ms"), List.of(jvmFlags), preparation);
    }

    @Test
    void aCalibrationIsMeasuredOnceAndSetsAnotherOption() throws Exception {
        var calibrating = withCalibration();
        var notes = new ArrayList<String>();
        try (var starter = Starters.processes()) {
            var preparation = preparation(starter, notes);

            var first = calibrated(calibrating, preparation);
            var second = calibrated(calibrating, preparation);

            assertThat(first.options()).containsExactly(Map.entry("iterations", "4711"));
            assertThat(first.outcomes()).containsExactly(Map.entry("step", "15ms: iterations = 4711"));
            assertThat(second).isEqualTo(first);
        }
        assertThat(calls()).as("measured once").singleElement().asString().endsWith(" 15ms");
        assertThat(notes).singleElement().asString().contains("step = 15ms");
    }

    @Test
    void aDamagedCalibrationIsMadeAgain() throws Exception {
        var calibrating = withCalibration();
        var notes = new ArrayList<String>();
        try (var starter = Starters.processes()) {
            var preparation = preparation(starter, notes);
            var first = calibrated(calibrating, preparation);
            try (var files = Files.walk(directory.resolve("cache/calibrations"))) {
                var kept = files.filter(file -> file.endsWith("outcome")).toList();
                Files.writeString(kept.getFirst(), "47"); // a number as well, and a wrong one
            }

            assertThat(calibrated(calibrating, preparation)).isEqualTo(first);
        }
        assertThat(notes).contains("the calibration of step = 15ms was damaged and is made again");
    }

    @Test
    void otherJvmFlagsAreCalibratedByThemselves() throws Exception {
        var calibrating = withCalibration();
        try (var starter = Starters.processes()) {
            var preparation = preparation(starter, new ArrayList<>());
            calibrated(calibrating, preparation);
            calibrated(calibrating, preparation, "-Xint", "-Dx=y");
        }
        assertThat(calls()).hasSize(2);
        assertThat(calls().getLast()).endsWith(" -Xint -Dx=y 15ms");
    }

    @Test
    void aCalibratedTargetIsStartedWithItsCacheAndNamesWhatIsMissing() throws Exception {
        var definition = withCalibration().definition("tomcat", Map.of("step", "15ms"), List.of("-Xmx1g"));

        assertThat(definition.commandLine("1", "java", Map.of())).doesNotContain("AOT", "iterations");
        assertThat(definition.withAotCache(Path.of("/c/x.aot")).commandLine("1", "java", Map.of()))
                .contains("java -XX:AOTCache=/c/x.aot -XX:AOTMode=on -jar");
        assertThat(definition.countersPath()).contains("/counters");
        assertThatThrownBy(() -> definition.check(Set.of()))
                .hasMessage("env.WHERE: ${mysql.host} stands for something that this scenario does not start");
    }

    @Test
    void anotherBuildOfATargetIsStartedLikeItsOwn() throws IOException {
        var jar = Files.createFile(directory.resolve("head.jar"));

        var definition = catalog.definition("tomcat", Optional.of(jar.toString()), Map.of("workers", "8"), List.of());

        assertThat(definition.commandLine("1", "java", Map.of()))
                .isEqualTo("java  -jar " + jar + " --server.port=1 --threads=8");
        assertThat(definition.directories()).containsExactly(Directory.readOnly(directory));
        assertThatThrownBy(() -> catalog.definition("tomcat", Optional.of(jar + "x"), Map.of(), List.of()))
                .hasMessageContaining("head.jarx");
    }

    private void build(String name) throws IOException {
        var jar = home.resolve("targets").resolve(name).resolve("target").resolve("tomcat.jar");
        Files.createDirectories(jar.getParent());
        Files.createFile(jar);
    }
}
