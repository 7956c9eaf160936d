package dev.ralbench.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.WholeNumber;
import dev.ralbench.testing.Eventually;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Threads of this JVM that step back, as the kernel sees them. */
@Timeout(60)
class ThreadPriorityIT {
    private static final String LOWERED = "to be lowered";
    private static final String OTHER = "not lowered";
    private static final int LOWEST = 19;
    /** Field 19 of /proc/PID/stat, the 17th after the name. */
    private static final int NICENESS = 16;

    private final ProcFs proc = ProcFs.ofThisMachine();
    private final int own = new OwnProcess(proc).niceness().orElseThrow();
    private final CountDownLatch end = new CountDownLatch(1);

    @BeforeEach
    void start() throws Exception {
        for (var name : List.of(LOWERED, OTHER)) {
            var running = new CountDownLatch(1);
            Thread.ofPlatform().name(name).daemon().start(() -> {
                running.countDown();
                awaitEnd();
            });
            running.await();
        }
    }

    @AfterEach
    void end() {
        end.countDown();
        // the next test would find these, too
        Eventually.within(Duration.ofSeconds(10), () -> running() == 0);
    }

    private int running() {
        var found = new AtomicInteger();
        proc.eachThread(ProcessHandle.current().pid(), (id, thread) -> {
            if (List.of(LOWERED, OTHER).contains(thread.name())) {
                found.incrementAndGet();
            }
        });
        return found.get();
    }

    private void awaitEnd() {
        try {
            end.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private List<Integer> nicenessOf(String name) {
        long pid = ProcessHandle.current().pid();
        var found = new ArrayList<Integer>();
        proc.eachThread(pid, (id, thread) -> {
            if (thread.name().equals(name)) {
                found.add(proc.text(pid + "/task/" + id + "/stat")
                        .map(ProcessStat::afterName)
                        .flatMap(fields -> WholeNumber.in(fields[NICENESS]))
                        .orElseThrow()
                        .intValue());
            }
        });
        return found;
    }

    @Test
    void aThreadStepsBackByItsStepsAndNoOtherDoes() throws Exception {
        new ThreadPriority(proc).lower(ThreadPriority.BEHIND, LOWERED::equals);

        assertThat(nicenessOf(LOWERED)).containsExactly(Math.min(LOWEST, own + ThreadPriority.BEHIND));
        assertThat(nicenessOf(OTHER)).containsExactly(own);
    }

    @Test
    void aThreadThatComesLastHasTheLowestPriority() throws Exception {
        new ThreadPriority(proc).lower(ThreadPriority.LAST, LOWERED::equals);

        assertThat(nicenessOf(LOWERED)).containsExactly(LOWEST);
        assertThat(nicenessOf(OTHER)).containsExactly(own);
    }
}
