package dev.ralbench.junit;

import dev.ralbench.Failure;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.platform.commons.support.HierarchyTraversalMode;
import org.junit.platform.commons.support.ReflectionSupport;

/**
 * Fills values of the running test into texts of its annotation: a port is known only once the test's service is up.
 * <code>${uuid}</code> and the like belong to the scenario and stay.
 */
final class TestValues {
    private static final Pattern PLACE = Pattern.compile("(?<!\\$)\\{([A-Za-z_][A-Za-z0-9_.]*)}");

    private final ExtensionContext context;
    private final List<Object> instances;

    TestValues(ExtensionContext context) {
        this.context = context;
        var inner = new ArrayList<>(context.getRequiredTestInstances().getAllInstances());
        Collections.reverse(inner);
        this.instances = List.copyOf(inner);
    }

    /**
     * The text with all values in their places.
     *
     * @throws Failure if a name stands for nothing, or its value is not set yet
     */
    String filled(String text) {
        return PLACE.matcher(text).replaceAll(found -> Matcher.quoteReplacement(value(found.group(1), text)));
    }

    private String value(String name, String text) {
        return instances.stream()
                .flatMap(instance -> member(instance, name).stream())
                .findFirst()
                .or(() -> context.getConfigurationParameter(name).map(Value::of))
                .orElseThrow(() -> Failure.usage(
                        text + ": {" + name + "} stands for nothing",
                        context.getRequiredTestClass().getSimpleName()
                                + " has no such field and no such method without parameters, and JUnit no such"
                                + " configuration parameter",
                        "add it, such as @LocalServerPort int " + name + ", or correct the name"))
                .text()
                .orElseThrow(() -> Failure.usage(
                        text + ": {" + name + "} is null",
                        "the load begins after the @BeforeEach methods",
                        "set it there, or in a @BeforeAll method"));
    }

    /** The value of a field or method, which may be none; empty if there is neither. */
    private static Optional<Value> member(Object instance, String name) {
        var type = instance.getClass();
        return ReflectionSupport.findFields(
                        type, field -> field.getName().equals(name), HierarchyTraversalMode.BOTTOM_UP)
                .stream()
                .findFirst()
                .map(field -> Value.of(
                        ReflectionSupport.tryToReadFieldValue(field, instance).getOrThrow(IllegalStateException::new)))
                .or(() -> ReflectionSupport.findMethod(type, name)
                        .map(method -> Value.of(ReflectionSupport.invokeMethod(method, instance))));
    }

    /** @param text empty if it is null */
    private record Value(Optional<String> text) {
        static Value of(@Nullable Object value) {
            return new Value(Optional.ofNullable(value).map(String::valueOf));
        }
    }
}
