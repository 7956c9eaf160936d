package dev.ralbench.process;

import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * CPUs of this machine, by the numbers that the kernel gives them.
 *
 * @param numbers in ascending order, each once
 */
public record CpuSet(List<Integer> numbers) {
    /** Four digits are enough for every kernel (8192 CPUs), and no list becomes longer than memory. */
    private static final Pattern RANGE = Pattern.compile("(\\d{1,4})(?:-(\\d{1,4}))?");

    public CpuSet {
        numbers = numbers.stream().distinct().sorted().toList();
    }

    public static CpuSet none() {
        return new CpuSet(List.of());
    }

    public static CpuSet of(int... numbers) {
        return new CpuSet(IntStream.of(numbers).boxed().toList());
    }

    /** A list as the kernel and {@code taskset} write it, such as {@code 0,2-3}; empty if it is none. */
    public static Optional<CpuSet> parse(String list) {
        var numbers = new BitSet(); // each once, however often the list has it
        for (var part : list.split(",", -1)) {
            var range = RANGE.matcher(part.strip());
            if (!range.matches()) {
                return Optional.empty();
            }
            int first = Integer.parseInt(range.group(1));
            int last = range.group(2) == null ? first : Integer.parseInt(range.group(2));
            if (last < first) {
                return Optional.empty();
            }
            numbers.set(first, last + 1);
        }
        return Optional.of(new CpuSet(numbers.stream().boxed().toList()));
    }

    public int count() {
        return numbers.size();
    }

    public boolean isEmpty() {
        return numbers.isEmpty();
    }

    public boolean contains(int number) {
        return numbers.contains(number);
    }

    public boolean containsAll(CpuSet others) {
        return numbers.containsAll(others.numbers);
    }

    /** The lowest one. */
    public OptionalInt first() {
        return numbers.stream().mapToInt(Integer::intValue).findFirst();
    }

    /** The union: CPUs that are in either set. */
    public CpuSet plus(CpuSet others) {
        return new CpuSet(
                Stream.concat(numbers.stream(), others.numbers.stream()).toList());
    }

    /** The CPUs of this set that are not in the other one. */
    public CpuSet minus(CpuSet others) {
        return new CpuSet(
                numbers.stream().filter(number -> !others.contains(number)).toList());
    }

    /** The CPUs that are in both sets. */
    public CpuSet and(CpuSet others) {
        return new CpuSet(numbers.stream().filter(others::contains).toList());
    }

    /** The list of CPUs as the kernel writes it. */
    @Override
    public String toString() {
        var text = new StringBuilder();
        for (int at = 0; at < numbers.size(); at++) {
            int from = at;
            while (at + 1 < numbers.size() && numbers.get(at + 1) == numbers.get(at) + 1) {
                at++;
            }
            text.append(text.isEmpty() ? "" : ",").append(numbers.get(from));
            if (at > from) {
                text.append('-').append(numbers.get(at));
            }
        }
        return text.toString();
    }
}
