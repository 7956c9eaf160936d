package dev.ralbench.service;

import static dev.ralbench.measurement.PoolUse.Resource.CONNECTIONS;
import static dev.ralbench.measurement.PoolUse.Resource.THREADS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.measurement.PoolUse;
import java.util.Map;
import java.util.OptionalInt;
import java.util.function.Supplier;
import javax.management.Attribute;
import javax.management.AttributeList;
import javax.management.AttributeNotFoundException;
import javax.management.DynamicMBean;
import javax.management.MBeanInfo;
import javax.management.MBeanServer;
import javax.management.MBeanServerFactory;
import javax.management.ObjectName;
import org.junit.jupiter.api.Test;

/** Names and attributes are those of Tomcat 11, HikariCP 7, Jetty 12 and Commons Pool 2.12. */
class JmxPoolsTest {
    private static final int PORT = 8080;

    private final MBeanServer beans = MBeanServerFactory.newMBeanServer();
    private final JmxPools pools = new JmxPools(PORT);
    private int questions;

    private void register(String name, Map<String, Object> attributes) throws Exception {
        beans.registerMBean(new Bean(() -> attributes), new ObjectName(name));
    }

    private void hikari(String name, int active, int waiting, int limit) throws Exception {
        register(
                "com.zaxxer.hikari:type=Pool (" + name + ")",
                Map.of("ActiveConnections", active, "ThreadsAwaitingConnection", waiting, "TotalConnections", limit));
        register("com.zaxxer.hikari:type=PoolConfig (" + name + ")", Map.of("MaximumPoolSize", limit));
    }

    private void tomcat(String domain, String name, int busy, int limit, long connections, int most) throws Exception {
        register(
                domain + ":type=ThreadPool,name=\"" + name + "\"",
                Map.of(
                        "currentThreadsBusy", busy,
                        "maxThreads", limit,
                        "connectionCount", connections,
                        "maxConnections", most));
    }

    @Test
    void thePoolsOfAServiceAreFound() throws Exception {
        tomcat("Tomcat", "http-nio-127.0.0.1-8080", 12, 200, 100, 8192);
        register("Tomcat:type=ThreadPool,name=\"http-nio-8080\",subType=SocketProperties", Map.of("maxThreads", 1));
        hikari("HikariPool-1", 3, 47, 3);
        register(
                "org.apache.commons.pool2:type=GenericObjectPool,name=pool",
                Map.of("NumActive", 2, "MaxTotal", 2, "NumWaiters", 1));

        assertThat(pools.read(beans))
                .isEqualTo(Map.of(
                        "tomcat",
                        PoolUse.sample(THREADS, OptionalInt.of(200), 12, OptionalInt.empty()),
                        "tomcat connections",
                        PoolUse.sample(CONNECTIONS, OptionalInt.of(8192), 100, OptionalInt.empty()),
                        "HikariPool-1",
                        PoolUse.sample(CONNECTIONS, OptionalInt.of(3), 3, OptionalInt.of(47)),
                        "commons-pool2 pool",
                        PoolUse.sample(CONNECTIONS, OptionalInt.of(2), 2, OptionalInt.of(1))));
    }

    @Test
    void jettysThreadsForRequestsAreCounted() throws Exception {
        register(
                "org.eclipse.jetty.util.thread:type=queuedthreadpool,context=oejs_Server@fa4c865,id=0",
                Map.of(
                        "busyThreads", 5,
                        "maxThreads", 12,
                        "utilizedThreads", 3,
                        "maxAvailableThreads", 10,
                        "queueSize", 4));

        assertThat(pools.read(beans))
                .isEqualTo(Map.of("jetty", PoolUse.sample(THREADS, OptionalInt.of(10), 3, OptionalInt.of(4))));
    }

    /** Tomcat says -1 of the threads of an executor that counts none, and of connections without a limit. */
    @Test
    void virtualThreadsAreNoPoolAndALimitThatIsNoneIsLeftOut() throws Exception {
        tomcat("Tomcat", "http-nio-8080", -1, -1, 7, -1);
        register(
                "org.apache.commons.pool2:type=GenericObjectPool,name=pool2",
                Map.of("NumActive", 1, "MaxTotal", -1, "NumWaiters", 0));
        hikari("largest", 1, 0, Integer.MAX_VALUE);

        assertThat(pools.read(beans))
                .isEqualTo(Map.of(
                        "tomcat connections",
                        PoolUse.sample(CONNECTIONS, OptionalInt.empty(), 7, OptionalInt.empty()),
                        "commons-pool2 pool2",
                        PoolUse.sample(CONNECTIONS, OptionalInt.empty(), 1, OptionalInt.of(0)),
                        "largest",
                        PoolUse.sample(CONNECTIONS, OptionalInt.empty(), 1, OptionalInt.of(0))));
    }

