package dev.ralbench.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.ralbench.testing.Disturbance;
import dev.ralbench.testing.Eventually;
import dev.ralbench.testing.ItCache;
import dev.ralbench.testing.Repository;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** The recipes for continuous integration do what they say: their own commands, in a repository with two revisions. */
class GateRecipesIT {
    private static final Path REPOSITORY = Repository.ROOT;
    private static final Path GATE_SH = REPOSITORY.resolve("scenarios/gates/gate.sh");
    private static final String GIT = "git -c user.name=t -c user.email=t@example.org";

    /** A service whose build is a shell script, because what is tried is the recipe. */
    private static final String SCENARIO = """
            schema: 1
            name: shop
            request: { path: /work, expect: { status: 200 } }
            load: { closed: { constant: { users: 4, hold: 2s } } }
            jvm: -Xms64M -Xmx64M -XX:+UseSerialGC
            variants:
              shop: { target: mini, with: { workers: 8, wait: 2ms } }
            """;

    /** A comment of the workflow's own, among others. */
    private static final String OWN_COMMENT = """
            [{"id": 11, "user": {"login": "you"}, "body": "Nice."},
             {"id": 12, "user": {"login": "github-actions[bot]"}, "body": "<!-- ralbench:gate=pr -->\\nPassed."}]
            """;

    @TempDir
    private Path directory;

    private Path shop;

    private record ScriptResult(int exit, String output) {}

    @BeforeEach
    void makeARepository() throws Exception {
        shop = Files.createDirectories(directory.resolve("shop"));
        Files.writeString(shop.resolve("shop.yaml"), SCENARIO);
        Files.writeString(shop.resolve("gate.yaml"), GateIT.GATE);
        Files.writeString(
                shop.resolve("build.sh"),
                "mkdir -p target/lib && cp -r \"$MINI\"/lib target/ && cp \"$MINI\"/mini.jar target/shop.jar\n");
        Files.writeString(shop.resolve(".gitignore"), "target/\ngate.*\n");
        script(
                "ralbench",
                "exec '" + Path.of(System.getProperty("java.home"), "bin", "java")
                        + "' -XX:TieredStopAtLevel=1 -XX:+UseSerialGC"
                        + " -cp '"
                        + System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")) + "' "
                        + Uncalibrated.class.getName() + " \"$@\"\n");
        sh("git init -q -b main . && git add . && " + GIT + " commit -qm base && echo '# more' >> build.sh && " + GIT
                + " commit -qam head && git update-ref refs/remotes/origin/main HEAD~1");
    }

    private Path script(String name, String body) throws IOException {
        var bin = Files.createDirectories(directory.resolve("bin"));
        var script = Files.writeString(bin.resolve(name), "#!/bin/sh\n" + body);
        assertThat(script.toFile().setExecutable(true)).isTrue();
        return script;
    }

    private Map<String, String> variables() {
        var variables = new LinkedHashMap<String, String>();
        variables.put("BUILD", "sh build.sh");
        variables.put("JAR", "target/shop.jar");
        variables.put("SCENARIO", "./shop.yaml");
        variables.put("GATE", "./gate.yaml");
        variables.put("MINI", REPOSITORY.resolve("targets/mini/target").toString());
        return variables;
    }

    private ScriptResult sh(String commands) throws IOException, InterruptedException {
        return sh(commands, Map.of());
    }

    /** As the workflow's shell does it. */
    private ScriptResult sh(String commands, Map<String, String> more) throws IOException, InterruptedException {
        return ended(start(List.of("bash", "-e", "-c", commands), more));
    }

    private Process start(List<String> command, Map<String, String> more) throws IOException {
        var builder = new ProcessBuilder(command).directory(shop.toFile());
        builder.environment().putAll(ItCache.ENVIRONMENT);
        builder.environment().putAll(variables());
        builder.environment().merge("PATH", directory.resolve("bin").toString(), (old, bin) -> bin + ":" + old);
        builder.environment()
                .put("TMPDIR", Files.createDirectories(directory.resolve("tmp")).toString());
        builder.environment().putAll(more);
        return builder.redirectErrorStream(true).redirectOutput(log().toFile()).start();
    }

