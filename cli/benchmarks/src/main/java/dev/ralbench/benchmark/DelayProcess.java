package dev.ralbench.benchmark;

import io.netty.channel.ChannelHandlerContext;
import java.util.concurrent.TimeUnit;

/** A server that answers every request after the same time, as a process of its own: PORT MILLISECONDS. */
final class DelayProcess {
    private DelayProcess() {}

    public static void main(String[] arguments) throws InterruptedException {
        int millis = Integer.parseInt(arguments[1]);
        var server = SmallServer.open(Integer.parseInt(arguments[0]), () -> new SmallServer.Responder() {
            @Override
            void came(ChannelHandlerContext context) {
                var unused = context.executor().schedule(() -> respond(context), millis, TimeUnit.MILLISECONDS);
            }
        });
        try (server) {
            server.awaitEnd();
        }
    }
}
