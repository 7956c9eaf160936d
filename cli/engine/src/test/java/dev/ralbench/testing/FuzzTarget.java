package dev.ralbench.testing;

import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import dev.ralbench.Failure;
import dev.ralbench.FailureKind;
import dev.ralbench.Sha256;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;

/**
 * A reader of bytes from outside, to be fed with damaged ones: whatever they are, it ends, with a value or a refusal of
 * ours. A unit test feeds it the seeds, the corpus, and some hundred mutations that are the same each time; {@code
 * .ci/fuzz} lets Jazzer look for new ones. Test classes list their targets in a static method {@code targets()}.
 *
 * @param name of its directory of inputs that were found, {@code src/test/resources/fuzz/NAME}
 * @param seeds whole inputs to begin with, at least one
 * @param words pieces of its syntax, which chance would not find
 * @param mutations how many a unit test tries
 * @param reader fails with an exception if the input makes the reader fail, other than by refusing it
 */
public record FuzzTarget(String name, List<byte[]> seeds, List<String> words, int mutations, Reader reader) {
    private static final int USUAL_MUTATIONS = 300;
    /** Far beyond what all inputs take: one that makes a reader hang fails the test, and not the build's own limit. */
    private static final Duration HANGS = Duration.ofMinutes(1);

    /** Reads an input, and checks what comes out. */
    @FunctionalInterface
    public interface Reader {
        void read(byte[] input) throws Exception;
    }

    public FuzzTarget {
        seeds = List.copyOf(seeds);
        words = List.copyOf(words);
        if (seeds.isEmpty()) {
            throw new IllegalArgumentException("seeds: must be at least one");
        }
    }

    /** A reader that takes a moment only. */
    public FuzzTarget(String name, List<byte[]> seeds, List<String> words, Reader reader) {
        this(name, seeds, words, USUAL_MUTATIONS, reader);
    }

    /** The same reader, with so many mutations in a unit test. */
    public FuzzTarget trying(int fewer) {
        return new FuzzTarget(name, seeds, words, fewer, reader);
    }

    /** A reader of text in UTF-8. */
    public static FuzzTarget ofText(String name, List<String> seeds, List<String> words, TextReader reader) {
        var bytes = seeds.stream()
                .map(seed -> seed.getBytes(StandardCharsets.UTF_8))
                .toList();
        return new FuzzTarget(name, bytes, words, input -> reader.read(new String(input, StandardCharsets.UTF_8)));
    }

    /** As {@link Reader}, of text. */
    @FunctionalInterface
    public interface TextReader {
        void read(String input) throws Exception;
    }

    /** Reads, and takes a failure that a user can understand for an answer. */
    public static void refusable(Runnable reading) {
        try {
            reading.run();
        } catch (Failure failure) {
            if (failure.kind() == FailureKind.DEFECT) {
                throw new AssertionError("a refusal that calls itself a defect: " + failure.what(), failure);
            }
        }
    }

    /** As {@link #refusable}, of readers whose refusals are IllegalArgumentException, which callers make failures of. */
    public static void refusableByArgument(Runnable reading) {
        try {
            reading.run();
        } catch (IllegalArgumentException e) {
            // Those of the JDK extend it: their messages are no sentences for a user.
            if (e.getClass() != IllegalArgumentException.class) {
                throw e;
            }
        }
    }

    /** One test of each target. */
    public static Stream<DynamicTest> tests(List<FuzzTarget> targets) {
        return targets.stream().map(target -> DynamicTest.dynamicTest(target.name, target::feedAll));
    }

    private void feedAll() {
        var inputs = new ArrayList<>(seeds);
        inputs.addAll(corpus());
        var mutator = new Mutator(List.copyOf(inputs), words);
        Cases.of(mutations, mutator::mutation).forEach(inputs::add);
        assertTimeoutPreemptively(HANGS, () -> inputs.forEach(this::feed));
    }

    /** Feeds one input; a failure says how to keep it. */
    private void feed(byte[] input) {
        try { // all that may come of it: whatever it is, the input has to be kept
            reader.read(input);
        } catch (Exception | LinkageError | StackOverflowError | OutOfMemoryError | AssertionError e) {
            throw new AssertionError(
                    name + " fails by the input in " + kept(input) + " (copy it to src/test/resources/fuzz/" + name
                            + ", to try it for good): " + e,
                    e);
        }
    }

    private Path kept(byte[] input) {
        try {
            var directory = Files.createDirectories(Path.of("target", "fuzz", name));
            return Files.write(directory.resolve(Sha256.of(input).substring(0, 16)), input);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private List<byte[]> corpus() {
        var directory = Path.of("src", "test", "resources", "fuzz", name);
        if (!Files.isDirectory(directory)) {
            return List.of();
        }
        try (var files = Files.list(directory)) {
            var inputs = new ArrayList<byte[]>();
            for (var file : files.sorted().toList()) {
                inputs.add(Files.readAllBytes(file));
            }
            return inputs;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
