package dev.ralbench.command;

import java.util.List;
import java.util.Optional;
import picocli.CommandLine.IVersionProvider;

/** The version in the jar's manifest. */
final class Version implements IVersionProvider {
    /**
     * The number and the commit that it was built from, which ends in {@code -dirty} if files were changed after it;
     * {@code development} outside a jar.
     */
    static String number() {
        return Optional.ofNullable(Version.class.getPackage().getImplementationVersion())
                .orElse("development");
    }

    /** The name and version of ralbench that results record. */
    static String tool() {
        return "ralbench " + number();
    }

    /** What {@code --version} prints. */
    List<String> lines() {
        return List.of(tool(), "JVM " + System.getProperty("java.vm.name") + " " + System.getProperty("java.version"));
    }

    @Override
    public String[] getVersion() {
        return lines().toArray(String[]::new);
    }
}
