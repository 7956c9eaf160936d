package dev.ralbench.command;

/** Entry point. */
public final class Main {
    private Main() {}

    public static void main(String[] args) {
        System.exit(args.length);
    }
}
