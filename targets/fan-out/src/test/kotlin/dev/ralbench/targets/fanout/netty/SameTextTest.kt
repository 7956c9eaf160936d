package dev.ralbench.targets.fanout.netty

import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.params.ParameterizedTest
import org.junit.jupiter.params.provider.ValueSource
import java.nio.file.Path
import kotlin.io.path.readLines

/** The published techniques are the same code on both servers: what differs between their figures is the server. */
class SameTextTest {
    @ParameterizedTest
    @ValueSource(strings = ["SequentialFanOut.kt", "PooledFanOut.kt", "CoroutinesFanOut.kt"])
    fun theyDifferInPackageAndCommentAlone(name: String) {
        assertThat(code("netty", name)).hasSizeGreaterThan(20).isEqualTo(code("tomcat", name))
    }

    private fun code(
        server: String,
        name: String,
    ) = Path
        .of("src/main/kotlin/dev/ralbench/targets/fanout/$server/$name")
        .readLines()
        .filterNot { line -> NO_CODE.any { line.trimStart().startsWith(it) } }

    private companion object {
        val NO_CODE = listOf("package ", "/**", "*")
    }
}
