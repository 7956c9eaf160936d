package dev.ralbench;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaCall.Predicates.target;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.type;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.name;
import static com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The order of the packages and the one place of each library, as cli/README.md states them. */
class ArchitectureTest {
    private static final String ROOT = "dev.ralbench";
    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .withImportOption(location -> !location.contains("-tests.jar"))
            .importPackages(ROOT);

    /** Who may use whom in one module, where Maven does not say it; every package may use the root package. */
    private static final Map<String, List<String>> MAY_USE = Map.ofEntries(
            Map.entry("command", List.of("report")),
            Map.entry("report", List.of()),
            Map.entry("trial", List.of("service", "dependency", "kind")),
            Map.entry("dependency", List.of("kind", "mysql", "postgres", "redis", "mongodb", "upstream", "own")),
            Map.entry("upstream", List.of("kind", "service")),
            Map.entry("own", List.of("kind", "service")),
            Map.entry("mysql", List.of("kind", "sql")),
            Map.entry("postgres", List.of("kind", "sql")),
            Map.entry("sql", List.of("kind")),
            Map.entry("redis", List.of("kind")),
            Map.entry("mongodb", List.of("kind", "service")),
            Map.entry("kind", List.of("service")),
            Map.entry("service", List.of()),
            Map.entry("selftest", List.of("gate", "compare", "statistics", "result")),
            Map.entry("gate", List.of("compare", "statistics", "result")),
            Map.entry("compare", List.of("statistics", "result")),
            Map.entry("claims", List.of("result")),
            Map.entry("validity", List.of("statistics", "result")),
            Map.entry("result", List.of("statistics")),
            Map.entry("statistics", List.of()),
            Map.entry("scenario", List.of("need", "yaml", "secret")),
            Map.entry("need", List.of("yaml")),
            Map.entry("yaml", List.of("secret")),
            Map.entry("secret", List.of()),
            Map.entry("docker", List.of("process")),
            Map.entry("cache", List.of("process")),
            Map.entry("placement", List.of("process")),
            Map.entry("process", List.of()),
            Map.entry("measurement", List.of("load")),
            Map.entry("net", List.of("http", "load", "tls")),
            Map.entry("http", List.of("load", "tls")),
            Map.entry("load", List.of("tls")),
            Map.entry("tls", List.of()));

    /** Packages of each module, and the modules below it. */
    private static final Map<String, Module> MODULES = Map.of(
            "app", new Module(List.of("command", "report"), List.of("trials", "verdicts", "spec", "host", "engine")),
            "trials",
                    new Module(
                            List.of(
                                    "trial",
                                    "service",
                                    "dependency",
                                    "kind",
                                    "sql",
                                    "mysql",
                                    "postgres",
                                    "redis",
                                    "mongodb",
                                    "upstream",
                                    "own"),
                            List.of("verdicts", "spec", "host", "engine")),
            "verdicts",
                    new Module(
                            List.of("selftest", "gate", "compare", "claims", "validity", "result", "statistics"),
                            List.of("spec", "engine")),
            "spec", new Module(List.of("scenario", "need", "yaml", "secret"), List.of("engine")),
            "host", new Module(List.of("docker", "cache", "placement", "process"), List.of("engine")),
            "engine", new Module(List.of("measurement", "net", "http", "load", "tls"), List.of()));

    private record Module(List<String> packages, List<String> below) {}

    /** Ways to do what others ask for without knowing how: put together where the object graph is. */
    private static final Set<String> FOR_COMMANDS_ONLY = Set.of("net", "docker");

    /** Packages within others. */
    private static final Map<String, String> INNER = Map.of(
            "net", "load.net",
            "kind", "dependency.kind",
            "sql", "dependency.sql",
            "mysql", "dependency.mysql",
            "postgres", "dependency.postgres",
            "redis", "dependency.redis",
            "mongodb", "dependency.mongodb",
            "upstream", "dependency.upstream",
            "own", "dependency.own");

