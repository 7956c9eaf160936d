package dev.ralbench.secret;

import dev.ralbench.Failure;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * The values of the environment variables that a scenario names, and words of those that its users remember of responses.
 * A value leaves this class only to be sent. Everything that is printed or stored has the placeholder.
 */
public final class Secrets {
    private final Map<String, String> values;
    private final Masks masks;
    private final RememberedValues remembered = new RememberedValues();

    private Secrets(Map<String, String> values, Collection<String> hidden) {
        this.values = Map.copyOf(values);
        this.masks = new Masks(this.values, hidden);
    }

    /** The secrets of a scenario that names no variable. */
    public static Secrets none() {
        return new Secrets(Map.of(), List.of());
    }

    /** The values by the names of their variables. */
    public static Secrets of(Map<String, String> values) {
        return new Secrets(values, List.of());
    }

    /**
     * Some variables of an environment; the names that it lacks are left out.
     *
     * @param names of the variables
     */
    public static Secrets of(Collection<String> names, Map<String, String> environment) {
        var values = new HashMap<>(environment);
        values.keySet().retainAll(names);
        return new Secrets(values, List.of());
    }

    /**
     * The same values, and texts without a variable that are to be masked as well, such as a header's value; before any
     * value is remembered.
     */
    public Secrets hiding(Collection<String> texts) {
        return new Secrets(values, texts);
    }

    /** The text with all values filled in as they are. */
    public String filled(String text) {
        return filled(text, UnaryOperator.identity());
    }

    /**
     * The text with all values filled in.
     *
     * @param encoding how a value is written there, such as {@link #inForm}
     */
    public String filled(String text, UnaryOperator<String> encoding) {
        return Placeholders.replaced(text, name -> encoding.apply(value(name)));
    }

    private String value(String name) {
        var value = values.get(name);
        if (value == null) {
            throw new IllegalStateException("no value was read for " + Placeholders.of(name));
        }
        return value;
    }

    /** A value in the body of a form. */
    public static String inForm(String value) {
        return URLEncoder.encode(value, StandardCharsets.UTF_8);
    }

    /** A value in a URL: unlike in a form, a space is not a plus sign. */
    public static String inUrl(String value) {
        return inForm(value).replace("+", "%20");
    }

    /** The values by the text between the braces of their placeholders. */
    public Map<String, String> placeholders() {
        return byWord(name -> value(name));
    }

    /** The placeholders themselves by the text between their braces. */
    public Map<String, String> shownPlaceholders() {
        return byWord(Placeholders::of);
    }

    private Map<String, String> byWord(UnaryOperator<String> text) {
        var placeholders = new HashMap<String, String>();
        values.keySet().forEach(name -> placeholders.put(Placeholders.word(name), text.apply(name)));
        return placeholders;
    }

    /**
     * Takes a value that a response gave to a user, such as a token. Its words of six letters and digits or more are
     * masked from now on. May be called from several threads at once.
     */
    public void remember(String value) {
        remembered.add(value);
    }

    /** A text from elsewhere, such as a library's message or a service's output, with placeholders in place of the values. */
    public String masked(String text) {
        return remembered.masked(masks.apply(text));
    }

    /** The failure with placeholders in place of the values. */
    public Failure masked(Failure failure) {
        if (masks.isEmpty() && remembered.isEmpty()) {
            return failure;
        }
        return new Failure(failure.kind(), masked(failure.what()), masked(failure.why()), masked(failure.fix()))
                .causedBy(failure);
    }

    /** Without the values. */
    @Override
    public String toString() {
        return List.copyOf(values.keySet()).toString();
    }
}
