package dev.ralbench.trial;

import dev.ralbench.Failure;
import dev.ralbench.dependency.declared.DeclaredDependency;
import dev.ralbench.dependency.declared.DeclaredService;
import dev.ralbench.result.Design;
import dev.ralbench.scenario.Scenario;
import dev.ralbench.scenario.TargetChoice;
import java.util.HashMap;

/** Images that listen on a port of their own choice, which only one of them can have at a time. */
final class FixedPorts {
    private FixedPorts() {}

    /**
     * Checks that those which are up together do not want the same port.
     *
     * @throws Failure naming both
     */
    static void check(Scenario scenario, Design.Order order) {
        if (order != Design.Order.ALTERNATING) {
            return;
        }
        scenario.needs().all().forEach(FixedPorts::check);
        var owners = new HashMap<Integer, String>();
        for (var variant : scenario.variants()) {
            if (variant.target() instanceof TargetChoice.Container image
                    && image.port().isPresent()) {
                int port = image.port().getAsInt();
                var other = owners.putIfAbsent(port, variant.name());
                if (other != null) {
                    throw Failure.usage(
                            "variants " + other + " and " + variant.name() + " both listen on port " + port,
                            "alternating variants are up at the same time, on the network of this machine",
                            "leave port out if the images heed PORT or SERVER_PORT, or use --order interleaved");
                }
            }
        }
    }

    private static void check(DeclaredDependency need) {
        if (need instanceof DeclaredService service && service.port().isPresent()) {
            throw Failure.usage(
                    "needs." + service.name() + " listens on port "
                            + service.port().getAsInt() + " for every variant",
                    "alternating variants, and what they need, are up at the same time, on the network of this machine",
                    "remove port and pass ${port} in env, which differs for each variant, or use --order interleaved");
        }
    }
}