    private ScriptResult ended(Process process) throws IOException, InterruptedException {
        assertThat(process.waitFor(120, TimeUnit.SECONDS)).isTrue();
        return new ScriptResult(process.exitValue(), Files.readString(log()));
    }

    private Path log() {
        return directory.resolve("log.txt");
    }

    @Test
    void theShellRecipeBuildsBothRevisionsAndTellsTheVerdict() throws Exception {
        var outcome = recipe("HEAD~1", Map.of());

        assertThat(outcome.exit()).as(outcome.output()).isZero();
        assertThat(outcome.output()).contains("RESULT PASS");
        assertThat(shop.resolve("gate.md")).content().startsWith("<!-- ralbench:gate=counts -->");
        assertThat(shop.resolve("gate.xml")).exists();
        assertThat(shop.resolve("gate.json")).content().contains("\"revision\"");
        assertNothingIsLeft();
    }

    /** What builds in one of the two places only: a worktree's .git is a file, that of a repository a directory. */
    private static final String BUILDS_HEAD_ONLY = "test -d .git && sh build.sh";

    @ParameterizedTest
    @CsvSource({"base (HEAD~1), test -d .git, stop", "head, test -f .git, alone", "head, exit 3, alone"})
    void aBuildThatFailsIsNoVerdictAndLeavesNoneOfYesterday(String which, String build, String noBase)
            throws Exception {
        var reports =
                Stream.of("gate.json", "gate.md", "gate.xml").map(shop::resolve).toList();
        for (var report : reports) {
            Files.writeString(report, "yesterday");
        }

        var outcome = recipe("HEAD~1", Map.of("BUILD", build, "NO_BASE", noBase));

        assertThat(outcome.exit()).as(outcome.output()).isEqualTo(ExitCode.ENVIRONMENT.code());
        assertThat(outcome.output().lines().toList().getLast())
                .startsWith("gate.sh: " + which + " cannot be built: " + build);
        assertThat(outcome.output()).containsOnlyOnce("cannot be built");
        assertThat(reports).allSatisfy(report -> assertThat(report).doesNotExist());
        assertNothingIsLeft();
    }

    /** A new service has no base: the report says so in one line, and is neither red nor a pass. */
    @Test
    void whereBaseCannotBeBuiltHeadIsMeasuredAlone() throws Exception {
        Files.writeString(shop.resolve("gate.yaml"), GateIT.GATE_WITH_LIMIT);

        var outcome = recipe("HEAD~1", Map.of("BUILD", BUILDS_HEAD_ONLY));

        assertThat(outcome.exit()).as(outcome.output()).isZero();
        assertThat(outcome.output())
                .contains("gate.sh: no base: HEAD~1 cannot be built: ", "; head is measured alone", "RESULT BASELINE");
        assertThat(shop.resolve("gate.md")).content().contains("baseline: 1 of 2 rules met, 1 without a base");
        assertThat(shop.resolve("gate.json")).content().contains("\"head\"").doesNotContain("\"base\"");
        assertNothingIsLeft();
    }

    @ParameterizedTest
    @CsvSource({
        "git mv shop.yaml load.yaml, ./load.yaml, target/shop.jar, has no ./load.yaml",
        "sed -i s/shop.jar/new.jar/ build.sh, ./shop.yaml, target/new.jar, has no target/new.jar after",
    })
    void whatIsNewInHeadHasNoBase(String change, String scenario, String jar, String why) throws Exception {
        Files.writeString(shop.resolve("gate.yaml"), GateIT.GATE_WITH_LIMIT);
        assertThat(sh(change + " && " + GIT + " commit -qam new").exit()).isZero();

        var outcome = recipe("HEAD~1", Map.of("SCENARIO", scenario, "JAR", jar));

        assertThat(outcome.exit()).as(outcome.output()).isZero();
        assertThat(outcome.output()).contains("gate.sh: no base: HEAD~1 " + why, "RESULT BASELINE");
        assertNothingIsLeft();
    }

