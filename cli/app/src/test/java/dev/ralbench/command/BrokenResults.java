package dev.ralbench.command;

import dev.ralbench.result.ResultFile;
import dev.ralbench.result.RunResult;
import dev.ralbench.testing.SyntheticRun;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Valid results with one thing wrong each, what compare is asked to do with them, and what it must say. */
final class BrokenResults {
    /** Most cases are edits of the same few runs, and a result never changes. */
    private static final Map<RunResult, String> WRITTEN = Collections.synchronizedMap(new IdentityHashMap<>());

    private static final JsonMapper JSON = new JsonMapper();
    private static final RunResult FIRST =
            SyntheticRun.of("base", "head").blocks(2).levels(10).levelSeconds(2).run();
    private static final RunResult ALONE =
            SyntheticRun.of("base").blocks(2).levels(10).levelSeconds(2).run();

    /**
     * One case.
     *
     * @param says parts of the message
     */
    record Case(String name, List<String> contents, List<String> arguments, ExitCode exit, List<String> says) {
        @Override
        public String toString() {
            return name;
        }

        /** Writes the files and gives the command line. */
        String[] commandLine(Path directory) {
            var words = new ArrayList<>(List.of("compare"));
            for (int i = 0; i < contents.size(); i++) {
                words.add(write(
                        directory.resolve((i == 0 ? "one" : i == 1 ? "two" : "three") + ".json"), contents.get(i)));
            }
            words.addAll(arguments);
            return words.toArray(String[]::new);
        }
    }

    private BrokenResults() {}

    static List<Case> all() {
        var cases = new ArrayList<Case>();
        files(cases);
        trials(cases);
        betweenRuns(cases);
        work(cases);
        options(cases);
        return cases;
    }

    private static void files(List<Case> cases) {
        cases.add(plain("empty file", "", ExitCode.USAGE, "one.json is empty"));
        cases.add(plain("no JSON", "hello", ExitCode.USAGE, "is not JSON"));
        cases.add(plain("cut off", "{\"schema\": \"ralbench.result/1\", ", ExitCode.USAGE, "is truncated"));
        cases.add(plain("a list", "[]", ExitCode.USAGE, "is not a result"));
        cases.add(plain("another program's", "{\"a\": 1}", ExitCode.USAGE, "schema: missing"));
        cases.add(one("a comparison", set("/schema", "\"ralbench.compare/1\""), ExitCode.USAGE, "ralbench.compare/1"));
        cases.add(one("a newer schema", set("/schema", "\"ralbench.result/2\""), ExitCode.USAGE, "newer ralbench"));
        cases.add(one("no trials key", remove("/trials"), ExitCode.USAGE, "not a complete result", "trials"));
        cases.add(one(
                "unknown status", set("/status", "\"finished\""), ExitCode.USAGE, "not a complete result", "status"));
        cases.add(one(
                "unknown verdict",
                set("/trials/0/validity/verdict", "\"fine\""),
                ExitCode.USAGE,
                "trials[0].validity.verdict"));
        cases.add(one("block is text", set("/trials/0/block", "\"one\""), ExitCode.USAGE, "trials[0].block"));
        cases.add(one(
                "damaged histogram",
                set("/trials/0/measurement/windows/0/successful/histogram", "\"HISTxxxx\""),
                ExitCode.USAGE,
                "trials[0].measurement.windows[0].successful"));
        cases.add(one(
                "window without users",
                remove("/trials/0/measurement/windows/0/usersTo"),
                ExitCode.USAGE,
                "windows[0].usersTo"));
        cases.add(one(
                "a value that is not a number",
                set("/trials/0/measurement/windows/0/longestStallSeconds", "\"NaN\""),
                ExitCode.USAGE,
                "stall at level 10",
                "no number"));
        cases.add(one(
                "an infinite length",
                set("/trials/0/measurement/wholeRun/longestStallSeconds", "1e999"),
                ExitCode.USAGE,
                "stall at level all",
                "no number"));
    }

