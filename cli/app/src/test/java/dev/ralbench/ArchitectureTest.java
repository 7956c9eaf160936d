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
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.domain.PackageMatcher;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
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
    private static final JavaClasses CLASSES = MainClasses.ALL;

    private static final PackageTable TABLE = PackageTable.read();

    /** What uses each package: gone through once, as rules that each look at every class take seconds together. */
    private static final Map<String, List<Dependency>> BY_USED_PACKAGE = CLASSES.stream()
            .flatMap(type -> type.getDirectDependenciesFromSelf().stream())
            .collect(Collectors.groupingBy(
                    dependency -> dependency.getTargetClass().getPackageName()));

    private static void assertUsedOnlyIn(Set<String> places, String library) {
        var used = PackageMatcher.of(library);
        assertThat(BY_USED_PACKAGE.entrySet().stream()
                        .filter(uses -> used.matches(uses.getKey()))
                        .flatMap(uses -> uses.getValue().stream())
                        .filter(not(from(resideInAnyPackage(places.toArray(String[]::new)))))
                        .map(Dependency::getDescription))
                .isEmpty();
    }

    private static DescribedPredicate<Dependency> from(DescribedPredicate<? super JavaClass> origin) {
        return origin.onResultOf(Dependency::getOriginClass);
    }

    @Test
    void packagesKeepTheirOrder() {
        assertThat(TABLE.packages().stream().flatMap(ArchitectureTest::usesOutOfOrder))
                .isEmpty();
    }

    /** Uses of a package by those that may not. */
    private static Stream<String> usesOutOfOrder(String used) {
        return BY_USED_PACKAGE.getOrDefault(ROOT + "." + used, List.of()).stream()
                .filter(dependency -> {
                    var user = dependency.getOriginClass().getPackageName().replace(ROOT + ".", "");
                    boolean isListed = TABLE.packages().contains(user);
                    return isListed && !user.equals(used) && !TABLE.mayUse(user).contains(used);
                })
                .map(Dependency::getDescription);
    }

    /** What only the reproduction of studies needs: the core uses it where it is shown, and nowhere else. */
    @ParameterizedTest
    @CsvSource({
        "claims, command.ClaimsCommand",
        "reference, command.ClaimsCommand report.HtmlPage report.ReferenceTable report.WholeRunRow report.WholeRunTable",
        "prediction, command.Main report.PredictedRatios report.PredictedTrial report.RunNotes",
    })
    void studiesAreUsedWhereTheyAreShown(String used, String users) {
        assertThat(BY_USED_PACKAGE.getOrDefault(ROOT + "." + used, List.of()).stream()
                        .map(dependency -> dependency
                                .getOriginClass()
                                .getName()
                                .replace(ROOT + ".", "")
                                .replaceAll("\\$.*", ""))
                        .filter(user -> !user.matches("(claims|reference|prediction)\\..*"))
                        .collect(Collectors.toUnmodifiableSet()))
                .containsExactlyInAnyOrder(users.split(" "));
    }

    /** What no other module uses is not shown to any. */
    @Test
    void eachModuleShowsOnlyWhatOthersUse() {
        assertThat(TABLE.faces().stream()
                        .filter(face -> !usersInOtherModules(face.name()).containsAll(face.onlyFor())
                                || usersInOtherModules(face.name()).isEmpty()))
                .isEmpty();
    }

    /** The table for other modules has a row for one module, or for several, each of which shows something. */
    @Test
    void eachModuleShowsItsOwnPackages() {
        var shown = TABLE.faces().stream()
                .collect(Collectors.groupingBy(
                        PackageTable.Face::row,
                        Collectors.mapping(face -> TABLE.module(face.name()), Collectors.toUnmodifiableSet())));

        assertThat(shown)
                .isNotEmpty()
                .allSatisfy((row, modules) -> assertThat(modules).containsExactlyInAnyOrderElementsOf(row));
    }

    /** The packages of other modules that use a package. */
    private static Set<String> usersInOtherModules(String used) {
        return BY_USED_PACKAGE.getOrDefault(ROOT + "." + used, List.of()).stream()
                .map(dependency -> dependency.getOriginClass().getPackageName().replace(ROOT + ".", ""))
                .filter(TABLE.packages()::contains)
                .filter(user -> !TABLE.module(user).equals(TABLE.module(used)))
                .collect(Collectors.toUnmodifiableSet());
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

    /** A row whose classes are not among those read would be checked by no rule. That module is above all others. */
    @Test
    void everyRowOfTheTableIsAPackageThatTheRulesSee() {
        var seen = CLASSES.stream()
                .map(type -> type.getPackageName().replace(ROOT + ".", ""))
                .collect(Collectors.toUnmodifiableSet());

        assertThat(TABLE.packages().stream().filter(name -> !TABLE.module(name).equals("benchmarks")))
                .isNotEmpty()
                .allMatch(seen::contains);
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
                    "OpenArrivals",
                    "PhaseSequence",
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
        "io.vertx.ext.., dev.ralbench.http",
        "org.HdrHistogram.., dev.ralbench.measurement",
        "com.fasterxml.jackson.., dev.ralbench.result",
        "tools.jackson.dataformat.., dev.ralbench.load.data",
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
        "io.prometheus.., dev.ralbench.monitoring",
        "io.opentelemetry.., dev.ralbench.monitoring",
        "com.sun.net.httpserver.., dev.ralbench.monitoring",
        "org.junit.., dev.ralbench.junit",
        "org.assertj.., dev.ralbench.junit",
    })
    void aLibraryIsUsedInOnePlace(String library, String place) {
        assertUsedOnlyIn(Set.of(place), library);
    }

    /** Each kind of database has its driver, and what they share has none. */
    @Test
    void jdbcIsUsedByDatabasesOnly() {
        assertUsedOnlyIn(
                Set.of(ROOT + ".dependency.sql", ROOT + ".dependency.mysql", ROOT + ".dependency.postgres"),
                "java.sql..");
    }

    /** The senders, the client for everything that is not load, and the server of pages that browsers follow. */
    @ParameterizedTest
    @CsvSource({"io.netty.., load.net http tls", "io.vertx.., load.net http dashboard"})
    void theNetworkIsOfTheSendersTheControlClientAndTheDashboardOnly(String library, String places) {
        assertUsedOnlyIn(
                Stream.of(places.split(" ")).map(place -> ROOT + "." + place).collect(Collectors.toSet()), library);
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
        assertUsedOnlyIn(Set.of(ROOT + ".yaml"), "org.snakeyaml..");
    }

    /**
     * Results are JSON, and so is much of what is imported, and what agents get; bodies of responses are looked into, and data
     * may be in JSON.
     */
    @Test
    void jsonIsParsedByResultsImportsDataAgentsAndTheSenderOnly() {
        assertUsedOnlyIn(
                Set.of(ROOT + ".result", ROOT + ".importing", ROOT + ".fleet", ROOT + ".load.net", ROOT + ".load.data"),
                "tools.jackson..");
        assertUsedOnlyIn(Set.of(ROOT + ".result", ROOT + ".importing", ROOT + ".fleet"), "tools.jackson.databind..");
    }

    @Test
    void standardStreamsAreUsedByCommandsOnly() {
        noClasses()
                .that(not(resideInAnyPackage(ROOT + ".command", ROOT + ".example")))
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
        assertUsedOnlyIn(Set.of(), "org.springframework..");
    }
}
