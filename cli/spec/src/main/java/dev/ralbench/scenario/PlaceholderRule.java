package dev.ralbench.scenario;

import dev.ralbench.secret.Placeholders;
import dev.ralbench.yaml.Reading;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Where placeholders are filled in: those of environment variables and values in requests, those of
 * ports and servers in commands. Anywhere else, and under any other name, they would be used as they are written.
 *
 * @param placeholders the placeholders of services
 */
record PlaceholderRule(ServicePlaceholders placeholders) implements Reading.TextRule {
    /** The request of all, or one of several. */
    private static final String REQUEST = "(request|requests\\.[^.]+)";

    private static final Pattern SENT = Pattern.compile(REQUEST + "\\.(path|query|body|proxy|headers\\..*|form\\..*"
            + "|multipart\\[\\d+]\\.value)|variants\\.[^.]+\\.(path|target\\.url)");

    /** Where values that differ between requests may stand: not in the way to a server. */
    private static final Pattern VALUED = Pattern.compile(REQUEST + "\\.(path|query|body|headers\\..*|form\\..*"
            + "|multipart\\[\\d+]\\.value)|variants\\.[^.]+\\.path");

    private static final Pattern ENVIRONMENT = Pattern.compile("variants\\.[^.]+\\.target\\.env\\..*");
    private static final Pattern COMMAND = Pattern.compile("variants\\.[^.]+\\.target\\.command");
    private static final Pattern SERVICE_ENVIRONMENT = Pattern.compile("needs\\.[^.]+\\.env\\..*");
    private static final Pattern LOAD_ENVIRONMENT = Pattern.compile("needs\\.mongodb\\.load\\.env\\..*");
    private static final Pattern LOAD_COMMAND = Pattern.compile("needs\\.mongodb\\.load\\.command");
    private static final Pattern SERVICE_COMMAND = Pattern.compile("needs\\.[^.]+\\.command");
    /** Looks like one; other text in braces is sent as it is. */
    private static final Pattern LOOKS_LIKE_ONE = Pattern.compile("\\$\\{[A-Za-z_][A-Za-z0-9_.]*}");

    /** A variable of k6, Postman or Gatling. A body may hold one of its own: the template of a page, for example. */
    private static final Pattern DOUBLE_BRACES = Pattern.compile("\\{\\{[^{}]*}}");

    private static final Pattern NEVER_DOUBLE_BRACES =
            Pattern.compile(REQUEST + "\\.(path|query|headers\\..*)|variants\\.[^.]+\\.(path|target\\.url)");

    private static final String VALUE_OF_ENVIRONMENT = "${env:NAME}, the value of an environment variable";

    @Override
    public Optional<String> flaw(String path, String text) {
        if (COMMAND.matcher(path).matches()) {
            return secretInCommand(text).or(() -> placeholders.flawOfCommand(text));
        }
        if (SERVICE_COMMAND.matcher(path).matches()) {
            return secretInCommand(text).or(() -> placeholders.flawOfServiceCommand(text));
        }
        if (LOAD_COMMAND.matcher(path).matches()) {
            return secretInCommand(text).or(() -> ServicePlaceholders.flawOfLoadCommand(text));
        }
        if (LOAD_ENVIRONMENT.matcher(path).matches()) {
            return Placeholders.areMeantIn(text)
                    ? Optional.of("has no use for ${env:NAME}: the command has all variables of ralbench itself")
                    : ServicePlaceholders.flawOfLoadVariable(text);
        }
        boolean isSent = SENT.matcher(path).matches();
        boolean isEnvironment = ENVIRONMENT.matcher(path).matches();
        boolean isServiceEnvironment = SERVICE_ENVIRONMENT.matcher(path).matches();
        if (Placeholders.areMeantIn(text) && !isSent && !isEnvironment && !isServiceEnvironment) {
            return Optional.of("cannot hold ${env:NAME}: it works in path, query, headers, body and proxy of a request,"
                    + " in url and env of a target, and in env of a service under needs");
        }
        if (Placeholders.areBrokenIn(text)) {
            return Optional.of("holds ${env: without a name and }: write ${env:NAME}; the name of a variable consists"
                    + " of letters, digits and _");
        }
        boolean isValued = VALUED.matcher(path).matches();
        var braces = DOUBLE_BRACES.matcher(text);
        if (NEVER_DOUBLE_BRACES.matcher(path).matches() && braces.find()) {
            return Optional.of("unknown variable " + braces.group() + "; " + validIn(isValued));
        }
        if (isValued) {
            return RequestValues.flaw(text).or(() -> unknown(text, true));
        }
        if (isSent && RequestValues.areIn(text)) {
            return Optional.of("cannot hold a value that differs between requests");
        }
        if (isServiceEnvironment) {
            return placeholders.flawOfServiceVariable(text);
        }
        return isEnvironment ? placeholders.flawOfVariable(text) : isSent ? unknown(text, false) : Optional.empty();
    }

    private static Optional<String> secretInCommand(String text) {
        return Placeholders.areMeantIn(text)
                ? Optional.of("must not hold ${env:NAME}, as every user of a machine can read command lines: put it"
                        + " into env, and let the command read the variable")
                : Optional.empty();
    }

    private static Optional<String> unknown(String text, boolean isValued) {
        var found = LOOKS_LIKE_ONE.matcher(RequestValues.without(text));
        return found.find()
                ? Optional.of("unknown placeholder " + found.group() + "; " + validIn(isValued))
                : Optional.empty();
    }

    private static String validIn(boolean isValued) {
        return "valid here: " + (isValued ? RequestValues.VALID + "; " : "") + VALUE_OF_ENVIRONMENT;
    }
}
