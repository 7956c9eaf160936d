package dev.ralbench.targets.bursttomcat.burst

import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.Test
import org.junit.jupiter.params.ParameterizedTest
import org.junit.jupiter.params.provider.MethodSource
import java.nio.file.Path
import kotlin.io.path.listDirectoryEntries
import kotlin.io.path.name
import kotlin.io.path.readLines

/** The two servers get the same handlers: what differs between their figures is not in this directory. */
class SameTextTest {
    @Test
    fun bothTargetsHaveTheSameFiles() {
        assertThat(files(OURS)).isEqualTo(files(NETTYS)).contains("IoBurst.kt", "ScopeOnlyBurst.kt", "BlockingBurst.kt")
    }

    @ParameterizedTest
    @MethodSource("shared")
    fun theyDifferInThePackageAlone(name: String) {
        val ours = OURS.resolve(name).readLines()
        val nettys = NETTYS.resolve(name).readLines()

        assertThat(ours.first()).isEqualTo("package dev.ralbench.targets.bursttomcat.burst")
        assertThat(nettys.first()).isEqualTo("package dev.ralbench.targets.netty.burst")
        assertThat(ours.drop(1)).isEqualTo(nettys.drop(1))
    }

    companion object {
        private val OURS = Path.of("src/main/kotlin/dev/ralbench/targets/bursttomcat/burst")
        private val NETTYS = Path.of("../netty/src/main/kotlin/dev/ralbench/targets/netty/burst")

        private fun files(directory: Path) = directory.listDirectoryEntries("*.kt").map { it.name }.sorted()

        @JvmStatic
        fun shared() = files(OURS)
    }
}
