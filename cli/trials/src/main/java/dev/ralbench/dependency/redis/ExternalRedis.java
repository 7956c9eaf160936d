package dev.ralbench.dependency.redis;

import dev.ralbench.Clock;
import dev.ralbench.dependency.kind.PreparedExternalServer;
import dev.ralbench.dependency.kind.PreparedServer;
import dev.ralbench.dependency.kind.ServerUrl;
import dev.ralbench.need.RedisNeed;
import io.lettuce.core.RedisException;

/** Redis servers that run already. Keys are added if none of the scenario's are there, and otherwise only checked. */
record ExternalRedis(Clock clock) {

    PreparedServer prepare(RedisNeed need, ServerUrl url) throws InterruptedException {
        try (var access = RedisAccess.open(url, need.database())) {
            var product = RedisProduct.ofServer(InfoText.parse(access.commands().info("server")));
            new RedisKeys(need.database(), need.keys()).ensure(access.commands(), url.address());
            return PreparedExternalServer.watched(
                    RedisKind.NAME,
                    product,
                    url,
                    RedisKind.words(url, need.database()),
                    () -> new RedisCounter(url),
                    clock);
        } catch (RedisException e) {
            throw RedisAccess.cannotReach(url, e);
        }
    }
}
