package dev.ralbench.dependency;

import dev.ralbench.Failure;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Servers that get a second try when they do not start because a part of the cache is damaged: that part is dropped, all
 * is prepared again, once, and a second failure is final.
 */
final class RepairedEnvironment implements PreparedEnvironment {
    private final Preparation preparation;
    private final Repair repair;
    /** Variants that take turns start their servers at the same time. */
    private final ReentrantLock lock = new ReentrantLock();

    private volatile PreparedEnvironment current;

    private RepairedEnvironment(Preparation preparation, Repair repair, PreparedEnvironment current) {
        this.preparation = preparation;
        this.repair = repair;
        this.current = current;
    }

    /** Finds servers and loads their data, as far as that was not done before. */
    @FunctionalInterface
    interface Preparation {
        PreparedEnvironment prepare() throws InterruptedException;
    }

    /** Drops damaged parts, and says whether there were any. */
    @FunctionalInterface
    interface Repair {
        boolean dropDamaged() throws InterruptedException;
    }

    static RepairedEnvironment of(Preparation preparation, Repair repair) throws InterruptedException {
        return new RepairedEnvironment(preparation, repair, prepared(preparation, repair));
    }

    private static PreparedEnvironment prepared(Preparation preparation, Repair repair) throws InterruptedException {
        try {
            return preparation.prepare();
        } catch (Failure failure) {
            if (!repair.dropDamaged()) {
                throw failure;
            }
            return preparation.prepare();
        }
    }

    @Override
    public Map<String, String> software() {
        return current.software();
    }

    @Override
    public Map<String, String> calibrated() {
        return current.calibrated();
    }

    @Override
    public RunningEnvironment start(Path logDirectory, String prefix) throws InterruptedException {
        var used = current;
        try {
            return used.start(logDirectory, prefix);
        } catch (Failure failure) {
            if (!isPreparedAgain(used)) {
                throw failure;
            }
            return current.start(logDirectory, prefix);
        }
    }

    private boolean isPreparedAgain(PreparedEnvironment failed) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            if (!failed.equals(current)) {
                return true; // by the start of another variant
            }
            if (!repair.dropDamaged()) {
                return false;
            }
            current = preparation.prepare();
            return true;
        } finally {
            lock.unlock();
        }
    }
}
