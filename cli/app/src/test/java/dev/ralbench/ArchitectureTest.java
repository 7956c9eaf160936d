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

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import java.time.Instant;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The order of the packages and the one place of each library, as cli/README.md states them. */
class ArchitectureTest {
    private static final String ROOT = "dev.ralbench";
    private static final JavaClasses CLASSES = MainClasses.ALL;

    private static final PackageTable TABLE = PackageTable.read();

    /** Ways to do what others ask for without knowing how: put together where the object graph is. */
    private static final Set<String> FOR_COMMANDS_ONLY = Set.of("load.net", "docker");

    @Test
    void packagesKeepTheirOrder() {
        var layers = layeredArchitecture().consideringOnlyDependenciesInLayers();
        for (var name : TABLE.packages()) {
            layers = layers.optionalLayer(name).definedBy(ROOT + "." + name);
        }
        for (var name : TABLE.packages()) {
            var mayUse = TABLE.mayUse(name).stream()
                    .filter(used -> name.equals("command") || !FOR_COMMANDS_ONLY.contains(used))
                    .toArray(String[]::new);
            layers = mayUse.length == 0
                    ? layers.whereLayer(name).mayNotAccessAnyLayer()
                    : layers.whereLayer(name).mayOnlyAccessLayers(mayUse);
        }
        layers.check(CLASSES);
    }

    @Test
    void everyPackageHasARowInTheTable() {
        classes()
                .that()
                .resideOutsideOfPackage(ROOT)
                .should()
                .resideInAnyPackage(
                        TABLE.packages().stream().map(name -> ROOT + "." + name).toArray(String[]::new))
                .check(CLASSES);
    }

    /** Every package may use it. */
    @Test
    void theRootPackageUsesNoOther() {
        noClasses()
                .that()
                .resideInAPackage(ROOT)
                .should()
                .dependOnClassesThat(resideInAPackage(ROOT + ".(*)..").and(resideInAPackage(ROOT + "..")))
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
        "org.fusesource.jansi.., dev.ralbench.page..",
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

    /** What the caller changes later must not change the record. Private records are seen by one class alone. */
    @Test
    void recordsCopyTheCollectionsThatTheyAreGiven() {
        assertThat(CLASSES.stream()
                        .filter(type -> type.isRecord() && !type.getModifiers().contains(JavaModifier.PRIVATE))
                        .filter(type -> collections(type) > copies(type))
                        .map(JavaClass::getName))
                .isEmpty();
    }

    private static long collections(JavaClass record) {
        return record.getFields().stream()
                .filter(field -> !field.getModifiers().contains(JavaModifier.STATIC))
                .filter(field -> field.getRawType().isAssignableTo(Collection.class)
                        || field.getRawType().isAssignableTo(Map.class))
                .count();
    }

    /** Calls in its constructors, one for each collection. */
    private static long copies(JavaClass record) {
        return record.getConstructors().stream()
                .flatMap(constructor -> constructor.getMethodCallsFromSelf().stream())
                .filter(call -> call.getName().matches("copyOf|unmodifiable\\w+|toList"))
                .count();
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
