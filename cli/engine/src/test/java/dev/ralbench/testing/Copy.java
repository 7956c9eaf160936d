package dev.ralbench.testing;

import java.lang.invoke.MethodType;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A record that is like another one but for what a test is about:
 * {@code Copy.of(trial).with("status", Status.ABORTED).with("failure", Optional.of("stopped")).made()}. The canonical
 * constructor makes it, so that what the record asks of its components holds for the copy, too. The record may be
 * private.
 */
public final class Copy<R extends Record> {
    private final R original;
    private final Class<R> type;
    private final List<RecordComponent> components;
    private final Map<String, Object> changes = new HashMap<>();

    @SuppressWarnings("unchecked") // records are final: what is an R is of class R
    private Copy(R original) {
        this.original = original;
        this.type = (Class<R>) original.getClass();
        this.components = List.of(type.getRecordComponents());
    }

    /** The same; {@link #with} says what is not. */
    public static <R extends Record> Copy<R> of(R original) {
        return new Copy<>(original);
    }

    /**
     * With another value of one component.
     *
     * @param path its name, or the way to it through records: {@code requests.outcomes}
     * @param value of just the component's type, also where the compiler would turn an {@code int} into a {@code double}
     * @throws IllegalArgumentException where the record has no such component; where the value is not of its type, or
     *     what is in it not of the type that an optional value, a collection or a map is declared with
     */
    public Copy<R> with(String path, Object value) {
        int dot = path.indexOf('.');
        if (dot < 0) {
            return withComponent(path, value);
        }
        var outer = path.substring(0, dot);
        if (!(valueOf(outer) instanceof Record part)) {
            throw new IllegalArgumentException(type.getSimpleName() + "." + outer + " is no record");
        }
        return withComponent(
                outer, of(part).with(path.substring(dot + 1), value).made());
    }

    private Copy<R> withComponent(String component, Object value) {
        var declared = component(component).getGenericType();
        if (!isOf(declared, value)) {
            throw new IllegalArgumentException("%s.%s is a %s; this is not: %s"
                    .formatted(type.getSimpleName(), component, declared.getTypeName(), value));
        }
        changes.put(component, value);
        return this;
    }

    private RecordComponent component(String name) {
        return components.stream()
                .filter(one -> one.getName().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("%s has no component \"%s\", only %s"
                        .formatted(
                                type.getSimpleName(),
                                name,
                                components.stream()
                                        .map(RecordComponent::getName)
                                        .collect(Collectors.joining(", ")))));
    }

    /** Erasure would let anything into an optional value or a list, to be found where a test takes it out. */
    private static boolean isOf(Type declared, Object value) {
        if (declared instanceof Class<?> plain) {
            return MethodType.methodType(plain).wrap().returnType().isInstance(value);
        }
        if (!(declared instanceof ParameterizedType generic)) {
            return true;
        }
        var of = generic.getActualTypeArguments();
        return isOf(generic.getRawType(), value)
                && switch (value) {
                    case Optional<?> optional -> optional.stream().allMatch(one -> isOf(of[0], one));
                    case Collection<?> all -> all.stream().allMatch(one -> isOf(of[0], one));
                    case Map<?, ?> map -> isOf(of[0], of[1], map);
                    default -> true;
                };
    }

    private static boolean isOf(Type key, Type value, Map<?, ?> map) {
        return map.keySet().stream().allMatch(one -> isOf(key, one))
                && map.values().stream().allMatch(one -> isOf(value, one));
    }

    /**
     * The copy.
     *
     * @throws IllegalArgumentException where the record does not take these components together
     */
    public R made() {
        try {
            var parameters = new Class<?>[components.size()];
            var arguments = new Object[components.size()];
            for (int i = 0; i < parameters.length; i++) {
                var component = components.get(i);
                parameters[i] = component.getType();
                arguments[i] = changes.getOrDefault(component.getName(), valueOf(component));
            }
            var canonical = type.getDeclaredConstructor(parameters);
            canonical.setAccessible(true);
            return canonical.newInstance(arguments);
        } catch (InvocationTargetException e) {
            throw new IllegalArgumentException(
                    "%s does not take %s: %s".formatted(type.getSimpleName(), changes, e.getCause()), e.getCause());
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(type.getSimpleName() + " cannot be copied", e);
        }
    }

    /** As it is by now. */
    private Object valueOf(String name) {
        try {
            var component = component(name);
            return changes.containsKey(name) ? changes.get(name) : valueOf(component);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(type.getSimpleName() + " cannot be copied", e);
        }
    }

    private Object valueOf(RecordComponent component) throws ReflectiveOperationException {
        var accessor = component.getAccessor();
        accessor.setAccessible(true);
        return accessor.invoke(original);
    }
}
