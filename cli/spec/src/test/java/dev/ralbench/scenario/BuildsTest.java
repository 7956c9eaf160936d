package dev.ralbench.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assertions.tuple;

import dev.ralbench.Failure;
import dev.ralbench.FailureKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Builds given on the command line take the place of a scenario's variants. */
class BuildsTest {
    private static final String SEVERAL = """
            schema: 1
            name: mine
            request: { path: /work, query: a=1 }
            load: { closed: { constant: { users: 5, hold: 1s } } }
            jvm: -Xmx64m
            variants:
              plain: { target: tomcat, path: /plain, with: { workers: 8 }, labels: { revision: abc } }
              own: { target: { command: "${java} -jar ${jar} -p ${port}", jar: x.jar, ready: /up, readyWithin: 3m, counters: /metrics, env: { A: 1 } } }
              script: { target: { command: "./serve ${port}", ready: /up, env: { A: 1 } } }
              image: { target: { image: "shop:1", command: serve, ready: /up, port: 8080, env: { A: 1 } } }
            work: { same: shape, differs: { own: "is another service" } }
            predict: { plain: { delay: 1ms } }
            reference: imp.delay-200
            """;

    @TempDir
    private Path directory;

    private String base = "";
    private String head = "";

    @BeforeEach
    void jars() throws IOException {
        base = Files.createFile(directory.resolve("base.jar")).toString();
        head = Files.createFile(directory.resolve("head build.jar")).toString();
    }

    private static Scenario resolved(String text, String... variants) {
        var names =
                Arrays.stream(variants).filter(given -> !given.contains("=")).toList();
        var builds = Arrays.stream(variants)
                .filter(given -> given.contains("="))
                .map(Build::parse)
                .toList();
        var overrides = Overrides.none().withVariants(names).withBuilds(builds);
        var scenario = ScenarioFile.parse("mine.yaml", text).resolve(overrides).scenario();
        var again = ScenarioFile.parse("again.yaml", ScenarioFile.write(scenario.document()))
                .resolve(Overrides.none())
                .scenario();
        assertThat(again).as("what is stored can be run again").isEqualTo(scenario);
        return scenario;
    }

    private static List<TargetChoice> targets(Scenario scenario) {
        return scenario.variants().stream().map(Variant::target).toList();
    }

    private static Failure refused(String text, String... variants) {
        var failure = catchThrowableOfType(Failure.class, () -> resolved(text, variants));
        assertThat(failure).isNotNull();
        assertThat(failure.kind()).isEqualTo(FailureKind.USAGE);
        return failure;
    }

    @Test
    void theControlIsTheFirstVariantOnceMore() {
        var builds = List.of(Build.parse("base=" + base), Build.parse("head=" + head));
        var overrides = Overrides.none()
                .withVariants(List.of("plain"))
                .withBuilds(builds)
                .withLabels(List.of(Label.parse("base.revision=3f2c1ab")))
                .withControl(Optional.of("control"));
        var variants = ScenarioFile.parse("mine.yaml", SEVERAL)
                .resolve(overrides)
                .scenario()
                .variants();

        assertThat(variants).extracting(Variant::name).containsExactly("base", "head", "control");
        assertThat(variants.getLast().target()).isEqualTo(variants.getFirst().target());
        assertThat(variants.getLast().labels()).containsEntry("revision", "3f2c1ab");
        assertThat(variants.get(1).target()).isNotEqualTo(variants.getFirst().target());
    }

    @Test
    void whoNamesAControlKeepsIt() {
        var overrides = Overrides.none()
                .withBuilds(List.of(Build.parse("base=plain"), Build.parse("control=own")))
                .withControl(Optional.of("control"));
        var scenario =
                ScenarioFile.parse("mine.yaml", SEVERAL).resolve(overrides).scenario();

        assertThat(scenario.variants()).extracting(Variant::name).containsExactly("base", "control");
        assertThat(scenario.variants().getLast().target()).isInstanceOf(TargetChoice.Command.class);
    }

