package dev.ralbench.junit;

import dev.ralbench.Failure;
import dev.ralbench.dependency.kind.DependencyKind;
import dev.ralbench.scenario.TargetChoice;
import dev.ralbench.session.RunRequest;
import dev.ralbench.session.Session;
import dev.ralbench.yaml.YamlWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.BeforeTestExecutionCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.platform.commons.support.AnnotationSupport;
import org.junit.platform.commons.support.ReflectionSupport;

/**
 * Measures before the test method is called, so that the message of a run that failed is that of the test: what goes wrong
 * while parameters are made gets JUnit's words around it.
 */
final class RalbenchExtension implements BeforeTestExecutionCallback, ParameterResolver {
    private static final String DEFAULT_GATE = "pr";

    @Override
    public void beforeTestExecution(ExtensionContext context) {
        var asked = asked(context);
        try {
            var values = new TestValues(context);
            var session = session(asked, values);
            var runner = new RalbenchRunner(session, context);
            put(context, runner);
            if (isForRunner(asked)) {
                checkTakesNoRun(context);
            } else {
                put(context, measured(asked, values, session, runner, context));
            }
        } catch (Failure failure) {
            throw RalbenchFailures.error(failure);
        }
    }

    private static Ralbench asked(ExtensionContext context) {
        return AnnotationSupport.findAnnotation(context.getRequiredTestMethod(), Ralbench.class)
                .orElseThrow();
    }

    private static Session session(Ralbench asked, TestValues values) {
        var variables = new LinkedHashMap<String, String>();
        for (var text : asked.env()) {
            int sign = text.indexOf('=');
            if (sign < 1) {
                throw Failure.usage("env: needs NAME=VALUE, got " + text, "", "write env = \"PORT={port}\"");
            }
            variables.put(text.substring(0, sign), values.filled(text.substring(sign + 1)));
        }
        var kinds = Stream.of(asked.kinds()).map(ReflectionSupport::newInstance).toArray(DependencyKind[]::new);
        return Session.standard(kinds).with(variables);
    }

    private static boolean isForRunner(Ralbench asked) {
        return Stream.of(asked.scenario(), asked.url(), asked.base(), asked.head())
                .allMatch(String::isEmpty);
    }

    private static void checkTakesNoRun(ExtensionContext context) {
        if (List.of(context.getRequiredTestMethod().getParameterTypes()).contains(RalbenchRun.class)) {
            throw Failure.usage(
                    "@Ralbench of " + context.getDisplayName() + ": it says nothing to measure",
                    "the method takes a RalbenchRun",
                    "give it scenario, url, or base and head; or let the method take a RalbenchRunner");
        }
    }

    private static RalbenchRun measured(
            Ralbench asked, TestValues values, Session session, RalbenchRunner runner, ExtensionContext context) {
        boolean isPair = !asked.base().isEmpty() || !asked.head().isEmpty();
        check(asked, isPair);
        var type = context.getRequiredTestClass();
        var pair = isPair
                ? Optional.of(pair(session, values.filled(asked.base()), values.filled(asked.head())))
                : Optional.<Path>empty();
        try {
            var subject = pair.map(Path::toString)
                    .orElseGet(() -> asked.url().isEmpty()
                            ? file(values.filled(asked.scenario()), type)
                            : values.filled(asked.url()));
            return runner.run(request(asked, values, subject, isPair, type));
        } finally {
            pair.ifPresent(RalbenchExtension::delete);
        }
    }

    private static void check(Ralbench asked, boolean isPair) {
        long subjects = Stream.of(!asked.scenario().isEmpty(), !asked.url().isEmpty(), isPair)
                .filter(isGiven -> isGiven)
                .count();
        if (subjects > 1) {
            throw Failure.usage(
                    "@Ralbench: scenario, url, and base with head exclude each other",
                    "each says what is measured",
                    "leave all but one out");
        }
        if (isPair && (asked.base().isEmpty() || asked.head().isEmpty())) {
            throw Failure.usage(
                    "@Ralbench: base and head go together",
                    "head is compared with base",
                    "give both, or url for a service alone");
        }
    }

