package dev.ralbench.scenario;

import dev.ralbench.secret.Placeholders;
import dev.ralbench.yaml.Reading;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Where placeholders are filled in: those of environment variables, values and variables in requests, those of
 * ports and servers in commands. Anywhere else, and under any other name, they would be used as they are written.
 *
 * @param placeholders the placeholders of services
 * @param variables those of journeys
 * @param data the fields of rows
 */
record PlaceholderRule(ServicePlaceholders placeholders, JourneyVariables variables, DataColumns data)
        implements Reading.TextRule {
    /** The request of all, one of several, or a step of a journey, or before or after them. */
    private static final String REQUEST =
            "(request|requests\\.[^.]+|(?:journeys\\.[^.]+|(?:before|after)\\.(?:load|user))\\.steps\\.[^.]+)";

    private static final Pattern SENT = Pattern.compile(REQUEST + "\\.(path|query|body|proxy|headers\\..*|form\\..*"
            + "|multipart\\[\\d+]\\.value)|variants\\.[^.]+\\.(path|target\\.url)");

    /** Where values that differ between requests may stand: not in the way to a server. */
    private static final Pattern VALUED = Pattern.compile(REQUEST + "\\.(path|query|body|headers\\..*|form\\..*"
            + "|multipart\\[\\d+]\\.value)|variants\\.[^.]+\\.path");

    /** Compared with responses as it is written. */
    private static final Pattern EXPECTED = Pattern.compile(REQUEST + "\\.expect\\.(text|json\\..*|header\\..*)");

    private static final Pattern HEADER = Pattern.compile(REQUEST + "\\.headers\\..*");
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
            return Optional.of("unknown variable " + braces.group() + "; " + validAt(path, isValued));
        }
        if (isValued) {
            return RequestValues.flaw(text).or(() -> fieldFlaw(path, text)).or(() -> unknown(path, text, true));
        }
        if (isSent && RequestValues.areIn(text)) {
            return Optional.of("cannot hold a value that differs between requests");
        }
        if (isServiceEnvironment) {
            return placeholders.flawOfServiceVariable(text);
        }
        if (EXPECTED.matcher(path).matches()) {
            var found = LOOKS_LIKE_ONE.matcher(text);
            return found.find()
                    ? Optional.of("cannot hold " + found.group()
                            + ": nothing is filled in here, and responses are compared with the text as it is written")
                    : Optional.empty();
        }
        return isEnvironment
                ? placeholders.flawOfVariable(text)
                : isSent ? unknown(path, text, false) : Optional.empty();
    }

    private static Optional<String> secretInCommand(String text) {
        return Placeholders.areMeantIn(text)
                ? Optional.of("must not hold ${env:NAME}, as every user of a machine can read command lines: put it"
                        + " into env, and let the command read the variable")
                : Optional.empty();
    }

    /** Without data a body may hold such a text of its own. */
    private Optional<String> fieldFlaw(String path, String text) {
        boolean isInHeader = HEADER.matcher(path).matches();
        for (var field : RequestValues.fields(text)) {
            if (data.has(field.feeder())) {
                var flaw = data.flaw(field.feeder(), field.column(), isInHeader);
                if (flaw.isPresent()) {
                    return flaw;
                }
            } else if (!data.isEmpty()
                    || LOOKS_LIKE_ONE.matcher(field.text()).matches()
                    || NEVER_DOUBLE_BRACES.matcher(path).matches()) {
                return Optional.of("unknown placeholder " + field.text() + "; " + validAt(path, true));
            }
        }
        return Optional.empty();
    }

    private Optional<String> unknown(String path, String text, boolean isValued) {
        return LOOKS_LIKE_ONE
                .matcher(text)
                .results()
                .map(MatchResult::group)
                .filter(found -> !isValued
                        || !(RequestValues.areIn(found)
                                || !RequestValues.fields(found).isEmpty()
                                || variables.at(path).containsKey(found.substring(2, found.length() - 1))))
                .findFirst()
                .map(found -> variables
                                .later(path, found.substring(2, found.length() - 1))
                                .filter(step -> isValued)
                                .map(step -> found + " has no value here: the step " + step
                                        + " extracts it, which is no earlier one")
                                .orElse("unknown placeholder " + found)
                        + "; " + validAt(path, isValued));
    }

    private String validAt(String path, boolean isValued) {
        if (!isValued) {
            return "valid here: " + VALUE_OF_ENVIRONMENT;
        }
        var extracted = variables.at(path).entrySet().stream()
                .map(variable -> "${" + variable.getKey() + "}, of the step " + variable.getValue() + "; ")
                .collect(Collectors.joining());
        var fields = data.isEmpty() ? "" : data.valid() + "; ";
        return "valid here: " + extracted + fields + RequestValues.VALID + "; " + VALUE_OF_ENVIRONMENT;
    }
}
