package dev.ralbench.trial;

import dev.ralbench.Failure;

/** Carries the user's wish to stop from a signal handler to whatever the run is doing at that moment. */
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
