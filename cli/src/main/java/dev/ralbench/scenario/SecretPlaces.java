package dev.ralbench.scenario;

import dev.ralbench.secret.Placeholders;
import dev.ralbench.yaml.Reading;
import java.util.Optional;
import java.util.regex.Pattern;

/** Where placeholders of environment variables are filled in. Anywhere else they would be used as they are written. */
record SecretPlaces() implements Reading.TextRule {
    private static final Pattern FILLED = Pattern.compile("request\\.(path|query|body|proxy|headers\\..*|form\\..*"
            + "|multipart\\[\\d+]\\.value)|variants\\.[^.]+\\.(path|target\\.url|target\\.env\\..*)");

    private static final Pattern COMMAND = Pattern.compile("variants\\.[^.]+\\.target\\.command");

    @Override
    public Optional<String> flaw(String path, String text) {
        if (!Placeholders.areMeantIn(text)) {
            return Optional.empty();
        }
        if (COMMAND.matcher(path).matches()) {
            return Optional.of("must not hold ${env:NAME}, as every user of a machine can read command lines: put it"
                    + " into env, and let the command read the variable");
        }
        if (!FILLED.matcher(path).matches()) {
            return Optional.of("cannot hold ${env:NAME}: it works in path, query, headers, body and proxy of a request,"
                    + " and in url and env of a target");
        }
        return Placeholders.areBrokenIn(text)
                ? Optional.of("holds ${env: without a name and }: write ${env:NAME}; the name of a variable consists"
                        + " of letters, digits and _")
                : Optional.empty();
    }
}