    private static void trials(List<Case> cases) {
        cases.add(one("zero trials", set("/trials", "[]"), ExitCode.INCOMPARABLE, "one has no trials"));
        var search = set(
                "/design/capacity",
                "{\"slo\": {\"p99\": \"<=1s\"}, \"from\": 8, \"to\": 64, \"settleMillis\": 1000,"
                        + " \"holdMillis\": 5000}");
        cases.add(new Case(
                "a search for capacity, to be judged by a gate",
                List.of(edited(FIRST, search)),
                List.of("--gate", "pr"),
                ExitCode.INCOMPARABLE,
                List.of("one is a search for capacity", "different numbers of users")));
        cases.add(one("under way", set("/status", "\"running\""), ExitCode.USAGE, "one is under way", "run.status"));
        cases.add(one(
                "a trial twice",
                document -> array(document, "/trials")
                        .add(array(document, "/trials").get(0)),
                ExitCode.INCOMPARABLE,
                "holds a trial twice",
                "block 1, attempt 1"));
        cases.add(one(
                "a block lacks a variant",
                document -> array(document, "/trials").remove(0),
                ExitCode.INCOMPARABLE,
                "block 1",
                "has no trial of"));
        cases.add(one(
                "all invalid",
                each("validity", "{\"verdict\": \"invalid\", \"reasons\": [\"steal 31 %\"]}"),
                ExitCode.INVALID,
                "no block has a usable trial",
                "steal 31 %"));
        cases.add(one(
                "one variant always invalid",
                eachOf("head", "validity", "{\"verdict\": \"invalid\", \"reasons\": [\"errors 9 %\"]}"),
                ExitCode.INVALID,
                "no block has a usable trial",
                "errors 9 %"));
        cases.add(one(
                "all failed",
                each("status", "\"failed\""),
                ExitCode.INCOMPARABLE,
                "no block has a usable trial",
                "failed"));
        cases.add(one(
                "head never started",
                eachOf("head", "measurement", "null"),
                ExitCode.INCOMPARABLE,
                "no block has a usable trial",
                "head has no measurement"));
        cases.add(one(
                "aborted in the first block",
                document -> {
                    document.put("status", "aborted");
                    array(document, "/trials").remove(3);
                    array(document, "/trials").remove(2);
                    array(document, "/trials").remove(1);
                },
                ExitCode.INCOMPARABLE,
                "no block has a usable trial",
                "no trial of"));
        cases.add(one(
                "the last attempt is the invalid one",
                document -> {
                    each("validity", "{\"verdict\": \"invalid\", \"reasons\": [\"steal 12 %\"]}")
                            .accept(document);
                    each("attempt", "2").accept(document);
                    for (var first : original(FIRST).withArray("trials")) {
                        array(document, "/trials").add(first);
                    }
                },
                ExitCode.INVALID,
                "steal 12 %"));
        cases.add(new Case(
                "one variant only",
                List.of(json(ALONE)),
                List.of(),
                ExitCode.INCOMPARABLE,
                List.of("one has one variant only, base")));
        cases.add(new Case(
                "a run of one variant without a usable trial",
                List.of(edited(ALONE, each("status", "\"failed\""))),
                List.of(),
                ExitCode.INCOMPARABLE,
                List.of("base of one has no usable trial")));
    }

