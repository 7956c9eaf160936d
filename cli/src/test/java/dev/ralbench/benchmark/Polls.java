package dev.ralbench.benchmark;

import io.netty.channel.IoHandle;
import io.netty.channel.IoHandler;
import io.netty.channel.IoHandlerContext;
import io.netty.channel.IoRegistration;

/**
 * When an event loop looks at its connections. What it finds there came after the look before: while the loop did other
 * things, nobody noted when.
 */
final class Polls implements IoHandler {
    /** A look that did not find anything at once, and waited for it. */
    private static final long WAITED_NANOS = 50_000;

    private final IoHandler handler;
    private long enteredNanos = System.nanoTime();
    private long lookNanos = enteredNanos;
    private long lookBeforeNanos = enteredNanos;
    private boolean hasRead;
    private boolean hasWaited;

    Polls(IoHandler handler) {
        this.handler = handler;
    }

    @Override
    public int run(IoHandlerContext context) {
        lookBeforeNanos = lookNanos;
        enteredNanos = System.nanoTime();
        hasRead = false;
        int handled = handler.run(context);
        if (!hasRead) {
            lookNanos = System.nanoTime();
        }
        return handled;
    }

    /** To be asked when something is read: the earliest time of {@link System#nanoTime} at which it can have come. */
    long earliestNanos() {
        if (!hasRead) {
            hasRead = true;
            lookNanos = System.nanoTime();
            hasWaited = lookNanos - enteredNanos > WAITED_NANOS;
        }
        return hasWaited ? lookNanos : lookBeforeNanos;
    }

    @Override
    public void initialize() {
        handler.initialize();
    }

    @Override
    public void prepareToDestroy() {
        handler.prepareToDestroy();
    }

    @Override
    public void destroy() {
        handler.destroy();
    }

    @Override
    public IoRegistration register(IoHandle handle) throws Exception {
        return handler.register(handle);
    }

    @Override
    public void wakeup() {
        handler.wakeup();
    }

    @Override
    public boolean isCompatible(Class<? extends IoHandle> type) {
        return handler.isCompatible(type);
    }
}