    /** A service as most of them are: a script that stays the same, and loads its code from where it is started. */
    private static final String INTERPRETED = """
            import os
            from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
            import app

            class Handler(BaseHTTPRequestHandler):
                protocol_version = "HTTP/1.1"

                def do_GET(self):
                    body = app.answer()
                    self.send_response(200)
                    self.send_header("Content-Length", str(len(body)))
                    self.end_headers()
                    self.wfile.write(body)

                def log_message(self, *ignored):
                    pass

            ThreadingHTTPServer(("127.0.0.1", int(os.environ["PORT"])), Handler).serve_forever()
            """;

    /** The slow one waits a hundred times as long, in a service below the repository's root. */
    private void interpreted() throws Exception {
        assumeThat(sh("command -v python3").exit()).as("python3").isZero();
        shop = Files.createDirectories(shop.resolve("services/web"));
        Files.writeString(shop.resolve("server.py"), INTERPRETED);
        Files.writeString(shop.resolve("app.py"), """
                import time
                def answer():
                    time.sleep(0.001)
                    return b"done"
                """);
        Files.writeString(shop.resolve("shop.yaml"), """
                schema: 1
                name: shop
                request: { path: /work, expect: { status: 200 } }
                load: { closed: { constant: { users: 4, hold: 2s } } }
                variants:
                  shop: { target: { command: ./run.sh, ready: /work } }
                """);
        Files.writeString(shop.resolve("gate.yaml"), SLOW_GATE);
        var run = Files.writeString(shop.resolve("run.sh"), "#!/bin/sh\nexec python3 server.py\n");
        assertThat(run.toFile().setExecutable(true)).isTrue();
        sh("git add . && " + GIT + " commit -qm web && sed -i s/0.001/0.1/ app.py && " + GIT + " commit -qam slow");
    }

    /** The fewest pairs that can fail a rule, of short windows: what is to be seen is a hundredfold. */
    private static final String SLOW_GATE = """
            version: 1
            gate: slow
            design:
              shape: alternating
              pairs: { looks: [6] }
              windows: { per_level: 1, length: 300ms, lead_in: 100ms }
              levels: [4]
              warmup: { requests: 10, limit: 0 }
            decision: { alpha: 0.05 }
            relative:
              - { metric: goodput, levels: all, material: 10%, tolerate: 50% }
            """;

    @Test
    void eachBuildOfAnInterpretedServiceLoadsItsOwnCode() throws Exception {
        interpreted();

        var outcome = recipe("HEAD~1", Map.of("BUILD", "true", "JAR", "run.sh"));

        assertThat(outcome.exit()).as(outcome.output()).isEqualTo(ExitCode.REGRESSION.code());
        assertThat(outcome.output()).contains("RESULT FAIL 1 of 1 rule: goodput@4");
        assertThat(shop.resolve("gate.json")).content().contains("\"directory\"", "\"files\"");
        assertNothingIsLeft();
    }

    /** The same without the recipe's option: nothing would tell the two builds apart, so there is no pass. */
    @Test
    void twoTreesThatLoadOneTreesCodeAreRefused() throws Exception {
        interpreted();
        sh("git worktree add -q ../../../base HEAD~1");

        var outcome = sh("ralbench run --scenario shop.yaml --gate ./gate.yaml"
                + " --variant base=../../../base/services/web/run.sh --variant head=run.sh || echo ended with $?");

        assertThat(outcome.output()).contains("base and head are one build twice", "ended with 2");
    }

    /** Written down by a step of the job: base cannot have it, and needs no such file. */
    @Test
    void aScenarioThatIsNoFileOfTheRepositoryIsForBoth() throws Exception {
        Files.copy(shop.resolve("shop.yaml"), shop.resolve("target.yaml"));

        var outcome = recipe("HEAD~1", Map.of("SCENARIO", "./target.yaml"));

        assertThat(outcome.exit()).as(outcome.output()).isZero();
        assertThat(outcome.output()).contains("RESULT PASS").doesNotContain("no base");
    }

