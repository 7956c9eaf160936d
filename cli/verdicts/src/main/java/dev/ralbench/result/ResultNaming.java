package dev.ralbench.result;

import java.util.Arrays;
import java.util.Locale;
import tools.jackson.databind.cfg.MapperConfig;
import tools.jackson.databind.introspect.AnnotatedClass;
import tools.jackson.databind.introspect.JacksonAnnotationIntrospector;

/** Spells constants in files as {@code whole-run} instead of {@code WHOLE_RUN}, as values and as keys. */
final class KebabEnums extends JacksonAnnotationIntrospector {
    private static final long serialVersionUID = 1;

    @Override
    public String[] findEnumValues(
            MapperConfig<?> config, AnnotatedClass annotatedClass, Enum<?>[] constants, String[] names) {
        Arrays.setAll(names, i -> spelled(constants[i])); // Jackson looks into the array, not at what is returned
        return names;
    }

    static String spelled(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
