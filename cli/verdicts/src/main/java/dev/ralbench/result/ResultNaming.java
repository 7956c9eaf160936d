package dev.ralbench.result;

import dev.ralbench.measurement.GeneratorGauges;
import dev.ralbench.measurement.GeneratorUsage;
import dev.ralbench.measurement.WindowRequests;
import dev.ralbench.measurement.WindowSpan;
import dev.ralbench.measurement.WindowViews;
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
import tools.jackson.databind.util.NameTransformer;

/**
 * Spells constants in files as {@code whole-run} instead of {@code WHOLE_RUN}, as values and as keys, and wants every key
 * that must have a value.
 */
final class ResultNaming extends JacksonAnnotationIntrospector {
    private static final long serialVersionUID = 1;
    private static final Set<Class<?>> OPTIONAL =
            Set.of(Optional.class, OptionalInt.class, OptionalLong.class, OptionalDouble.class);

    /** Parts of a record that are one in the code only: their keys stand among those of the record. */
    private static final Set<Class<?>> PARTS = Set.of(
            RunOrigin.class,
            RunLayout.class,
            StoredScenario.class,
            RunResult.Expected.class,
            TrialId.class,
            TrialSetup.class,
            WindowSpan.class,
            WindowRequests.class,
            WindowViews.class,
            GeneratorUsage.MachineLoad.class,
            GeneratorUsage.GeneratorJvm.class,
            GeneratorGauges.ThreadWaits.class,
            GeneratorGauges.Memory.class,
            GeneratorGauges.Supplies.class);

    @Override
    public NameTransformer findUnwrappingNameTransformer(MapperConfig<?> config, AnnotatedMember member) {
        return PARTS.contains(member.getRawType())
                ? NameTransformer.NOP
                : super.findUnwrappingNameTransformer(config, member);
    }

    @Override
    public String[] findEnumValues(
            MapperConfig<?> config, AnnotatedClass annotatedClass, Enum<?>[] constants, String[] names) {
        Arrays.setAll(names, i -> spelled(constants[i])); // Jackson reads the array, not the returned value
        return names;
    }

    /** Optional components may be absent: earlier versions did not know them. */
    @Override
    public Boolean hasRequiredMarker(MapperConfig<?> config, AnnotatedMember member) {
        return !OPTIONAL.contains(member.getRawType()) && !PARTS.contains(member.getRawType());
    }

    static String spelled(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
