package dev.ralbench.load;

import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.function.Supplier;

/** A value that is not possible, and its message, which begins with the key that the value has in a scenario. */
record Refusal(String message, Supplier<Object> attempt) {
    void assertRefused() {
        assertThatIllegalArgumentException().isThrownBy(attempt::get).withMessage(message);
    }

    /** The name of the case in reports. */
    @Override
    public String toString() {
        return message;
    }
}
