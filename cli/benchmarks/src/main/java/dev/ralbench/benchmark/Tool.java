package dev.ralbench.benchmark;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.regex.Pattern;

/**
 * A client that prints its count of requests.
 *
 * @param program its file; it need not be there
 * @param arguments behind the program
 * @param count finds the number of answered requests, as group 1; the last one counts
 */
record Tool(String name, Path program, Function<Shot, List<String>> arguments, Pattern count) implements Client {
    private static final Pattern LATE = Pattern.compile("late p99 ([\\d.]+) ms");

    static Tool of(String name, Path program, String count, Function<Shot, List<String>> arguments) {
        return new Tool(name, program, arguments, Pattern.compile(count));
    }

    @Override
    public boolean isInstalled() {
        return program.toFile().canExecute();
    }

    @Override
    public List<String> command(Shot shot) {
        return Commands.join(List.of(program.toString()), arguments.apply(shot));
    }

    @Override
    public long requests(Shot shot, String output) throws IOException {
        var last = count.matcher(output)
                .results()
                .reduce((earlier, later) -> later)
                .orElseThrow(() -> new IOException(name + " printed no number of requests:\n" + output));
        return Long.parseLong(last.group(1).replace(",", ""));
    }

    @Override
    public OptionalDouble lateMillis(Shot shot, String output) {
        return LATE.matcher(output)
                .results()
                .mapToDouble(found -> Double.parseDouble(found.group(1)))
                .findFirst();
    }
}