    @Test
    void twoPoolsOfOneKindKeepTheirOwnNames() throws Exception {
        hikari("orders (main)", 1, 0, 10);
        hikari("customers", 2, 5, 20);
        tomcat("Catalina", "http-nio-8080", 3, 200, -1, -1);
        tomcat("Catalina", "https-jsse-nio-8443", 4, 150, -1, -1);

        assertThat(pools.read(beans))
                .isEqualTo(Map.of(
                        "orders (main)",
                        PoolUse.sample(CONNECTIONS, OptionalInt.of(10), 1, OptionalInt.of(0)),
                        "customers",
                        PoolUse.sample(CONNECTIONS, OptionalInt.of(20), 2, OptionalInt.of(5)),
                        "tomcat",
                        PoolUse.sample(THREADS, OptionalInt.of(200), 3, OptionalInt.empty()),
                        "tomcat https-jsse-nio-8443",
                        PoolUse.sample(THREADS, OptionalInt.of(150), 4, OptionalInt.empty())));
    }

    @Test
    void aPoolThatTheFirstRequestMakesIsFoundThenAndOneThatIsClosedIsLeftOut() throws Exception {
        assertThat(pools.read(beans)).isEmpty();

        hikari("HikariPool-1", 1, 0, 10);
        assertThat(pools.read(beans).keySet()).containsExactly("HikariPool-1");

        beans.unregisterMBean(new ObjectName("com.zaxxer.hikari:type=Pool (HikariPool-1)"));
        register("other:type=Bean", Map.of());
        assertThat(pools.read(beans)).isEmpty();
    }

    @Test
    void attributesOfAnotherKindAreNotKnown() throws Exception {
        register("com.zaxxer.hikari:type=Pool (odd)", Map.of("ActiveConnections", "many"));
        register("com.zaxxer.hikari:type=Pool (bare)", Map.of("ActiveConnections", 4));

        assertThat(pools.read(beans))
                .isEqualTo(Map.of("bare", PoolUse.sample(CONNECTIONS, OptionalInt.empty(), 4, OptionalInt.empty())));
    }

    @Test
    void aBeanThatThrowsIsLeftOutAndOthersAreNot() throws Exception {
        beans.registerMBean(
                new Bean(() -> {
                    throw new IllegalStateException("closed");
                }),
                new ObjectName("com.zaxxer.hikari:type=Pool (broken)"));
        hikari("whole", 1, 0, 10);

        assertThat(pools.read(beans).keySet()).containsExactly("whole");
    }

    @Test
    void noMoreBeansAreAskedThanAreReported() throws Exception {
        for (int i = 0; i < 100; i++) {
            hikari("p" + i, 1, 0, 10);
        }

        assertThat(pools.read(beans)).hasSize(PoolReadings.MOST_POOLS);
        questions = 0;
        assertThat(pools.read(beans)).hasSize(PoolReadings.MOST_POOLS);
        assertThat(questions).isEqualTo(PoolReadings.MOST_POOLS);
    }

    @Test
    void jettysPoolsAreNumberedByTheirLimitsAndNotByAHash() throws Exception {
        jetty("oejs_Server@1a,id=0", 20);
        jetty("oejs_Server@ff,id=0", 10);

        assertThat(pools.read(beans).get("jetty"))
                .isEqualTo(PoolUse.sample(THREADS, OptionalInt.of(10), 3, OptionalInt.empty()));
    }

    private void jetty(String context, int limit) throws Exception {
        register(
                "org.eclipse.jetty.util.thread:type=queuedthreadpool,context=" + context,
                Map.of("utilizedThreads", 3, "maxAvailableThreads", limit));
    }

    /** Has these attributes, and leaves out others as beans do. */
    private final class Bean implements DynamicMBean {
        private final Supplier<Map<String, Object>> attributes;

        Bean(Supplier<Map<String, Object>> attributes) {
            this.attributes = attributes;
        }

        @Override
        public Object getAttribute(String name) throws AttributeNotFoundException {
            var value = attributes.get().get(name);
            if (value == null) {
                throw new AttributeNotFoundException(name);
            }
            return value;
        }

        @Override
        public AttributeList getAttributes(String[] names) {
            questions++;
            var values = attributes.get();
            var list = new AttributeList();
            for (var name : names) {
                if (values.containsKey(name)) {
                    list.add(new Attribute(name, values.get(name)));
                }
            }
            return list;
        }

        @Override
        public void setAttribute(Attribute attribute) {
            throw new UnsupportedOperationException();
        }

        @Override
        public AttributeList setAttributes(AttributeList list) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Object invoke(String action, Object[] arguments, String[] signature) {
            throw new UnsupportedOperationException();
        }

        @Override
        public MBeanInfo getMBeanInfo() {
            return new MBeanInfo(Bean.class.getName(), "", null, null, null, null);
        }
    }
}