    @Test
    void aVariantCanBeHeldAgainstItself() {
        var scenario = resolved(SEVERAL, "base=plain", "head=plain");

        assertThat(scenario.variants()).extracting(Variant::name).containsExactly("base", "head");
        assertThat(scenario.variants()).allSatisfy(variant -> {
            assertThat(variant.target()).isEqualTo(new TargetChoice.BuiltIn("tomcat", Map.of("workers", "8")));
            assertThat(variant.request().path()).isEqualTo("/plain?a=1");
            assertThat(variant.labels()).containsExactly(Map.entry("revision", "abc"));
        });
    }

    @Test
    void whatWasPredictedOfAVariantHoldsForItsCopiesOnly() {
        var scenario = resolved(SEVERAL, "base=plain", "head=script");

        assertThat(scenario.expected().predictions()).containsOnlyKeys("base");
        assertThat(resolved(SEVERAL, "base=own", "head=script").expected().predictions())
                .isEmpty();
        assertThat(scenario.expected().reference()).isEmpty();
        assertThat(scenario.expected().work()).isEqualTo(new WorkRule(Optional.of(WorkRule.Same.SHAPE), Map.of()));
    }

    /** The only variant stands for the builds: a plain run of the same file must not stumble over their names. */
    @Test
    void reasonsOfBuildsToDifferAreKeptAndThoseOfOtherVariantsAreNot() {
        var one = """
                schema: 1
                name: mine
                request: { path: / }
                load: { closed: { constant: { users: 5, hold: 1s } } }
                variants: { only: { target: { command: "./serve ${port}", ready: /up } } }
                work: { differs: { only: a, head: b } }
                """;

        assertThat(resolved(one, "base=only", "head=only").expected().work().differs())
                .containsExactly(Map.entry("head", "b"));
        assertThat(resolved(one).expected().work().differs()).containsOnlyKeys("only", "head");
    }

    @Test
    void aJarTakesThePlaceOfABuiltInTargetsOwn() {
        var scenario = resolved(SEVERAL, "base=" + base, "head=" + head, "plain");

        assertThat(targets(scenario))
                .containsExactly(
                        new TargetChoice.BuiltIn("tomcat", Map.of("workers", "8"), Optional.of(base)),
                        new TargetChoice.BuiltIn("tomcat", Map.of("workers", "8"), Optional.of(head)));
        assertThat(scenario.variants())
                .allSatisfy(variant -> assertThat(variant.labels()).isEmpty());
    }

    @Test
    void aJarTakesItsPlaceInACommand() {
        assertThat(targets(resolved(SEVERAL, "base=" + base, "own")))
                .containsExactly(new TargetChoice.Command(
                        "${java} -jar ${jar} -p ${port}",
                        "/up",
                        Map.of("A", "1"),
                        Optional.of(base),
                        Optional.empty(),
                        Optional.of(Duration.ofMinutes(3)),
                        Optional.empty(),
                        Optional.of("/metrics")));
    }

    @ParameterizedTest
    @CsvSource({"script, /up, 1", "image, /up, 1"})
    void aJarAloneIsStartedInTheUsualWay(String template, String ready, String variable) {
        assertThat(targets(resolved(SEVERAL, "base=" + base, template)))
                .containsExactly(new TargetChoice.Command(
                        "${java} ${jvmFlags} -jar ${jar} --server.port=${port}",
                        ready,
                        Map.of("A", variable),
                        Optional.of(base)));
    }

    @Test
    void anImageKeepsWhatTheTemplateSaysOfTheService() {
        assertThat(targets(resolved(SEVERAL, "base=image:shop:2", "script")))
                .containsExactly(new TargetChoice.Container(
                        "shop:2", Optional.empty(), "/up", Map.of("A", "1"), OptionalInt.empty()));
        assertThat(targets(resolved(SEVERAL, "base=image:shop:2", "image")))
                .containsExactly(new TargetChoice.Container(
                        "shop:2", Optional.of("serve"), "/up", Map.of("A", "1"), OptionalInt.of(8080)));
        assertThat(targets(resolved(SEVERAL, "base=image:shop:2", "plain")))
                .containsExactly(
                        new TargetChoice.Container("shop:2", Optional.empty(), "/", Map.of(), OptionalInt.empty()));
    }