    private static void betweenRuns(List<Case> cases) {
        cases.add(two("another machine", set("/fingerprint/machine/cpu", "\"EPYC 9V74\""), "machine.cpu", "EPYC 9V74"));
        cases.add(two("more cores", set("/fingerprint/machine/cores", "\"4\""), "machine.cores", "2", "4"));
        cases.add(two("a missing fact", remove("/fingerprint/machine/kernel"), "machine.kernel", "absent"));
        cases.add(two("another JDK", set("/fingerprint/software/jdk", "\"21.0.8\""), "software.jdk", "21.0.8"));
        cases.add(two(
                "another server",
                each(
                        "servers",
                        "[{\"name\": \"mysql\", \"product\": \"MariaDB 11.4\", \"origin\": \"embedded\","
                                + " \"startupMillis\": null, \"log\": null}]"),
                "servers.mysql",
                "MariaDB 11.4 (embedded)"));
        cases.add(two(
                "another origin of the server",
                each(
                        "servers",
                        "[{\"name\": \"mysql\", \"product\": \"MySQL 9.7.4\", \"origin\": \"host\","
                                + " \"startupMillis\": null, \"log\": null}]"),
                "servers.mysql",
                "MySQL 9.7.4 (host)"));
        cases.add(two("no server", each("servers", "[]"), "servers.mysql", "absent"));
        cases.add(two(
                "another think time",
                document -> {
                    set("/scenario/load/think", "\"1s\"").accept(document);
                    set("/scenarioSha256", "\"0000\"").accept(document);
                },
                "scenario.load.think",
                "0s",
                "1s"));
        cases.add(two(
                "another scenario",
                document -> {
                    set("/scenario/name", "\"delay-200\"").accept(document);
                    set("/scenario/request/path", "\"/delay\"").accept(document);
                    set("/scenarioSha256", "\"0000\"").accept(document);
                },
                "scenario.name",
                "scenario.request.path"));
        cases.add(two(
                "another hash of the same document", set("/scenarioSha256", "\"0000\""), "scenario.sha256", "0000"));
        cases.add(two("another order", set("/design/order", "\"fixed\""), "design.order", "fixed"));
        cases.add(two(
                "with turns",
                set(
                        "/design/turns",
                        "{\"levels\": [10], \"perLevel\": 4, \"lengthMillis\": 2500.0,"
                                + " \"leadInMillis\": 500.0, \"warmUpRequests\": 20000, \"warmUpLimitMillis\": 60000.0}"),
                "design.turns.leadInMillis",
                "absent",
                "500.0"));
        cases.add(two("another ralbench", set("/tool", "\"ralbench 0.2.0\""), "ralbench.version", "0.1", "0.2"));
    }

    private static void work(List<Case> cases) {
        cases.add(one("another status", workOf("status", "500"), ExitCode.INCOMPARABLE, "work.head.status", "500"));
        cases.add(
                one("another body", workOf("bodySha256", "\"beef\""), ExitCode.INCOMPARABLE, "work.head.body", "beef"));
        cases.add(one(
                "a longer body",
                document -> {
                    workOf("bodyBytes", "513").accept(document);
                    workOf("bodySha256", "\"b0d7\"").accept(document);
                },
                ExitCode.INCOMPARABLE,
                "513 bytes"));
        cases.add(one(
                "more statements",
                workOf("servedPerRequest", "{\"mysql\": 4.0}"),
                ExitCode.INCOMPARABLE,
                "work.head.served.mysql",
                "3 per request",
                "4 per request"));
        cases.add(one(
                "another shape where shapes have to be the same",
                document -> {
                    workOf("shapeSha256", "\"beef\"").accept(document);
                    set("/scenario/work", "{\"same\": \"shape\"}").accept(document);
                },
                ExitCode.INCOMPARABLE,
                "work.head.shape"));
        cases.add(one(
                "one variant did not answer",
                eachOf("head", "work", "null"),
                ExitCode.INCOMPARABLE,
                "work.head.answer",
                "none"));
        cases.add(one(
                "an unknown measure of sameness",
                set("/scenario/work", "{\"same\": \"roughly\"}"),
                ExitCode.USAGE,
                "work.same",
                "roughly"));
    }

