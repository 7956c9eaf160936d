package dev.ralbench.testing;

import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;

/** What {@code .ci/fuzz} starts: Jazzer calls the two methods with its names, for one target in each JVM. */
public final class Fuzzer {
    private static final AtomicReference<FuzzTarget.Reader> READER = new AtomicReference<>(input -> {
        throw new IllegalStateException("no target chosen");
    });

    private Fuzzer() {}

    /**
     * Lists the targets of test classes, each as the name of its class and its own; makes a directory of seeds and a
     * dictionary of words for each.
     *
     * @param args a directory to make them in, then the classes
     */
    public static void main(String[] args) throws ReflectiveOperationException, IOException {
        for (var testClass : List.of(args).subList(1, args.length)) {
            for (var target : targets(testClass)) {
                var directory = Files.createDirectories(Path.of(args[0], target.name(), "seeds"));
                for (int i = 0; i < target.seeds().size(); i++) {
                    Files.write(directory.resolve("seed-" + i), target.seeds().get(i));
                }
                Files.write(
                        Path.of(args[0], target.name(), "words"),
                        target.words().stream().map(Fuzzer::entry).toList());
                System.out.println(testClass + " " + target.name());
            }
        }
    }

    /** A word as libFuzzer's dictionaries have it. */
    private static String entry(String word) {
        var text = new StringBuilder("\"");
        for (byte sign : word.getBytes(StandardCharsets.UTF_8)) {
            text.append("\\x%02x".formatted(sign & 0xff));
        }
        return text.append('"').toString();
    }

    /** Of Jazzer, once: chooses the target. */
    public static void fuzzerInitialize(String[] args) throws ReflectiveOperationException {
        READER.set(targets(args[0]).stream()
                .filter(target -> target.name().equals(args[1]))
                .findFirst()
                .orElseThrow()
                .reader());
    }

    /** Of Jazzer, for each input. */
    public static void fuzzerTestOneInput(byte[] input) throws Exception {
        READER.get().read(input);
    }

    @SuppressWarnings("unchecked")
    private static List<FuzzTarget> targets(String testClass) throws ReflectiveOperationException {
        Method method = Class.forName(testClass).getDeclaredMethod("targets");
        method.setAccessible(true);
        return (List<FuzzTarget>) method.invoke(null);
    }
}
