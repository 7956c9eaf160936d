package dev.ralbench.service;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ThreadGroupsTest {
    /** Names as the kernel keeps them: at most 15 characters. */
    @ParameterizedTest
    @CsvSource(textBlock = """
            http-nio-8080-e,  http-nio
            http-nio-18081-,  http-nio
            http-nio-127.0.,  http-nio
            reactor-http-ep,  reactor-http-ep
            worker-7,         worker
            Thread-12,        Thread
            ForkJoinPool-1-,  ForkJoinPool
            pool-1-thread-3,  pool-1-thread
            HTTP-Dispatcher,  HTTP-Dispatcher
            java,             java
            17,               17
            GC Thread#0,      jvm: garbage collector
            G1 Main Marker,   jvm: garbage collector
            ZDriverMajor,     jvm: garbage collector
            Shenandoah GC T,  jvm: garbage collector
            C2 CompilerThre,  jvm: compiler
            C1 CompilerThre,  jvm: compiler
            RMI TCP Connect,  jvm: jmx
            VM Thread,        jvm: other
            VM Periodic Tas,  jvm: other
            Finalizer,        jvm: other
            """)
    void aGroupIsTheNameWithoutItsNumber(String name, String group) {
        assertThat(ThreadGroups.NamedThread.of(name).group()).isEqualTo(group);
    }

    @Test
    void threadsOfAGroupAreCounted() {
        var groups = new ThreadGroups();
        groups.add("worker-1");
        groups.add("worker-12");
        groups.add("java");

        assertThat(groups.counts())
                .containsEntry("worker", 2)
                .containsEntry("java", 1)
                .hasSize(2);
    }
}