    private static void options(List<Case> cases) {
        cases.add(asked(
                "a baseline that is not there",
                ExitCode.USAGE,
                "--baseline: there is no variant bsae",
                "--baseline",
                "bsae"));
        cases.add(asked("an unknown metric", ExitCode.USAGE, "no metric godput", "--metric", "godput"));
        cases.add(asked("an unknown level", ExitCode.USAGE, "no level 11", "--level", "11"));
        cases.add(asked("an unknown format", ExitCode.USAGE, "pdf", "--format", "pdf"));
        cases.add(asked("an unknown kind of figures", ExitCode.USAGE, "guessed", "--reference", "guessed"));
        cases.add(asked("an unknown ending", ExitCode.USAGE, "report.pdf: its ending", "-o", "report.pdf"));
        cases.add(new Case("no file", List.of(), List.of(), ExitCode.USAGE, List.of("FILE")));
        cases.add(new Case(
                "a file that is not there",
                List.of(),
                List.of("nowhere.json"),
                ExitCode.USAGE,
                List.of("no such file")));
        cases.add(new Case("a directory", List.of(), List.of("."), ExitCode.USAGE, List.of("it is a directory")));
    }

    private interface Edit {
        void accept(ObjectNode document);
    }

    private static Case one(String name, Edit edit, ExitCode exit, String... says) {
        return new Case(name, List.of(edited(FIRST, edit)), List.of(), exit, List.of(says));
    }

    private static Case plain(String name, String content, ExitCode exit, String... says) {
        return new Case(name, List.of(content), List.of(), exit, List.of(says));
    }

    private static Case two(String name, Edit edit, String... says) {
        return new Case(
                name,
                List.of(json(ALONE), edited(alone("second"), edit)),
                List.of(),
                ExitCode.INCOMPARABLE,
                List.of(says));
    }

    private static Case asked(String name, ExitCode exit, String says, String... arguments) {
        return new Case(name, List.of(json(FIRST)), List.of(arguments), exit, List.of(says));
    }

    private static Edit set(String pointer, String json) {
        return document -> parent(document, pointer).set(last(pointer), JSON.readTree(json));
    }

    private static Edit remove(String pointer) {
        return document -> parent(document, pointer).remove(last(pointer));
    }

    private static Edit each(String key, String json) {
        return document -> array(document, "/trials")
                .values()
                .forEach(trial -> ((ObjectNode) trial).set(key, JSON.readTree(json)));
    }

    private static Edit eachOf(String variant, String key, String json) {
        return document -> array(document, "/trials").values().stream()
                .filter(trial -> trial.path("variant").asString().equals(variant))
                .forEach(trial -> ((ObjectNode) trial).set(key, JSON.readTree(json)));
    }

    private static Edit workOf(String key, String json) {
        return document -> array(document, "/trials").values().stream()
                .filter(trial -> trial.path("variant").asString().equals("head"))
                .forEach(trial -> ((ObjectNode) trial.path("work")).set(key, JSON.readTree(json)));
    }

    private static ObjectNode parent(ObjectNode document, String pointer) {
        return (ObjectNode) document.at(pointer.substring(0, pointer.lastIndexOf('/')));
    }

    private static String last(String pointer) {
        return pointer.substring(pointer.lastIndexOf('/') + 1);
    }

    private static ArrayNode array(ObjectNode document, String pointer) {
        return (ArrayNode) document.at(pointer);
    }

    private static RunResult alone(String runId) {
        return SyntheticRun.of("base")
                .blocks(2)
                .levels(10)
                .levelSeconds(2)
                .runId(runId)
                .run();
    }

    private static String edited(RunResult run, Edit edit) {
        var document = original(run);
        edit.accept(document);
        return JSON.writeValueAsString(document);
    }

    private static ObjectNode original(RunResult run) {
        return (ObjectNode) JSON.readTree(json(run));
    }

    /** As {@code ralbench run} writes it. */
    static String json(RunResult run) {
        return WRITTEN.computeIfAbsent(run, ResultFile::text);
    }

    static String write(Path file, String content) {
        try {
            return Files.writeString(file, content).toString();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A run's file with its text changed. */
    static String write(Path file, RunResult run, UnaryOperator<String> change) {
        return write(file, change.apply(json(run)));
    }
}
