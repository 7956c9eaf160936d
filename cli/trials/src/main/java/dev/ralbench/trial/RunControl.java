package dev.ralbench.trial;

import dev.ralbench.Failure;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.Supplier;

/** Carries the user's wish to stop from a signal handler or an interrupt to whatever the run is doing at that moment. */
public final class RunControl {

    /** Something that is going on and can be ended early. Both methods may come from any thread, and more than once. */
    interface Stage {
        /** Ends it gracefully. */
        void stop();

        /** Ends it at once. */
        void abort();

        /** Work that ends when its thread is interrupted. */
        static Stage interrupting(Thread thread) {
            return new Stage() {
                @Override
                public void stop() {
                    thread.interrupt();
                }

                @Override
                public void abort() {
                    thread.interrupt();
                }
            };
        }
    }

    private enum Wish {
        GO_ON,
        STOP,
        ABORT,
    }

    private static final Stage NOTHING = new Stage() {
        @Override
        public void stop() {}

        @Override
        public void abort() {}
    };

    private Wish wish = Wish.GO_ON;
    private Stage stage = NOTHING;

    /** The first call ends the run gracefully, the second at once. */
    public synchronized void interrupt() {
        if (wish == Wish.GO_ON) {
            wish = Wish.STOP;
            stage.stop();
        } else {
            wish = Wish.ABORT;
            stage.abort();
        }
    }

    /** Work that an interrupt ends. */
    @FunctionalInterface
    public interface Interruptible<T> {
        T run() throws InterruptedException;
    }

    /**
     * Prepares the run on the calling thread; the work ends as soon as the user wishes to stop.
     *
     * @throws Failure when it was ended so
     */
    public <T> T preparing(Interruptible<T> work) {
        enter(Stage.interrupting(Thread.currentThread()));
        try {
            return work.run();
        } catch (InterruptedException e) {
            throw Failure.environment("stopped while the run was being prepared", "", "start the run again")
                    .causedBy(e);
        } finally {
            leave();
            // The control keeps the wish; a flag that stays set would disturb later work.
            Thread.interrupted();
        }
    }

    /**
     * Does the work of a run on a thread of its own and waits for its end. An interrupt of the calling thread is the wish
     * to stop, like {@link #interrupt}: it reaches the run as such, and breaks off no write of its result and no end of a
     * service. The calling thread is interrupted again when this returns or throws what the work has thrown.
     */
    public <T> T onOwnThread(Supplier<T> work) {
        var task = new FutureTask<>(work::get);
        new Thread(task, "ralbench-run").start();
        boolean isInterrupted = false;
        try {
            while (true) {
                try {
                    return task.get();
                } catch (InterruptedException e) {
                    isInterrupted = true;
                    interrupt();
                }
            }
        } catch (ExecutionException e) {
            if (e.getCause() instanceof Error thrown) {
                throw thrown;
            }
            throw e.getCause() instanceof RuntimeException thrown
                    ? thrown
                    : new IllegalStateException("work throws nothing that is checked", e);
        } finally {
            if (isInterrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    public synchronized boolean isStopping() {
        return wish != Wish.GO_ON;
    }

    /** Sets the current stage; a wish that came just before reaches it too. */
    synchronized void enter(Stage newStage) {
        stage = newStage;
        switch (wish) {
            case GO_ON -> {}
            case STOP -> newStage.stop();
            case ABORT -> newStage.abort();
        }
    }

    synchronized void leave() {
        stage = NOTHING;
    }
}
