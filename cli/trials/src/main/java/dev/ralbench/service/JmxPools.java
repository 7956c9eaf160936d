package dev.ralbench.service;

import static dev.ralbench.measurement.PoolUse.Resource.CONNECTIONS;
import static dev.ralbench.measurement.PoolUse.Resource.THREADS;

import dev.ralbench.measurement.PoolUse;
import dev.ralbench.service.PoolReadings.Identity;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import javax.management.JMException;
import javax.management.MBeanServerConnection;
import javax.management.MalformedObjectNameException;
import javax.management.ObjectName;

/** Pools that a JVM shows as beans. Used by one thread. */
final class JmxPools {
    /** Tomcat's own domain, and that of the Tomcat in Spring Boot. */
    private static final List<String> TOMCAT = List.of("Catalina", "Tomcat");

    private final List<KnownBean> known;
    private final int port;
    private List<Pool> pools = List.of();
    private int beansSeen = -1;

    /** @param port on which the target listens */
    JmxPools(int port) {
        this.port = port;
        this.known = knownBeans();
    }

    /** Beans by which products show their pools. */
    private static List<KnownBean> knownBeans() {
        var known = new ArrayList<KnownBean>();
        for (var domain : TOMCAT) {
            var pattern = domain + ":type=ThreadPool,name=*";
            known.add(new KnownBean(pattern, bean -> product("tomcat", bean, THREADS))
                    .reads("currentThreadsBusy", "maxThreads"));
            known.add(new KnownBean(pattern, bean -> product("tomcat connections", bean, CONNECTIONS))
                    .reads("connectionCount", "maxConnections"));
        }
        // Busy threads and most threads include those that Jetty keeps for itself: these are the ones for requests.
        known.add(new KnownBean(
                        "org.eclipse.jetty.util.thread:type=queuedthreadpool,*",
                        bean -> new Identity(Optional.of("jetty"), "", THREADS))
                .reads("utilizedThreads", "maxAvailableThreads", "queueSize"));
        known.add(new KnownBean(
                        "com.zaxxer.hikari:type=Pool (*)",
                        bean -> new Identity(Optional.empty(), inParentheses(bean), CONNECTIONS))
                .reads("ActiveConnections", "MaximumPoolSize", "ThreadsAwaitingConnection")
                .withLimitIn(name -> name.replace("type=Pool (", "type=PoolConfig (")));
        // Jedis, Lettuce with a pool and DBCP have one of these.
        known.add(new KnownBean(
                        "org.apache.commons.pool2:type=GenericObjectPool,name=*",
                        bean -> product("commons-pool2", bean, CONNECTIONS))
                .reads("NumActive", "MaxTotal", "NumWaiters"));
        return known;
    }

    private static Identity product(String product, ObjectName bean, PoolUse.Resource holds) {
        return new Identity(Optional.of(product), property(bean, "name"), holds);
    }

    private static String property(ObjectName bean, String key) {
        var value = bean.getKeyProperty(key);
        return value.startsWith("\"") ? ObjectName.unquote(value) : value;
    }

    private static String inParentheses(ObjectName bean) {
        var type = property(bean, "type");
        return type.substring(type.indexOf('(') + 1, type.lastIndexOf(')'));
    }

    /**
     * One kind of bean.
     *
     * @param pattern of its names
     * @param identity of the pool that a bean is of
     * @param limitBean the name of the bean that has the limit, from the name of the pool's
     * @param attributes use and limit, and the number that wait if the product says it
     */
    private record KnownBean(
            String pattern,
            Function<ObjectName, Identity> identity,
            UnaryOperator<String> limitBean,
            List<String> attributes) {
        KnownBean(String pattern, Function<ObjectName, Identity> identity) {
            this(pattern, identity, UnaryOperator.identity(), List.of());
        }

        KnownBean reads(String... names) {
            return new KnownBean(pattern, identity, limitBean, List.of(names));
        }

        KnownBean withLimitIn(UnaryOperator<String> otherBean) {
            return new KnownBean(pattern, identity, otherBean, attributes);
        }

        String inUse() {
            return attributes.get(0);
        }

        String limit() {
            return attributes.get(1);
        }

        Optional<String> waiting() {
            return attributes.stream().skip(2).findFirst();
        }
    }

    /** A pool that was found. */
    private record Pool(KnownBean known, Identity identity, ObjectName bean, OptionalDouble limit) {
        List<String> asked() {
            var asked = new ArrayList<>(List.of(known.inUse()));
            known.waiting().ifPresent(asked::add);
            return asked;
        }

        void add(Map<String, Number> values, PoolReadings readings) {
            readings.add(
                    identity,
                    figure(values, known.inUse()),
                    limit,
                    known.waiting().map(name -> figure(values, name)).orElseGet(OptionalDouble::empty));
        }
    }

    /** Looks for pools and their limits; for no more than are reported, since each of them costs the JVM questions. */
    private List<Pool> found(MBeanServerConnection beans) throws IOException {
        var found = new ArrayList<Pool>();
        for (var kind : known) {
            for (var bean : new TreeSet<>(beans.queryNames(named(kind.pattern), null))) {
                if (found.size() == PoolReadings.MOST_POOLS) {
                    return found;
                }
                found.add(new Pool(kind, kind.identity.apply(bean), bean, limit(beans, kind, bean)));
            }
        }
        return found;
    }

    /** Reads the pools' use. Some services make theirs with the first request: new beans are looked at. */
    Map<String, PoolUse> read(MBeanServerConnection beans) throws IOException {
        int count = beans.getMBeanCount();
        if (count != beansSeen) {
            pools = List.copyOf(found(beans));
            beansSeen = count;
        }
        var asked = new LinkedHashMap<ObjectName, Set<String>>();
        for (var pool : pools) {
            asked.computeIfAbsent(pool.bean(), first -> new LinkedHashSet<>()).addAll(pool.asked());
        }
        var values = new HashMap<ObjectName, Map<String, Number>>();
        for (var bean : asked.entrySet()) {
            values.put(bean.getKey(), values(beans, bean.getKey(), List.copyOf(bean.getValue())));
        }
        var readings = new PoolReadings(port);
        pools.forEach(pool -> pool.add(values.getOrDefault(pool.bean(), Map.of()), readings));
        return readings.all();
    }

    private static OptionalDouble limit(MBeanServerConnection beans, KnownBean kind, ObjectName bean)
            throws IOException {
        var owner = named(kind.limitBean.apply(bean.getCanonicalName()));
        return figure(values(beans, owner, List.of(kind.limit())), kind.limit());
    }

    private static ObjectName named(String name) {
        try {
            return new ObjectName(name);
        } catch (MalformedObjectNameException e) {
            throw new IllegalArgumentException(name, e);
        }
    }

    private static OptionalDouble figure(Map<String, Number> values, String name) {
        var value = values.get(name);
        return value == null ? OptionalDouble.empty() : OptionalDouble.of(value.doubleValue());
    }

    /**
     * Numbers only. A bean that is gone, of another version, or that throws has none: the pool is not known then, others may
     * be.
     */
    private static Map<String, Number> values(MBeanServerConnection beans, ObjectName bean, List<String> names)
            throws IOException {
        var values = new HashMap<String, Number>();
        try {
            for (var attribute :
                    beans.getAttributes(bean, names.toArray(String[]::new)).asList()) {
                if (attribute.getValue() instanceof Number number) {
                    values.put(attribute.getName(), number);
                }
            }
        } catch (JMException | RuntimeException e) {
            return Map.of();
        }
        return values;
    }
}
