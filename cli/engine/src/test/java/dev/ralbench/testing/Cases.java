package dev.ralbench.testing;

import java.util.List;
import java.util.Random;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Many cases of one property, drawn anew from the same seed each time, so that one that fails fails again. */
public final class Cases {
    private static final int SEED = 20_261_121;
    private static final int ALL = 100;

    private Cases() {}

    /** So many cases. */
    public static <T> Stream<T> of(int count, Function<Random, T> draw) {
        return IntStream.range(0, some(count)).mapToObj(i -> draw.apply(new Random(SEED + i)));
    }

    /** So many of them; fewer with {@code -Dcases.percent=5}, for mutation tests, which try them again and again. */
    public static int some(int count) {
        return Math.max(1, count * Integer.getInteger("cases.percent", ALL) / ALL);
    }

    /** A list of whole numbers, both bounds included. */
    public static List<Integer> wholeNumbers(Random random, int from, int to, int fewest, int most) {
        return random.ints(random.nextInt(fewest, most + 1), from, to + 1)
                .boxed()
                .toList();
    }
}