    @Test
    void packagesKeepTheirOrder() {
        var layers = layeredArchitecture().consideringOnlyDependenciesInLayers();
        for (var name : MAY_USE.keySet()) {
            layers = layers.optionalLayer(name).definedBy(ROOT + "." + INNER.getOrDefault(name, name));
        }
        for (var module : MODULES.values()) {
            for (var name : module.packages()) {
                var mayUse = Stream.concat(
                                Objects.requireNonNull(MAY_USE.get(name), name).stream(),
                                module.below().stream().flatMap(below -> packagesOf(below).stream()))
                        .filter(used -> name.equals("command") || !FOR_COMMANDS_ONLY.contains(used))
                        .toArray(String[]::new);
                layers = mayUse.length == 0
                        ? layers.whereLayer(name).mayNotAccessAnyLayer()
                        : layers.whereLayer(name).mayOnlyAccessLayers(mayUse);
            }
        }
        layers.check(CLASSES);
    }

    private static List<String> packagesOf(String module) {
        return Objects.requireNonNull(MODULES.get(module), module).packages();
    }

    @Test
    void everyPackageBelongsToAModule() {
        var packages = MODULES.values().stream()
                .flatMap(module -> module.packages().stream())
                .map(name -> ROOT + "." + INNER.getOrDefault(name, name))
                .toArray(String[]::new);
        classes()
                .that()
                .resideOutsideOfPackage(ROOT)
                .should()
                .resideInAnyPackage(packages)
                .check(CLASSES);
    }

    @Test
    void noPackageDependsOnItselfThroughOthers() {
        slices().matching("dev.ralbench.(**)").should().beFreeOfCycles().check(CLASSES);
    }

    /** Few enough to be read together. */
    private static final int MOST_IN_A_CYCLE = 4;

    /** Cycles that stay, each with its reason. */
    private static final Set<Set<String>> KNOWN_CYCLES = Set.of(
            // One event loop: users and connections ask the driver, and it calls them back at each response and the end
            // of each wait. An interface between any two of them would have one implementation and hide nothing.
            Set.of(
                    "ArrivalConnection",
                    "ArrivalConnections",
                    "LoadGenerator",
                    "LoopDriver",
                    "LoopDrivers",
                    "LoopUsers",
                    "LoopWaits",
                    "OpenPhase",
                    "SegmentSequence",
                    "User",
                    "Wait",
                    "Waits"));

    @Test
    void noPackageHasACycleOfManyClasses() {
        var large = ClassCycles.within(CLASSES).stream()
                .filter(cycle -> cycle.size() > MOST_IN_A_CYCLE)
                .collect(Collectors.toUnmodifiableSet());
        assertThat(large).containsExactlyInAnyOrderElementsOf(KNOWN_CYCLES);
    }

    @ParameterizedTest
    @CsvSource({
        "picocli.., dev.ralbench.command",
        "io.netty.., dev.ralbench.load.net",
        "io.vertx.ext.., dev.ralbench.http",
        "org.HdrHistogram.., dev.ralbench.measurement",
        "tools.jackson.databind.., dev.ralbench.result",
        "com.fasterxml.jackson.., dev.ralbench.result",
        "org.fusesource.jansi.., dev.ralbench.report",
        "org.apache.commons.statistics.., dev.ralbench.statistics",
        "org.testcontainers.., dev.ralbench.docker",
        "com.github.dockerjava.., dev.ralbench.docker",
        "io.lettuce.., dev.ralbench.dependency.redis",
        "com.mysql.., dev.ralbench.dependency.mysql",
        "ch.vorburger.., dev.ralbench.dependency.mysql",
        "org.postgresql.., dev.ralbench.dependency.postgres",
        "org.apache.commons.compress.., dev.ralbench.dependency.postgres",
        "org.tukaani.., dev.ralbench.dependency.postgres",
        "redis.embedded.., dev.ralbench.dependency.redis",
        "com.mongodb.., dev.ralbench.dependency.mongodb",
        "org.bson.., dev.ralbench.dependency.mongodb",
    })
    void aLibraryIsUsedInOnePlace(String library, String place) {
        noClasses()
                .that(not(resideInAPackage(place)))
                .should()
                .dependOnClassesThat()
                .resideInAPackage(library)
                .check(CLASSES);
    }

