import static io.gatling.javaapi.core.CoreDsl.atOnceUsers;
import static io.gatling.javaapi.core.CoreDsl.scenario;
import static io.gatling.javaapi.http.HttpDsl.http;
import static io.gatling.javaapi.http.HttpDsl.status;

import io.gatling.javaapi.core.Simulation;

/** A constant number of users with one connection each, all of them always busy; users, seconds and url are properties. */
public final class GatlingRun extends Simulation {
    public GatlingRun() {
        var load = scenario("load")
                .during(Long.getLong("seconds"))
                .on(http("request").get(System.getProperty("url")).check(status().is(200)));
        setUp(load.injectOpen(atOnceUsers(Integer.getInteger("users"))).protocols(http));
    }
}