    @Test
    void aUrlIsUsedAsItIs() {
        assertThat(targets(resolved(SEVERAL, "base=http://127.0.0.1:8080", "plain")))
                .extracting(TargetChoice.Url.class::cast)
                .allSatisfy(url -> {
                    assertThat(url.url()).hasToString("http://127.0.0.1:8080");
                    assertThat(url.pid()).isEqualTo(OptionalLong.empty());
                });
    }

    @Test
    void aCommandKeepsWhatTheTemplateSaysOfReadinessAndVariables() {
        assertThat(targets(resolved(SEVERAL, "base=node shop.js", "script")))
                .containsExactly(new TargetChoice.Command("node shop.js", "/up", Map.of("A", "1"), Optional.empty()));
    }

    @Test
    void aProgramIsACommand() throws IOException {
        var program = Files.createFile(directory.resolve("a server"));
        assertThat(program.toFile().setExecutable(true)).isTrue();

        assertThat(targets(resolved(SEVERAL, "base=" + program, "script")))
                .extracting(target -> ((TargetChoice.Command) target).command())
                .containsExactly("'" + program + "'");
    }

    private static List<TargetChoice> inTrees(String variants, List<String> trees, String... builds) {
        var text = """
                schema: 1
                name: mine
                request: { path: /work }
                load: { closed: { constant: { users: 5, hold: 1s } } }
                variants:
                """ + variants;
        var given = BuildTrees.parse(trees)
                .given(Arrays.stream(builds).map(Build::parse).toList());
        return targets(ScenarioFile.parse("mine.yaml", text)
                .resolve(Overrides.none().withBuilds(given))
                .scenario());
    }

    private static final String SCRIPT = "  only: { target: { command: ./run.sh, directory: web, ready: /up } }";

    @Test
    void aProgramIsStartedInTheTreeOfItsBuildByItsPathFromThere() throws IOException {
        var program = Files.createDirectories(directory.resolve("tree/web")).resolve("run.sh");
        assertThat(Files.createFile(program).toFile().setExecutable(true)).isTrue();

        assertThat(inTrees(
                        SCRIPT.replace("directory: web, ", ""),
                        List.of("base=" + directory + "/tree"),
                        "base=" + program,
                        "head=" + program))
                .containsExactly(
                        ofScript("./web/run.sh", Optional.of(directory + "/tree")),
                        ofScript(program.toString(), Optional.empty()));
        assertThat(inTrees(SCRIPT, List.of("base=" + directory + "/tree"), "base=" + program))
                .containsExactly(ofScript("./run.sh", Optional.of(directory + "/tree/web")));
        assertThat(inTrees(SCRIPT, List.of(), "base=" + program))
                .as("what lies elsewhere than the scenario's directory is found from there")
                .containsExactly(ofScript(program.toString(), Optional.of("web")));
    }

