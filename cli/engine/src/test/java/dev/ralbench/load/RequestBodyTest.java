package dev.ralbench.load;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RequestBodyTest {
    @Test
    void aTextIsSentInUtf8() {
        assertThat(RequestBody.text("ü").bytes()).containsExactly(0xc3, 0xbc);
    }

    @Test
    void itIsShownAsTheTextThatItIs() {
        assertThat(RequestBody.text("{\"ü\": 1}")).hasToString("{\"ü\": 1}");
    }

    @Test
    void bodiesOfTheSameBytesAreEqual() {
        assertThat(RequestBody.of(new byte[] {'h', 'i'}))
                .isEqualTo(RequestBody.text("hi"))
                .hasSameHashCodeAs(RequestBody.text("hi"));
    }

    @Test
    void bodiesOfOtherBytesAreNotEqual() {
        assertThat(RequestBody.text("hi")).isNotEqualTo(RequestBody.text("ho")).isNotEqualTo("hi");
    }

    @Test
    void itsHashComesFromItsBytes() {
        assertThat(RequestBody.text("hi")).doesNotHaveSameHashCodeAs(RequestBody.text("ho"));
    }

    @Test
    void changedCopiesLeaveItsBytesAsTheyAre() {
        var given = new byte[] {'h', 'i'};
        var body = RequestBody.of(given);
        given[1] = 'o';
        body.bytes()[1] = 'o';

        assertThat(body).isEqualTo(RequestBody.text("hi"));
    }
}
