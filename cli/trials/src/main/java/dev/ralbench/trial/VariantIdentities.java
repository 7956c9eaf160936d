package dev.ralbench.trial;

import dev.ralbench.Failure;
import dev.ralbench.process.Program;
import dev.ralbench.scenario.Scenario;
import dev.ralbench.scenario.TargetChoice;
import dev.ralbench.scenario.Variant;
import dev.ralbench.service.TargetCatalog;
import dev.ralbench.service.TargetPreparation;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;

/**
 * Identifies the programs of a run: facts that may differ between two compared builds, and that tell them apart in a
 * later result. Computed once per run; files are read to their end for it.
 */
final class VariantIdentities {
    private static final int SHOWN_BYTES = 8;

    private final TargetCatalog catalog;
    private final Scenario scenario;
    private final TargetPreparation preparation;

    VariantIdentities(TargetCatalog catalog, Scenario scenario, TargetPreparation preparation) {
        this.catalog = catalog;
        this.scenario = scenario;
        this.preparation = preparation;
    }

    /** The facts about a variant, sorted by name, and the labels that the user gave. */
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
        facts.putAll(variant.labels());
        return facts;
    }

    private void addProgram(Map<String, String> facts, TargetChoice.BuiltIn builtIn) {
        if (catalog.program(builtIn.name()).equals(Program.NODE)) {
            facts.put("sources", hash(catalog.sources(builtIn.name()).getBytes(StandardCharsets.UTF_8)));
            facts.put("node", preparation.node());
        } else {
            facts.put("jar", hash(catalog.jar(builtIn.name(), builtIn.jar())));
            addJvm(facts);
        }
    }

    private void addCommand(Map<String, String> facts, TargetChoice.Command own) {
        facts.put("command", own.command());
        own.jar().ifPresent(jar -> facts.put("jar", hash(Path.of(jar))));
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
        facts.put("env", environment.isEmpty() ? "none" : hash(text.getBytes(StandardCharsets.UTF_8)));
    }

    private static String hash(Path file) {
        var digest = sha256();
        try (var in = new DigestInputStream(Files.newInputStream(file), digest)) {
            in.transferTo(OutputStream.nullOutputStream());
        } catch (IOException e) {
            throw Failure.environment(
                            file + " cannot be read", String.valueOf(e.getMessage()), "check the file, or rebuild it")
                    .causedBy(e);
        }
        return shown(digest);
    }

    private static String hash(byte[] bytes) {
        var digest = sha256();
        digest.update(bytes);
        return shown(digest);
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    private static String shown(MessageDigest digest) {
        return "sha256:" + HexFormat.of().formatHex(digest.digest(), 0, SHOWN_BYTES);
    }
}
