package dev.ralbench.service;

import static dev.ralbench.measurement.PoolUse.Resource.CONNECTIONS;
import static dev.ralbench.measurement.PoolUse.Resource.THREADS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.measurement.PoolUse;
import java.util.Map;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PagePoolsTest {
    private static final int PORT = 8080;

    private static Map<String, PoolUse> pools(String page) {
        return PagePools.of(CountersPage.parse(page), PORT);
    }

    private static PoolUse connections(int limit, int inUse, int waiting) {
        return PoolUse.sample(CONNECTIONS, OptionalInt.of(limit), inUse, OptionalInt.of(waiting));
    }

    /** Micrometer 1.16 of a service with HikariCP 7, Reactor Netty 1.3, Jetty 12 and an executor. */
    @Test
    void thePoolsOfAPageAreFoundWithTheirLimitsAndThoseThatWait() {
        assertThat(pools("""
                # HELP executor_active_threads The approximate number of threads that are actively executing tasks
                # TYPE executor_active_threads gauge
                executor_active_threads{name="applicationTaskExecutor"} 2.0
                executor_pool_core_threads{name="applicationTaskExecutor"} 2.0
                executor_pool_max_threads{name="applicationTaskExecutor"} 2.147483647E9
                executor_queue_remaining_tasks{name="applicationTaskExecutor"} 2.147483644E9
                executor_queued_tasks{name="applicationTaskExecutor"} 3.0
                # TYPE hikaricp_connections gauge
                hikaricp_connections{pool="HikariPool-1"} 3.0
                hikaricp_connections{pool="orders \\"main\\""} 5.0
                hikaricp_connections_active{pool="HikariPool-1"} 3.0
                hikaricp_connections_active{pool="orders \\"main\\""} 0.0
                hikaricp_connections_idle{pool="HikariPool-1"} 0.0
                hikaricp_connections_max{pool="HikariPool-1"} 3.0
                hikaricp_connections_max{pool="orders \\"main\\""} 5.0
                hikaricp_connections_pending{pool="HikariPool-1"} 2.0
                hikaricp_connections_pending{pool="orders \\"main\\""} 0.0
                jetty_threads_busy 2.0
                jetty_threads_config_max 12.0
                jetty_threads_jobs 0.0
                reactor_netty_connection_provider_active_connections{id="-1487220977",name="http",remote_address="127.0.0.1:42515"} 2.0
                reactor_netty_connection_provider_max_connections{id="-1487220977",name="http",remote_address="127.0.0.1:42515"} 2.0
                reactor_netty_connection_provider_max_pending_connections{id="-1487220977",name="http",remote_address="127.0.0.1:42515"} 4.0
                reactor_netty_connection_provider_pending_connections{id="-1487220977",name="http",remote_address="127.0.0.1:42515"} 3.0
                """))
                .isEqualTo(Map.of(
                        "executor applicationTaskExecutor",
                        PoolUse.sample(THREADS, OptionalInt.empty(), 2, OptionalInt.of(3)),
                        "HikariPool-1",
                        connections(3, 3, 2),
                        "orders \"main\"",
                        connections(5, 0, 0),
                        "jetty",
                        PoolUse.sample(THREADS, OptionalInt.of(12), 2, OptionalInt.of(0)),
                        "reactor-netty http",
                        connections(2, 2, 3)));
    }

    @Test
    void thePortOfTheTargetIsInNoName() {
        assertThat(pools("""
                tomcat_threads_busy_threads{name="http-nio-8080"} 200.0
                tomcat_threads_config_max_threads{name="http-nio-8080"} 200.0
                tomcat_threads_busy_threads{name="http-nio-9090"} 1.0
                tomcat_threads_config_max_threads{name="http-nio-9090"} 10.0
                tomcat_connections_current_connections{name="http-nio-8080"} 8192.0
                tomcat_connections_config_max_connections{name="http-nio-8080"} 8192.0
                """))
                .isEqualTo(Map.of(
                        "tomcat",
                        PoolUse.sample(THREADS, OptionalInt.of(200), 200, OptionalInt.empty()),
                        "tomcat http-nio-9090",
                        PoolUse.sample(THREADS, OptionalInt.of(10), 1, OptionalInt.empty()),
                        "tomcat connections",
                        PoolUse.sample(CONNECTIONS, OptionalInt.of(8192), 8192, OptionalInt.empty())));
    }

    @Test
    void aPoolWhoseUseIsNotKnownIsLeftOutAndALimitThatIsNoneToo() {
        assertThat(pools("""
                tomcat_threads_busy_threads{name="http-nio-8080"} -1.0
                tomcat_threads_config_max_threads{name="http-nio-8080"} -1.0
                hikaricp_connections_active{pool="a"} NaN
                hikaricp_connections_max{pool="a"} 10.0
                hikaricp_connections_active{pool="b"} 4
                hikaricp_connections_max{pool="b"} NaN
                hikaricp_connections_pending{pool="b"} +Inf
                hikaricp_connections_active{pool="c"} 4
                hikaricp_connections_max{pool="c"} 0
                hikaricp_connections_active{pool="d"} 1e300
                """))
                .isEqualTo(Map.of(
                        "b",
                        PoolUse.sample(CONNECTIONS, OptionalInt.empty(), 4, OptionalInt.empty()),
                        "c",
                        PoolUse.sample(CONNECTIONS, OptionalInt.empty(), 4, OptionalInt.empty())));
    }

    /** A provider of Reactor Netty has a pool for each address, under one name. */
    @Test
    void poolsOfOneNameAreNumbered() {
        assertThat(pools("""
                reactor_netty_connection_provider_active_connections{id="1",name="http",remote_address="127.0.0.1:1"} 5
                reactor_netty_connection_provider_max_connections{id="1",name="http",remote_address="127.0.0.1:1"} 50
                reactor_netty_connection_provider_active_connections{id="2",name="http",remote_address="127.0.0.1:2"} 7
                reactor_netty_connection_provider_max_connections{id="2",name="http",remote_address="127.0.0.1:2"} 70
                """))
                .isEqualTo(Map.of(
                        "reactor-netty http",
                        PoolUse.sample(CONNECTIONS, OptionalInt.of(50), 5, OptionalInt.empty()),
                        "reactor-netty http 2",
                        PoolUse.sample(CONNECTIONS, OptionalInt.of(70), 7, OptionalInt.empty())));
    }

    /** Its id is a hash of the address, and the port of a server that ralbench starts is another one each time. */
    @Test
    void numbersOfPoolsAreTheSameAtEachStart() {
        var one = pools(reactorNetty("7", "10.0.0.1:40001", 5, 70)
                + reactorNetty("8", "10.0.0.1:40002", 6, 50)
                + reactorNetty("9", "10.0.0.2:40000", 7, 50));
        var other = pools(reactorNetty("9", "10.0.0.1:30001", 5, 70)
                + reactorNetty("-8", "10.0.0.1:50002", 6, 50)
                + reactorNetty("1", "10.0.0.2:20000", 7, 50));

        assertThat(one)
                .isEqualTo(other)
                .isEqualTo(Map.of(
                        "reactor-netty http",
                        PoolUse.sample(CONNECTIONS, OptionalInt.of(50), 6, OptionalInt.empty()),
                        "reactor-netty http 2",
                        PoolUse.sample(CONNECTIONS, OptionalInt.of(50), 7, OptionalInt.empty()),
                        "reactor-netty http 3",
                        PoolUse.sample(CONNECTIONS, OptionalInt.of(70), 5, OptionalInt.empty())));
    }

    private static String reactorNetty(String id, String address, int inUse, int limit) {
        var labels = "{id=\"" + id + "\",name=\"http\",remote_address=\"" + address + "\"}";
        return "reactor_netty_connection_provider_active_connections" + labels + " " + inUse + "\n"
                + "reactor_netty_connection_provider_max_connections" + labels + " " + limit + "\n";
    }

    @Test
    void aDataSourceOfHikariIsThereOnceAndAnyOtherByTheNameOfItsBean() {
        var other = """
                jdbc_connections_active{name="dataSource"} 4
                jdbc_connections_max{name="dataSource"} 8
                """;

        assertThat(pools(other).keySet()).containsExactly("jdbc dataSource");
        assertThat(pools(other + "hikaricp_connections_active{pool=\"HikariPool-1\"} 4\n")
                        .keySet())
                .containsExactly("HikariPool-1");
    }

    @Test
    void aPageOfManyPoolsIsCutAndItsNamesAreOneShortLine() {
        var page = IntStream.range(0, 100)
                .mapToObj(i -> "hikaricp_connections_active{pool=\"" + "x".repeat(200) + i + "\"} 1\n")
                .collect(Collectors.joining());

        assertThat(pools(page).keySet())
                .hasSize(PoolReadings.MOST_POOLS)
                .allSatisfy(name -> assertThat(name).hasSizeBetween(60, 63));
        assertThat(pools("hikaricp_connections_active{pool=\"a\u001b[31m\"} 1").keySet())
                .containsExactly("a?[31m");
    }

    @Test
    void aPageOfSomethingElseHasNone() {
        assertThat(pools("hikaricp_connections_active_total 5\nfan_out_active 3\n"))
                .isEmpty();
    }
}
