package dev.ralbench.result;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import tools.jackson.databind.cfg.MapperConfig;
import tools.jackson.databind.introspect.AnnotatedClass;
import tools.jackson.databind.introspect.AnnotatedMember;
import tools.jackson.databind.introspect.JacksonAnnotationIntrospector;

/**
 * Spells constants in files as {@code whole-run} instead of {@code WHOLE_RUN}, as values and as keys, and wants every key
 * that must have a value.
 */
final class ResultNaming extends JacksonAnnotationIntrospector {
    private static final long serialVersionUID = 1;
    private static final Set<Class<?>> OPTIONAL =
            Set.of(Optional.class, OptionalInt.class, OptionalLong.class, OptionalDouble.class);

    @Override
    public String[] findEnumValues(
            MapperConfig<?> config, AnnotatedClass annotatedClass, Enum<?>[] constants, String[] names) {
        Arrays.setAll(names, i -> spelled(constants[i])); // Jackson looks into the array, not at what is returned
        return names;
    }

    /** What may be without a value may be absent: earlier versions did not know it. */
    @Override
    public Boolean hasRequiredMarker(MapperConfig<?> config, AnnotatedMember member) {
        return !OPTIONAL.contains(member.getRawType());
    }

    static String spelled(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
