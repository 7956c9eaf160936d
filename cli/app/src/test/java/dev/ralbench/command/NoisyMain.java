package dev.ralbench.command;

import io.netty.util.internal.logging.InternalLoggerFactory;

/** A process in which a library has something to say; {@code main} says at the end of a command what is configured. */
final class NoisyMain {
    static final String LINE = "an exceptionCaught() event was fired";

    private NoisyMain() {}

    public static void main(String[] args) {
        switch (args[0]) {
            case "library" -> warn();
            case "silenced" -> {
                LibraryLogs.silence();
                warn();
            }
            default -> {
                Runtime.getRuntime()
                        .addShutdownHook(new Thread(
                                () -> System.err.println(System.getProperty("java.util.logging.config.class"))));
                Main.main(new String[] {"--version"});
            }
        }
    }

    private static void warn() {
        InternalLoggerFactory.getInstance("io.netty.channel.DefaultChannelPipeline")
                .warn(LINE);
    }
}