    @Test
    void withoutABaseAGateThatOnlyComparesIsUndecided() throws Exception {
        assertThat(recipe("HEAD~1", Map.of("BUILD", BUILDS_HEAD_ONLY)).exit()).isEqualTo(ExitCode.INCOMPARABLE.code());
        var neutral = recipe("HEAD~1", Map.of("BUILD", BUILDS_HEAD_ONLY, "NEUTRAL", "42"));
        assertThat(neutral.exit()).isEqualTo(42);
        assertThat(neutral.output()).contains("--no-base: there is nothing to judge");
        assertNothingIsLeft();
    }

    @Test
    void aWordForNoBaseThatIsNoneIsRefused() throws Exception {
        var outcome = recipe("HEAD~1", Map.of("NO_BASE", "ignore", "BUILD", "touch built"));

        assertThat(outcome.exit()).isEqualTo(ExitCode.USAGE.code());
        assertThat(outcome.output()).contains("alone or stop, not ignore");
        assertThat(shop.resolve("built")).doesNotExist();
    }

    @Test
    void whatIsNotGivenIsNamedAtOnce() throws Exception {
        var outcome = ended(start(List.of("sh", GATE_SH.toString()), Map.of("GATE", "", "JAR", "")));

        assertThat(outcome.exit()).isEqualTo(ExitCode.USAGE.code());
        assertThat(outcome.output())
                .startsWith("gate.sh: not given: BASE_REVISION JAR GATE; usage: ")
                .hasLineCount(1);
    }

    @ParameterizedTest
    @CsvSource({"no-such-branch, 2, no revision no-such-branch", "HEAD, 7, no command no-such-program"})
    void whatIsMissingShowsBeforeAnythingIsBuilt(String base, int exit, String why) throws Exception {
        var outcome = recipe(base, Map.of("RALBENCH", "no-such-program", "BUILD", "touch built"));

        assertThat(outcome.exit()).isEqualTo(exit);
        assertThat(outcome.output()).startsWith("gate.sh: ").contains(why);
        assertThat(shop.resolve("built")).doesNotExist();
        assertNothingIsLeft();
    }