    private static RunRequest request(
            Ralbench asked, TestValues values, String subject, boolean isPair, Class<?> type) {
        var options = new LinkedHashMap<String, List<String>>();
        if (asked.users() != 0) {
            options.put("--users", List.of(String.valueOf(asked.users())));
        }
        if (!asked.duration().isEmpty()) {
            options.put("--duration", List.of(asked.duration()));
        }
        for (var option : asked.options()) {
            var parts = values.filled(option).split("=", 2);
            var texts = options.computeIfAbsent(parts[0].strip(), first -> new ArrayList<>());
            if (parts.length == 2) {
                texts.add(parts[1]);
            }
        }
        var request = RunRequest.of(subject);
        for (var option : options.entrySet()) {
            request = request.option(option.getKey(), option.getValue().toArray(String[]::new));
        }
        var gate = asked.gate().isEmpty() && isPair ? DEFAULT_GATE : values.filled(asked.gate());
        return gate.isEmpty() ? request : request.gate(file(gate, type));
    }

    /**
     * The path of a file that is meant; names of built-ins stay.
     *
     * @throws Failure if it is in a jar, where files that it names could not be found
     */
    private static String file(String nameOrPath, Class<?> type) {
        if (!nameOrPath.endsWith(".yaml") && !nameOrPath.endsWith(".yml")) {
            return nameOrPath;
        }
        var resource = Optional.ofNullable(type.getResource(nameOrPath))
                .or(() -> Optional.ofNullable(type.getResource("/" + nameOrPath)));
        return resource.map(url -> path(url, nameOrPath)).orElse(nameOrPath);
    }

    private static String path(URL resource, String name) {
        if (!resource.getProtocol().equals("file")) {
            throw Failure.usage(
                    name + " is not a file of its own but in " + resource,
                    "files that it names are looked for next to it",
                    "put it among the resources of the tests");
        }
        try {
            return Path.of(resource.toURI()).toString();
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    /** A scenario of two requests to services that run already. */
    private static Path pair(Session session, String base, String head) {
        var variants = new LinkedHashMap<String, Object>();
        variants.put("base", variant(session, base));
        variants.put("head", variant(session, head));
        var document = new LinkedHashMap<String, Object>();
        document.put("schema", 1);
        document.put("name", "base-and-head");
        document.put("request", Map.of("path", "/"));
        document.put("load", Map.of("closed", Map.of("constant", Map.of("users", 10, "hold", "10s"))));
        document.put("variants", variants);
        try {
            return Files.writeString(Files.createTempFile("base-and-head", ".yaml"), YamlWriter.of(document));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Map<String, Object> variant(Session session, String url) {
        var variant = session.resolve(RunRequest.of(url)).scenario().variants().getFirst();
        if (!(variant.target() instanceof TargetChoice.Url target)) {
            throw Failure.usage(
                    url + " is no URL", "base and head are services that run already", "write it with http://");
        }
        return Map.of(
                "target",
                Map.of("url", target.url().text()),
                "path",
                variant.request().path());
    }

    private static void delete(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    // What the method takes.

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        var type = parameter.getParameter().getType();
        boolean isOfTest = context.getTestMethod()
                .filter(parameter.getDeclaringExecutable()::equals)
                .isPresent();
        return isOfTest && (type == RalbenchRun.class || type == RalbenchRunner.class);
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        return Objects.requireNonNull(
                store(context).get(parameter.getParameter().getType()));
    }

    private static void put(ExtensionContext context, Object made) {
        store(context).put(made.getClass(), made);
    }

    /** One for each test: a method that is repeated measures each time. */
    private static ExtensionContext.Store store(ExtensionContext context) {
        return context.getStore(Namespace.create(RalbenchExtension.class, context.getUniqueId()));
    }
}