    /** Each kind of database has its driver, and what they share has none. */
    @Test
    void jdbcIsUsedByDatabasesOnly() {
        noClasses()
                .that(not(resideInAnyPackage(
                        ROOT + ".dependency.sql", ROOT + ".dependency.mysql", ROOT + ".dependency.postgres")))
                .should()
                .dependOnClassesThat()
                .resideInAPackage("java.sql..")
                .check(CLASSES);
    }

    /** The second sender, and the client for everything that is not load. */
    @Test
    void vertxIsUsedByTheSecondSenderAndTheControlClientOnly() {
        noClasses()
                .that(not(resideInAnyPackage(ROOT + ".load.net", ROOT + ".http")))
                .should()
                .dependOnClassesThat()
                .resideInAPackage("io.vertx..")
                .check(CLASSES);
    }

    /** Everything else goes through the control client. */
    @ParameterizedTest
    @ValueSource(strings = {"java.net.http.HttpClient", "java.net.HttpURLConnection"})
    void thereIsNoOtherHttpClient(String client) {
        noClasses()
                .should()
                .dependOnClassesThat()
                .haveFullyQualifiedName(client)
                .check(CLASSES);
    }

    @Test
    void yamlIsReadInOnePlace() {
        noClasses()
                .that()
                .resideOutsideOfPackage(ROOT + ".yaml")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("org.snakeyaml..")
                .check(CLASSES);
    }

    /** Results are JSON; bodies of responses are looked into while they arrive. */
    @Test
    void jsonIsParsedByResultsAndTheSenderOnly() {
        noClasses()
                .that(not(resideInAnyPackage(ROOT + ".result", ROOT + ".load.net")))
                .should()
                .dependOnClassesThat()
                .resideInAPackage("tools.jackson..")
                .check(CLASSES);
    }

    @Test
    void standardStreamsAreUsedByCommandsOnly() {
        noClasses()
                .that(not(resideInAPackage(ROOT + ".command")))
                .should()
                .accessField(System.class, "out")
                .orShould()
                .accessField(System.class, "err")
                .check(CLASSES);
    }

    @Test
    void timeComesFromTheClock() {
        noClasses()
                .that()
                .doNotHaveFullyQualifiedName(ROOT + ".SystemClock")
                .should()
                .callMethod(System.class, "nanoTime")
                .orShould()
                .callMethod(System.class, "currentTimeMillis")
                .orShould()
                .callMethod(Instant.class, "now")
                .orShould()
                .callMethod(Thread.class, "sleep", long.class)
                .orShould()
                .callMethod(Thread.class, "sleep", java.time.Duration.class)
                .check(CLASSES);
    }

    /** {@link Math} may round the last digit in another way on each CPU, and a gate decides by it. */
    @ParameterizedTest
    @ValueSource(strings = {"log", "log1p", "log10", "exp", "expm1", "pow"})
    void whatIsJudgedIsComputedAlikeEverywhere(String function) {
        noClasses()
                .that()
                .resideInAnyPackage(ROOT + ".statistics", ROOT + ".compare", ROOT + ".gate")
                .should()
                .callMethodWhere(target(name(function)).and(target(owner(type(Math.class)))))
                .check(CLASSES);
    }

    @Test
    void nothingStaticCanChange() {
        fields().that()
                .areStatic()
                .and()
                .areDeclaredInClassesThat()
                .areNotEnums()
                .should()
                .haveModifier(JavaModifier.FINAL)
                .check(CLASSES);
    }

    @Test
    void thereIsNoSpringInTheHarness() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAPackage("org.springframework..")
                .check(CLASSES);
    }
}