    /** As a terminal or a service of builds does it: to the whole group of processes. */
    @ParameterizedTest
    @CsvSource({"HUP, 129", "INT, 130", "TERM, 143"})
    @Disturbance(value = "a signal to the recipe of a gate", then = "nothing is left")
    void aSignalLeavesNothingBehind(String signal, int exit) throws Exception {
        var begun = directory.resolve("begun");
        var build = "touch '" + begun + "' && sleep 60";
        var command = List.of("env", "--default-signal=" + signal, "setsid", "sh", GATE_SH.toString(), "HEAD~1");
        var process = start(command, Map.of("BUILD", build));
        Eventually.within(Duration.ofSeconds(20), () -> Files.exists(begun));

        assertThat(sh("kill -" + signal + " -- -" + process.pid()).exit()).isZero();

        assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).isEqualTo(exit);
        assertNothingIsLeft();
    }

    private void assertNothingIsLeft() throws IOException, InterruptedException {
        assertThat(sh("git worktree list").output().lines()).hasSize(1);
        assertThat(directory.resolve("tmp")).isEmptyDirectory();
    }

    private ScriptResult recipe(String base, Map<String, String> variables) throws IOException, InterruptedException {
        return ended(start(List.of("sh", GATE_SH.toString(), base), variables));
    }

    @Test
    void theWorkflowsCommandsRunAsTheyStand() throws Exception {
        var workflow = Workflow.read();
        pullRequest();
        var outcomes = run(workflow, "gate");

        assertThat(outcomes)
                .hasSize(2)
                .allSatisfy(outcome ->
                        assertThat(outcome.exit()).as(outcome.output()).isZero());
        assertThat(directory.resolve("summary.md")).content().contains("ralbench `counts`");
        assertThat(shop.resolve("gate.json"))
                .content()
                .as("base is the merge's first parent, wherever its branch is now")
                .contains("\"" + sh("git rev-parse --short HEAD^1").output().strip() + "\"")
                .doesNotContain("\"" + sh("git rev-parse --short main").output().strip() + "\"");

        comment(workflow, "[]");
        assertThat(directory.resolve("gh.txt"))
                .content()
                .contains("repos/you/shop/issues/7/comments -F body=@comment.md");
        assertThat(directory.resolve("comment/comment.md"))
                .content()
                .startsWith(workflow.variable("MARK"))
                .contains("ralbench `counts`");
    }

    @Test
    void theFirstRunOfAServiceIsABaselineInTheComment() throws Exception {
        var workflow = Workflow.read();
        Files.writeString(shop.resolve("gate.yaml"), GateIT.GATE_WITH_LIMIT);
        pullRequest();

        var outcomes =
                run(workflow, "gate", Map.of("BUILD", BUILDS_HEAD_ONLY, "NO_BASE", workflow.variable("NO_BASE")));

        assertThat(outcomes)
                .hasSize(2)
                .allSatisfy(outcome ->
                        assertThat(outcome.exit()).as(outcome.output()).isZero());
        comment(workflow, "[]");
        assertThat(directory.resolve("comment/comment.md"))
                .content()
                .startsWith(workflow.variable("MARK"))
                .contains("baseline: 1 of 2 rules met, 1 without a base; nothing was compared");
    }

    @Test
    void whereThereIsNoVerdictTheCommentSaysSo() throws Exception {
        var workflow = Workflow.read();
        pullRequest();
        var outcomes = run(workflow, "gate", Map.of("BUILD", "exit 1"));

        assertThat(outcomes).extracting(ScriptResult::exit).containsExactly(ExitCode.ENVIRONMENT.code(), 0);
        assertThat(directory.resolve("summary.md")).content().contains("no verdict");

        comment(workflow, OWN_COMMENT);
        assertThat(directory.resolve("gh.txt"))
                .content()
                .contains("--method PATCH repos/you/shop/issues/comments/12 -F body=@comment.md");
        assertThat(directory.resolve("comment/comment.md"))
                .content()
                .startsWith(workflow.variable("MARK"))
                .contains("no verdict");
    }

    @Test
    void whereTheOtherJobDiedTheCommentSaysSoToo() throws Exception {
        comment(Workflow.read(), OWN_COMMENT);

        assertThat(directory.resolve("gh.txt")).content().contains("--method PATCH");
        assertThat(directory.resolve("comment/comment.md")).content().contains("no verdict");
    }

    @Test
    void aStrangersCommentWithTheMarkIsLeftAlone() throws Exception {
        comment(Workflow.read(), OWN_COMMENT.replace("github-actions[bot]", "mallory"));

        assertThat(directory.resolve("gh.txt"))
                .content()
                .doesNotContain("PATCH")
                .contains("repos/you/shop/issues/7/comments -F body=@comment.md");
    }

    @Test
    void whatThePullRequestBuildsFindsNoTokenThatMayWrite() throws Exception {
        var workflow = Workflow.read();

        assertThat(workflow.permissions()).isEqualTo(Map.of("contents", "read"));
        assertThat(workflow.job("gate").containsKey("permissions")).isFalse();
        assertThat(workflow.steps("gate"))
                .filteredOn(step -> String.valueOf(step.get("uses")).startsWith("actions/checkout@"))
                .hasSize(2)
                .allSatisfy(step -> assertThat(String.valueOf(step.get("with"))).contains("persist-credentials=false"));
        assertThat(workflow.job("comment").get("permissions")).isEqualTo(Map.of("pull-requests", "write"));
        assertThat(workflow.steps("comment"))
                .extracting(step -> String.valueOf(step.get("uses")))
                .noneMatch(action -> action.startsWith("actions/checkout@"));
        assertThat(workflow.job("comment").get("if"))
                .asString()
                .contains("github.event.pull_request.head.repo.full_name == github.repository");
    }

    /** What is checked out for a pull request: the merge of its head into base; the branch of base has gone on since. */
    private void pullRequest() throws Exception {
        var merged = sh("git checkout -q -b merge HEAD~1 && " + GIT + " merge -q --no-ff -m merge main"
                + " && git update-ref refs/remotes/origin/main main");
        assertThat(merged.exit()).as(merged.output()).isZero();
        var tool = Files.createDirectories(directory.resolve("tool/scenarios/gates"));
        Files.copy(directory.resolve("bin/ralbench"), directory.resolve("tool/ralbench"));
        assertThat(directory.resolve("tool/ralbench").toFile().setExecutable(true))
                .isTrue();
        Files.copy(GATE_SH, tool.resolve("gate.sh"));
    }

    private List<ScriptResult> run(Workflow workflow, String job) throws Exception {
        return run(workflow, job, Map.of());
    }

    private List<ScriptResult> run(Workflow workflow, String job, Map<String, String> more) throws Exception {
        var environment = new LinkedHashMap<String, String>();
        environment.put("MARK", workflow.variable("MARK"));
        environment.put("NO_VERDICT", workflow.variable("NO_VERDICT"));
        environment.put("RALBENCH", directory.resolve("tool/ralbench").toString());
        environment.put("GITHUB_BASE_REF", "main");
        environment.put("GITHUB_RUN_ATTEMPT", "1");
        environment.put("GITHUB_REPOSITORY", "you/shop");
        environment.put("GITHUB_STEP_SUMMARY", directory.resolve("summary.md").toString());
        environment.put("NUMBER", "7");
        environment.putAll(more);
        var outcomes = new ArrayList<ScriptResult>();
        for (var command : workflow.commands(job)) {
            outcomes.add(sh(command, environment));
        }
        return outcomes;
    }

    /** Runs the second job where the first one's reports are and nothing else, against comments that are there already. */
    private void comment(Workflow workflow, String comments) throws Exception {
        assumeThat(sh("command -v jq").exit())
                .as("jq, which stands for that of gh")
                .isZero();
        var known = Files.writeString(directory.resolve("comments.json"), comments);
        script("gh", """
                echo "$*" >> '%s'
                while [ $# -gt 0 ]; do
                    if [ "$1" = --jq ]; then jq -r "$2" '%s'; fi
                    shift
                done
                """.formatted(directory.resolve("gh.txt"), known));
        var reports = Files.createDirectories(directory.resolve("comment"));
        var report = shop.resolve("gate.md");
        if (Files.exists(report)) {
            Files.copy(report, reports.resolve("gate.md"));
        }
        shop = reports;
        assertThat(run(workflow, "comment"))
                .hasSize(1)
                .allSatisfy(outcome ->
                        assertThat(outcome.exit()).as(outcome.output()).isZero());
    }

    /** The workflow as its file has it. */
    private record Workflow(Map<?, ?> document) {
        static Workflow read() throws IOException {
            var text = Files.readString(REPOSITORY.resolve("scenarios/gates/github-actions.yml"));
            return new Workflow((Map<?, ?>) new Load(LoadSettings.builder().build()).loadFromString(text));
        }

        String variable(String name) {
            return String.valueOf(at(at(document, "env"), name));
        }

        Object permissions() {
            return at(document, "permissions");
        }

        Map<?, ?> job(String name) {
            return (Map<?, ?>) at(at(document, "jobs"), name);
        }

        List<Map<?, ?>> steps(String job) {
            return ((List<?>) at(job(job), "steps"))
                    .stream().<Map<?, ?>>map(step -> (Map<?, ?>) step).toList();
        }

        /** Of a job's steps, in their order. */
        List<String> commands(String job) {
            return steps(job).stream()
                    .filter(step -> step.containsKey("run"))
                    .map(step -> String.valueOf(step.get("run")))
                    .toList();
        }

        private static Object at(Object mapping, String key) {
            return Objects.requireNonNull(((Map<?, ?>) mapping).get(key), key);
        }
    }
}
