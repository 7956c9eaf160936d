package dev.ralbench.targets.documentstore

import io.netty.channel.Channel
import java.util.concurrent.ConcurrentHashMap
import java.util.concurrent.atomic.AtomicInteger
import java.util.concurrent.atomic.LongAdder

/** Client requests since the start. */
class Counters {
    /** Commands that ask for data or change it, by MongoDB's names; those for connections and questions about the server are not among them. */
    private val served =
        listOf("find", "getMore", "insert", "update", "delete", "findAndModify", "aggregate", "count", "distinct")
            .associateWith { LongAdder() }
    private val byLowerCase = served.mapKeys { (command, _) -> command.lowercase() }
    private val running = AtomicInteger()
    private val connections = ConcurrentHashMap.newKeySet<Channel>()

    /** Answers a command, and counts it if it is about data, whether it succeeds or not. */
    fun <T> counted(
        channel: Channel,
        command: String,
        answer: () -> T,
    ): T {
        connections.add(channel)
        val counter = byLowerCase[command.lowercase()] ?: return answer()
        counter.increment()
        running.incrementAndGet()
        try {
            return answer()
        } finally {
            running.decrementAndGet()
        }
    }

    fun closed(channel: Channel) {
        connections.remove(channel)
    }

    fun served(): Map<String, Long> = served.mapValues { (_, count) -> count.sum() }

    fun running() = running.get()

    /** Over which at least one message came. */
    fun connections() = connections.size

    /** Prometheus' text format. */
    fun text(mongoPort: Int) =
        buildString {
            metric("document_store_commands_total", "counter", served().values.sum())
            metric("document_store_running", "gauge", running().toLong())
            metric("document_store_connections", "gauge", connections().toLong())
            metric("document_store_port", "gauge", mongoPort.toLong())
        }

    private fun StringBuilder.metric(
        name: String,
        type: String,
        value: Long,
    ) {
        append("# TYPE $name $type\n")
        append("$name $value\n")
    }
}
