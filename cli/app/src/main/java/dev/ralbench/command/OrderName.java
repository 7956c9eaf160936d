package dev.ralbench.command;

import dev.ralbench.result.Design;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Names of a block's orders as typed. In gate files, sequential means that loads are not cut into turns. */
final class OrderName implements ITypeConverter<Design.Order> {
    static final String SEQUENTIAL = "sequential";

    /** The names that the help lists. */
    static final class Candidates implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return names().iterator();
        }
    }

    @Override
    public Design.Order convert(String text) {
        var name = text.toLowerCase(Locale.ROOT);
        if (name.equals(SEQUENTIAL)) {
            return Design.Order.INTERLEAVED;
        }
        return Arrays.stream(Design.Order.values())
                .filter(order -> order.toString().equals(name))
                .findFirst()
                .orElseThrow(() -> new TypeConversionException(
                        "expected one of " + String.join(", ", names()) + ", got '" + text + "'"));
    }

    private static List<String> names() {
        return Stream.concat(Arrays.stream(Design.Order.values()).map(Design.Order::toString), Stream.of(SEQUENTIAL))
                .toList();
    }
}
