package dev.ralbench.result;

import static dev.ralbench.testing.FuzzTarget.ofText;
import static dev.ralbench.testing.FuzzTarget.refusable;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.compare.Acknowledgements;
import dev.ralbench.gate.GateFile;
import dev.ralbench.testing.FuzzTarget;
import dev.ralbench.testing.JsonEdits;
import dev.ralbench.testing.Repository;
import dev.ralbench.testing.Results;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Results, gates, acknowledgements and banks of noise in whatever state. */
class StoredFilesFuzzTest {
    private static final int FEWER = 30;

    @TestFactory
    Stream<DynamicTest> everyFileIsReadOrRefused() {
        return FuzzTarget.tests(targets());
    }

    static List<FuzzTarget> targets() {
        var result = new String(ResultFile.encode(Results.delay200()), StandardCharsets.UTF_8);
        var impatient = Repository.text(Repository.recorded("burst-impatient"));
        return List.of(
                new FuzzTarget(
                                "result-edits",
                                List.of(new byte[0], new byte[] {1, 2, 3, 4, 5, 6}, new byte[] {
                                    9, 40, 31, 40, 7, 32, 2, 77, 50
                                }),
                                List.of("\0\1\2"),
                                edits -> {
                                    readResult(JsonEdits.apply(result, edits));
                                    readResult(JsonEdits.apply(impatient, edits));
                                })
                        .trying(FEWER),
                ofText(
                                "result-text",
                                List.of(impatient),
                                List.of("\"schema\": ", "ralbench.result/2", "null,", "1e999"),
                                StoredFilesFuzzTest::readResult)
                        .trying(FEWER),
                ofText(
                        "gate",
                        Stream.of("pr", "nightly", "work", "slow-start")
                                .map(name -> Repository.text(Repository.path("scenarios", "gates", name + ".yaml"))
                                        .replaceAll("(?m) *#.*$", ""))
                                .toList(),
                        List.of(
                                "rules:\n",
                                "metric: p99",
                                "max: ",
                                "margin: ",
                                "noise: ",
                                "levels: ",
                                "at_level: ",
                                "if_present: true",
                                "alpha: ",
                                "5%",
                                "PT5"),
                        text -> inFile(text, file -> refusable(() -> GateFile.read(file)))),
                ofText(
                        "acknowledged",
                        List.of(
                                "version: 1\nacknowledged:\n  - metric: p99\n    variant: head\n    since: 2026-01-01\n    because: x\n"),
                        List.of("metric: ", "scenario: ", "from: ", "because: ", "2026-13-45", "PT5"),
                        text -> inFile(text, file -> refusable(() -> Acknowledgements.read(file)))),
                ofText(
                        "noise-bank",
                        List.of(Repository.text(Repository.path("results", "recorded", "noise", noise()))
                                .lines()
                                .findFirst()
                                .orElse("")),
                        List.of("null", "{}", "[]", "1e999", "\n"),
                        text -> inFile(text, file -> refusable(() -> NoiseBank.readFile(file)))));
    }

    private static String noise() {
        try (var found = Files.walk(Repository.path("results", "recorded", "noise"))) {
            return Repository.path("results", "recorded", "noise")
                    .relativize(found.filter(file -> file.toString().endsWith(".jsonl"))
                            .sorted()
                            .findFirst()
                            .orElseThrow())
                    .toString();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What is read is written as it was. */
    private static void readResult(String text) {
        inFile(
                text,
                file -> refusable(() -> {
                    var written = ResultFile.encode(ResultFile.read(file));
                    inFile(
                            new String(written, StandardCharsets.UTF_8),
                            copy -> assertThat(ResultFile.encode(ResultFile.read(copy)))
                                    .isEqualTo(written));
                }));
    }

    private static void inFile(String text, Consumer<Path> reading) {
        try {
            var file = Files.createTempFile("stored", ".json");
            try {
                Files.writeString(file, text);
                reading.accept(file);
            } finally {
                Files.delete(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
