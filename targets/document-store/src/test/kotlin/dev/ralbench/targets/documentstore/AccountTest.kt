package dev.ralbench.targets.documentstore

import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.Test

class AccountTest {
    /** The driver for Node.js took only what stands before it, and every third login failed. */
    @Test
    fun noValueOfAChallengeHasAnEqualsSign() {
        val account = Account("secret")

        repeat(1000) {
            val challenge = account.begin("n,,n=target,r=abc").challenge()
            val values = challenge.split(',').map { it.substringAfter('=') }
            assertThat(values).hasSize(3).noneMatch { '=' in it }
        }
    }
}