    private static TargetChoice ofScript(String command, Optional<String> directory) {
        return new TargetChoice.Command(
                command,
                "/up",
                Map.of(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                directory,
                Optional.empty());
    }

    @Test
    void thePathsOfACopyCountFromItsTree() {
        assertThat(inTrees(SCRIPT, List.of("base=../base"), "base=only", "head=only"))
                .containsExactly(
                        ofScript("./run.sh", Optional.of("../base/web")), ofScript("./run.sh", Optional.of("web")));
        assertThat(inTrees(
                        "  only: { target: { jar: target/shop.jar, ready: /up } }",
                        List.of("base=../base"),
                        "base=only"))
                .extracting(TargetChoice.Command.class::cast)
                .extracting(own -> own.jar().orElse(""), own -> own.directory().orElse(""))
                .containsExactly(tuple("../base/target/shop.jar", "../base"));
    }

    /** Its jar is all that a built-in target has of a build; an image and a URL have nothing to start somewhere. */
    @Test
    void aTreeGoesWithCommandsAndJars() {
        assertThat(inTrees("  only: { target: tomcat }", List.of("base=../base"), "base=" + base))
                .containsExactly(new TargetChoice.BuiltIn("tomcat", Map.of(), Optional.of(base)));
        assertThat(List.of("base=image:shop:1", "base=http://127.0.0.1:80"))
                .allSatisfy(build -> assertThat(
                                catchThrowableOfType(Failure.class, () -> inTrees(SCRIPT, List.of("base=x"), build)))
                        .satisfies(failure -> assertThat(failure.what() + failure.why())
                                .contains("--directory base", "does not go with")));
    }

    @ParameterizedTest
    @CsvSource({
        "base, cannot be read",
        "=x, cannot be read",
        "base=, cannot be read",
        "haed=x, there is no build haed",
    })
    void aTreeIsOfOneBuild(String given, String what) {
        var failure = catchThrowableOfType(Failure.class, () -> inTrees(SCRIPT, List.of(given), "head=only"));

        assertThat(failure.what()).startsWith("--directory").contains(what);
        assertThat(catchThrowableOfType(Failure.class, () -> BuildTrees.parse(List.of("base=a", "base=b")))
                        .what())
                .contains("given twice");
    }

    @Test
    void theOnlyVariantNeedNotBeNamed() {
        var one = SEVERAL.replaceAll("(?m)^  (own|script|image):.*\n", "")
                .replace(", differs: { own: \"is another service\" }", "");

        assertThat(targets(resolved(one, "base=" + base))).hasSize(1);
    }

    @Test
    void severalVariantsAreListedWithTheCommandThatDecides() {
        var failure = refused(SEVERAL, "base=" + base, "head=plain");

        assertThat(failure.why()).contains("plain, own, script, image");
        assertThat(failure.fix()).contains("--variant base=" + base + " --variant head=plain --variant plain");
    }

    @Test
    void whatIsNoBuildIsNamed() throws IOException {
        var text = Files.createFile(directory.resolve("notes.txt"));

        assertThat(refused(SEVERAL, "base=" + directory + "/no.jar", "plain").why())
                .contains("there is no file");
        assertThat(refused(SEVERAL, "base=" + text, "plain").why()).contains("may not be executed");
        assertThat(refused(SEVERAL, "base=plian", "plain").why()).contains("plain");
        assertThat(refused(SEVERAL, "base=image:Shop", "plain").why()).contains("shop:abc123");
        assertThat(refused(SEVERAL, "base=image:", "plain").why()).contains("shop:abc123");
        assertThat(refused(SEVERAL, "base=", "plain").why()).contains("nothing");
        assertThat(refused(SEVERAL, "Base=" + base, "plain").why()).contains("lower-case");
        assertThat(refused(SEVERAL, "base=http://127.0.0.1", "plain").what()).contains("--variant base", "port");
    }

    @Test
    void namesAreGivenOnce() {
        assertThat(refused(SEVERAL, "base=" + base, "base=" + head, "plain").what())
                .contains("base", "twice");
        assertThat(refused(SEVERAL, "base=" + base, "plian").what()).contains("plian");
        assertThat(refused(SEVERAL, "base=plain", "head=plain", "own").what()).contains("own", "not needed");
    }

    @Test
    void labelsAreOfOneVariant() {
        var overrides = Overrides.none()
                .withBuilds(List.of(Build.parse("base=plain"), Build.parse("head=plain")))
                .withLabels(List.of(
                        Label.parse("head.revision=1234567"),
                        Label.parse("head.dirty=true"),
                        Label.parse("head.files=7")));
        var scenario =
                ScenarioFile.parse("mine.yaml", SEVERAL).resolve(overrides).scenario();

        assertThat(scenario.variants())
                .extracting(Variant::labels)
                .containsExactly(
                        Map.of("revision", "abc"), Map.of("revision", "1234567", "dirty", "true", "files", "7"));
        assertThat(catchThrowableOfType(Failure.class, () -> Label.parse("revision=1")))
                .isNotNull();
        assertThat(catchThrowableOfType(
                        Failure.class,
                        () -> ScenarioFile.parse("mine.yaml", SEVERAL)
                                .resolve(Overrides.none().withLabels(List.of(Label.parse("haed.revision=1"))))))
                .isNotNull();
    }
}
