package dev.ralbench.targets.mini

import java.util.concurrent.ConcurrentLinkedQueue
import java.util.concurrent.atomic.AtomicLong

/** Keeps some bytes of every request for ever, but never more than the limit: a target that dies shows no leak. */
class Leak(
    private val bytes: Int,
    private val limit: Long = Runtime.getRuntime().maxMemory() / 2,
) {
    private val kept = ConcurrentLinkedQueue<ByteArray>()
    private val total = AtomicLong()

    fun keep() {
        if (bytes == 0 || total.get() >= limit) return
        if (total.addAndGet(bytes.toLong()) <= limit) {
            kept.add(ByteArray(bytes))
        } else {
            total.addAndGet(-bytes.toLong())
        }
    }

    fun bytes() = total.get()
}
