package dev.ralbench;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Classes of one package that use each other, directly or through others of it. A nested class is part of its outermost. */
final class ClassCycles {
    private final Map<JavaClass, Set<JavaClass>> uses;

    private ClassCycles(Map<JavaClass, Set<JavaClass>> uses) {
        this.uses = uses;
    }

    /** The simple names of each cycle. */
    static Set<Set<String>> within(JavaClasses classes) {
        var packages = classes.stream().collect(Collectors.groupingBy(JavaClass::getPackageName));
        return packages.values().stream()
                .flatMap(all -> new ClassCycles(uses(all)).all().stream())
                .collect(Collectors.toUnmodifiableSet());
    }

    private static Map<JavaClass, Set<JavaClass>> uses(List<JavaClass> ofPackage) {
        return ofPackage.stream()
                .collect(Collectors.groupingBy(
                        ClassCycles::outermost,
                        Collectors.flatMapping(
                                each -> each.getDirectDependenciesFromSelf().stream()
                                        .map(Dependency::getTargetClass)
                                        .map(JavaClass::getBaseComponentType)
                                        .filter(used -> used.getPackageName().equals(each.getPackageName()))
                                        .map(ClassCycles::outermost),
                                Collectors.toUnmodifiableSet())));
    }

    private static JavaClass outermost(JavaClass nested) {
        return nested.getEnclosingClass().map(ClassCycles::outermost).orElse(nested);
    }

    private Set<Set<String>> all() {
        return uses.keySet().stream()
                .map(this::around)
                .filter(cycle -> cycle.size() > 1)
                .collect(Collectors.toUnmodifiableSet());
    }

    private Set<String> around(JavaClass start) {
        return reachedFrom(start).stream()
                .filter(other -> reachedFrom(other).contains(start))
                .map(JavaClass::getSimpleName)
                .collect(Collectors.toUnmodifiableSet());
    }

    private Set<JavaClass> reachedFrom(JavaClass start) {
        var reached = new HashSet<JavaClass>();
        var open = new ArrayDeque<>(uses.getOrDefault(start, Set.of()));
        while (!open.isEmpty()) {
            var next = open.pop();
            if (reached.add(next)) {
                open.addAll(uses.getOrDefault(next, Set.of()));
            }
        }
        return reached;
    }
}
