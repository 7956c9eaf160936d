package dev.ralbench.measurement;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ServerViewTest {
    @Test
    void callsAddUpAndPeaksDoNot() {
        assertThat(new ServerView(100, 7, 20).plus(new ServerView(50, 9, 10))).isEqualTo(new ServerView(150, 9, 20));
    }

    @Test
    void aShareOfTheCallsIsAWholeNumberAndLeavesThePeaks() {
        assertThat(new ServerView(101, 7, 20).scaled(0.5)).isEqualTo(new ServerView(51, 7, 20));
    }
}
