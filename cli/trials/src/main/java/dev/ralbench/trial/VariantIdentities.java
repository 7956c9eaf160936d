package dev.ralbench.trial;

import dev.ralbench.process.Program;
import dev.ralbench.scenario.Scenario;
import dev.ralbench.scenario.TargetChoice;
import dev.ralbench.scenario.Variant;
import dev.ralbench.service.TargetCatalog;
import dev.ralbench.service.TargetPreparation;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/**
 * Identifies the programs of a run: facts that may differ between two compared builds, and that tell them apart in a
 * later result. Computed once per run; files are read to their end for it.
 */
final class VariantIdentities {
    private final TargetCatalog catalog;
    private final Scenario scenario;
    private final TargetPreparation preparation;

    VariantIdentities(TargetCatalog catalog, Scenario scenario, TargetPreparation preparation) {
        this.catalog = catalog;
        this.scenario = scenario;
        this.preparation = preparation;
    }

    /** The facts about a variant, sorted by name. Its labels are in the result's scenario. */
    Map<String, String> of(Variant variant) {
        var facts = new TreeMap<String, String>();
        switch (variant.target()) {
            case TargetChoice.BuiltIn builtIn -> {
                facts.put("target", builtIn.name());
                addProgram(facts, builtIn);
            }
            case TargetChoice.Command own -> addCommand(facts, own);
            case TargetChoice.Container image -> {
                facts.putAll(preparation.imageFacts(image.image()));
                image.command().ifPresent(command -> facts.put("command", command));
                addEnvironment(facts, image.environment());
            }
            case TargetChoice.Url url -> facts.put("url", url.url().text());
        }
        variant.target().tls().ifPresent(tls -> facts.put("tls", tls.insecure() ? "insecure" : "checked"));
        if (!variant.limits().isEmpty()) {
            facts.put("limits", variant.limits().inWords());
        }
        return facts;
    }

    private void addProgram(Map<String, String> facts, TargetChoice.BuiltIn builtIn) {
        if (catalog.program(builtIn.name()).equals(Program.NODE)) {
            facts.put("sources", FileHash.of(catalog.sources(builtIn.name()).getBytes(StandardCharsets.UTF_8)));
            facts.put("node", preparation.node());
        } else {
            facts.put("jar", FileHash.of(catalog.jar(builtIn.name(), builtIn.jar())));
            addJvm(facts);
        }
    }

    private void addCommand(Map<String, String> facts, TargetChoice.Command own) {
        facts.put("command", own.command());
        own.jar().ifPresent(jar -> facts.put("jar", FileHash.of(Path.of(jar))));
        own.directory().ifPresent(directory -> facts.put("directory", directory));
        new StartedFiles(own).hash().ifPresent(hash -> facts.put("files", hash));
        if (own.command().contains("${java}")) {
            addJvm(facts);
        }
        addEnvironment(facts, own.environment());
    }

    private void addJvm(Map<String, String> facts) {
        facts.put("jvmFlags", String.join(" ", scenario.jvmFlags()));
        facts.put("jdk", preparation.jdk());
    }

    /** Adds a hash of the variables, because a value may be a secret. Having none is a fact, too. */
    private static void addEnvironment(Map<String, String> facts, Map<String, String> environment) {
        var text = new TreeMap<>(environment).toString();
        facts.put("env", environment.isEmpty() ? "none" : FileHash.of(text.getBytes(StandardCharsets.UTF_8)));
    }
}
