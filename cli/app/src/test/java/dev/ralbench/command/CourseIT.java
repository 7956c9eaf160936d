package dev.ralbench.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.measurement.Course;
import dev.ralbench.measurement.InsideView;
import dev.ralbench.measurement.Measurement;
import dev.ralbench.measurement.Series;
import dev.ralbench.measurement.WindowMeasurement;
import dev.ralbench.result.ResultFile;
import dev.ralbench.testing.ResultSchema;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What a run's file says second by second fits what it says of its windows. */
@Timeout(180)
class CourseIT {
    private static final long MEBIBYTE = 1 << 20;

    @TempDir
    private Path directory;

    private Measurement run(String load, String... options) throws IOException {
        var file = Files.writeString(directory.resolve("course.yaml"), """
                schema: 1
                name: course
                request: { path: /work }
                load: { closed: %s }
                jvm: -Xms48M -Xmx48M -Xmn8M -XX:+UseSerialGC
                variants:
                  mini: { target: mini, with: { workers: 64, cpu: 50us, wait: 5ms, allocation: 8KiB, extraAllocation: 64KiB } }
                  other: { target: mini, with: { workers: 64, cpu: 50us, wait: 5ms, allocation: 8KiB } }
                """.formatted(load));
        var output = directory.resolve("course.json");
        var arguments = List.of("run", file.toString(), "--runtime", "process", "-o", output.toString());
        var outcome = Shell.run(
                Stream.concat(arguments.stream(), List.of(options).stream()).toArray(String[]::new));
        assertThat(outcome.exit()).as(outcome.err()).isZero();
        ResultSchema.assertKeptBy(output);
        return ResultFile.read(output).trials().getFirst().measurement().orElseThrow();
    }

    private static List<Double> known(Course course, String name) {
        assertThat(course.values()).containsKey(name);
        return course.values().getOrDefault(name, List.of()).stream()
                .flatMapToDouble(OptionalDouble::stream)
                .boxed()
                .toList();
    }

    private static double most(Measurement measured, ToDoubleFunction<InsideView> figure) {
        return measured.windows().stream()
                .mapToDouble(
                        window -> figure.applyAsDouble(window.views().inside().orElseThrow()))
                .max()
                .orElseThrow();
    }

    private static double jvm(InsideView inside, ToDoubleFunction<InsideView.Jvm> figure) {
        return figure.applyAsDouble(inside.jvm().orElseThrow());
    }

    @Test
    void theCourseOfARunFitsItsWindows() throws IOException {
        var measured = run(
                "{ sequence: [ { requests: { users: 8, requests: 400 } }, { constant: { users: 16, hold: 6s } } ] }",
                "--variant",
                "mini");
        var course = measured.course().orElseThrow();

        assertThat(course.stepSeconds()).isEqualTo(1);
        assertThat(course.responseTimes().counts()).hasSizeGreaterThanOrEqualTo(6);
        assertThat(responses(course))
                .as("every successful response is in one step")
                .isEqualTo(measured.series().slots().stream()
                        .mapToLong(Series.Slot::completions)
                        .sum());
        assertThat(known(course, "threads"))
                .isNotEmpty()
                .allSatisfy(threads -> assertThat(threads).isBetween(64.0, most(measured, InsideView::osThreadsPeak)));
        assertThat(known(course, "threads.worker")).contains(64.0);
        assertThat(known(course, "residentBytes"))
                .isNotEmpty()
                .allSatisfy(bytes -> assertThat(bytes) // the last look may come a moment after the last window
                        .isBetween(20.0 * MEBIBYTE, most(measured, InsideView::residentPeakBytes) + MEBIBYTE));
        assertThat(known(course, "heapUsedBytes"))
                .isNotEmpty()
                .allSatisfy(bytes -> assertThat(bytes)
                        .isBetween(
                                1.0 * MEBIBYTE,
                                most(measured, inside -> inside.heapPeakBytes().orElseThrow()) + MEBIBYTE));
        assertThat(known(course, "heapAfterCollectionBytes"))
                .isNotEmpty()
                .allSatisfy(bytes -> assertThat(bytes)
                        .isBetween(
                                1.0 * MEBIBYTE,
                                most(
                                                measured,
                                                inside -> jvm(
                                                        inside,
                                                        jvm -> jvm.heapAfterCollectionBytes()
                                                                .orElse(0L)))
                                        + 1024));
        assertCpuTimes(course, measured);
        assertThat(known(course, "acceptQueue"))
                .isNotEmpty()
                .allSatisfy(waiting -> assertThat(waiting).isNotNegative());
    }

    /** Rates are of all time but the last moments, and the kernel counts in steps of 10 ms. */
    private static void assertCpuTimes(Course course, Measurement measured) {
        var cores = known(course, "cpuCores");
        double windows = sum(measured, inside -> inside.cpuSeconds());
        assertThat(cores).isNotEmpty();
        assertThat(sum(cores)).isBetween(0.05 * windows, windows * 1.05 + 0.2);
        double collecting = sum(measured, inside -> jvm(inside, InsideView.Jvm::collectionMillis));
        assertThat(sum(known(course, "collectionMillisPerSecond"))).isPositive().isLessThan(collecting * 1.2 + 50);
        assertThat(sum(known(course, "generatorCores"))).isPositive();
        assertThat(known(course, "machineBusyShare"))
                .isNotEmpty()
                .allSatisfy(share -> assertThat(share).isBetween(0.0, 1.0));
    }

    private static double sum(List<Double> values) {
        return values.stream().mapToDouble(Double::doubleValue).sum();
    }

    private static double sum(Measurement measured, ToDoubleFunction<InsideView> figure) {
        return measured.windows().stream()
                .map(WindowMeasurement::views)
                .mapToDouble(views -> figure.applyAsDouble(views.inside().orElseThrow()))
                .sum();
    }

    private static long responses(Course course) {
        return course.responseTimes().counts().stream()
                .flatMap(rows -> rows.values().stream())
                .mapToLong(Long::longValue)
                .sum();
    }

    @Test
    void variantsInTurnsHaveNone() throws IOException {
        var measured = run(
                "{ constant: { users: 2, hold: 2s } }",
                "--order",
                "alternating",
                "--levels",
                "2",
                "--windows",
                "2",
                "--window-length",
                "500ms",
                "--warm-up",
                "40",
                "--warm-up-limit",
                "0s");

        assertThat(measured.course()).isEmpty();
    }
}
