package dev.ralbench;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaCall.Predicates.target;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.type;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.name;
import static com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The order of the packages and the one place of each library, as cli/README.md states them. */
class ArchitectureTest {
    private static final String ROOT = "dev.ralbench";
    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages(ROOT);

    /** Who may use whom; every package may use the root package (the clock and the failure). */
    private static final Map<String, List<String>> MAY_USE = Map.ofEntries(
            Map.entry(
                    "command",
                    List.of(
                            "runner",
                            "report",
                            "selftest",
                            "gate",
                            "compare",
                            "statistics",
                            "result",
                            "scenario",
                            "yaml",
                            "measurement",
                            "target",
                            "environment",
                            "docker",
                            "cache",
                            "placement",
                            "process",
                            "load",
                            "net",
                            "secret",
                            "tls")),
            Map.entry(
                    "runner",
                    List.of(
                            "target",
                            "environment",
                            "placement",
                            "process",
                            "scenario",
                            "load",
                            "measurement",
                            "result",
                            "statistics",
                            "secret",
                            "tls")),
            Map.entry("selftest", List.of("gate", "compare", "statistics", "result", "measurement")),
            Map.entry("report", List.of("selftest", "gate", "compare", "statistics", "result", "measurement")),
            Map.entry("gate", List.of("compare", "statistics", "result", "measurement", "yaml")),
            Map.entry("compare", List.of("statistics", "result", "measurement")),
            Map.entry("statistics", List.of()),
            Map.entry("result", List.of("measurement", "scenario")),
            Map.entry("scenario", List.of("load", "measurement", "yaml", "secret", "tls")),
            Map.entry("yaml", List.of("secret")),
            Map.entry("measurement", List.of("load", "statistics")),
            Map.entry("target", List.of("cache", "process", "secret", "tls")),
            Map.entry("environment", List.of("cache", "process")),
            Map.entry("docker", List.of("process")),
            Map.entry("cache", List.of("process")),
            Map.entry("placement", List.of("process")),
            Map.entry("process", List.of("tls")),
            Map.entry("net", List.of("load", "tls")),
            Map.entry("load", List.of("tls")),
            Map.entry("secret", List.of()),
            Map.entry("tls", List.of()));

    /** Packages within others. */
    private static final Map<String, String> INNER = Map.of("net", "load.net", "docker", "environment.docker");

    @Test
    void packagesKeepTheirOrder() {
        var layers = layeredArchitecture().consideringOnlyDependenciesInLayers();
        for (var name : MAY_USE.keySet()) {
            layers = layers.optionalLayer(name).definedBy(ROOT + "." + INNER.getOrDefault(name, name));
        }
        for (var entry : MAY_USE.entrySet()) {
            layers = entry.getValue().isEmpty()
                    ? layers.whereLayer(entry.getKey()).mayNotAccessAnyLayer()
                    : layers.whereLayer(entry.getKey())
                            .mayOnlyAccessLayers(entry.getValue().toArray(String[]::new));
        }
        layers.check(CLASSES);
    }

    @Test
    void noPackageDependsOnItselfThroughOthers() {
        slices().matching("dev.ralbench.(**)").should().beFreeOfCycles().check(CLASSES);
    }

    @ParameterizedTest
    @CsvSource({
        "picocli.., dev.ralbench.command",
        "io.netty.., dev.ralbench.load.net",
        "io.vertx.., dev.ralbench.load.net",
        "org.HdrHistogram.., dev.ralbench.measurement",
        "tools.jackson.databind.., dev.ralbench.result",
        "com.fasterxml.jackson.., dev.ralbench.result",
        "org.fusesource.jansi.., dev.ralbench.report",
        "org.apache.commons.statistics.., dev.ralbench.statistics",
        "org.testcontainers.., dev.ralbench.environment.docker",
        "com.github.dockerjava.., dev.ralbench.environment.docker",
        "io.lettuce.., dev.ralbench.environment",
        "java.sql.., dev.ralbench.environment",
        "com.mysql.., dev.ralbench.environment",
        "ch.vorburger.., dev.ralbench.environment",
        "redis.embedded.., dev.ralbench.environment",
    })
    void aLibraryIsUsedInOnePlace(String library, String place) {
        noClasses()
                .that(not(resideInAPackage(place)))
                .should()
                .dependOnClassesThat()
                .resideInAPackage(library)
                .check(CLASSES);
    }

    @Test
    void yamlIsReadInOnePlaceAndByTargetsOnly() {
        noClasses()
                .that(not(resideInAnyPackage(ROOT + ".yaml", ROOT + ".target")))
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

    /** {@link Math} may round the last digit in another way on each processor, and a gate decides by it. */
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
