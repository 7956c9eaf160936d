package dev.ralbench.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.management.MBeanServerConnection;
import javax.management.NotificationFilter;
import javax.management.NotificationListener;
import javax.management.remote.JMXConnector;
import javax.security.auth.Subject;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Looks into this JVM. */
class JmxProbeTest {
    private final List<String> asked = new CopyOnWriteArrayList<>();

    /** Answers all questions but that for the number of beans, with which a reading of pools begins. */
    private @Nullable Object answer(Object proxy, Method question, Object @Nullable [] arguments) throws Throwable {
        asked.add(question.getName() + (arguments == null || arguments.length == 0 ? "" : " " + arguments[0]));
        if (question.getName().equals("getMBeanCount")) {
            throw new SecurityException("this user may not");
        }
        try {
            return question.invoke(ManagementFactory.getPlatformMBeanServer(), arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    @Test
    void poolsThatCannotBeReadDoNotLoseTheViewIntoTheJvm() throws Exception {
        var link = JmxLink.over(new ThisJvm(), "test");
        try (var probe = JmxProbe.over(link, 8080).orElseThrow()) {
            assertThat(probe.readPools()).isEqualTo(Map.of());
            assertThat(probe.nextWindow()).isPresent();
        }
    }

    @Test
    void aWindowTakesOneQuestionForEachBean() throws Exception {
        var link = JmxLink.over(new ThisJvm(), "test");
        try (var probe = JmxProbe.over(link, 8080).orElseThrow()) {
            asked.clear();
            var window = probe.nextWindow().orElseThrow();

            assertThat(window.liveThreadsPeak()).isPositive();
            assertThat(window.allocatedBytes().orElseThrow()).isPositive();
            assertThat(asked)
                    .hasSize(3 + ManagementFactory.getGarbageCollectorMXBeans().size())
                    .doesNotHaveDuplicates()
                    .contains("invoke java.lang:type=Threading", "getAttribute java.lang:type=Memory");
        }
    }

    @Test
    void theHeapIsThatOfTheBeans() throws Exception {
        var link = JmxLink.over(new ThisJvm(), "test");
        try (var probe = JmxProbe.over(link, 8080).orElseThrow()) {
            System.gc();
            var window = probe.nextWindow().orElseThrow();

            assertThat(window.collections()).isPositive();
            assertThat(window.heapAfterCollectionBytes().orElseThrow())
                    .isPositive()
                    .isLessThanOrEqualTo(window.heapPeakBytes().orElseThrow());
        }
    }

    private final class ThisJvm implements JMXConnector {
        @Override
        public MBeanServerConnection getMBeanServerConnection() {
            return (MBeanServerConnection) Proxy.newProxyInstance(
                    JmxProbeTest.class.getClassLoader(),
                    new Class<?>[] {MBeanServerConnection.class},
                    JmxProbeTest.this::answer);
        }

        @Override
        @SuppressWarnings("removal") // the interface still demands it
        public MBeanServerConnection getMBeanServerConnection(Subject subject) {
            return getMBeanServerConnection();
        }

        @Override
        public void connect() {}

        @Override
        public void connect(Map<String, ?> environment) {}

        @Override
        public void close() throws IOException {}

        @Override
        public void addConnectionNotificationListener(
                NotificationListener listener, NotificationFilter filter, Object handback) {}

        @Override
        public void removeConnectionNotificationListener(NotificationListener listener) {}

        @Override
        public void removeConnectionNotificationListener(
                NotificationListener listener, NotificationFilter filter, Object handback) {}

        @Override
        public String getConnectionId() {
            return "test";
        }
    }
}
