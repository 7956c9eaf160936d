package dev.ralbench.testing;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/** Damages inputs, a little or much, as typing mistakes, full disks and hostile servers do. */
final class Mutator {
    private static final int MOST_CHANGES = 4;
    private static final int MOST_COPIES = 3000;
    private static final int LONGEST = 1 << 16;
    /** What readers of any syntax stumble over: no numbers and too large ones, deep and open brackets, odd signs. */
    private static final List<String> USUAL = List.of(
            "",
            " ",
            "\n",
            "\r\n",
            "\t",
            "\0",
            "\u001b[2J",
            "\uFEFF",
            "\u202e",
            "\u00ad",
            "ü",
            "\ud83d\ude00",
            "-",
            "-1",
            "0",
            "00",
            "1e9",
            "1e999",
            "NaN",
            "Infinity",
            "2147483648",
            "9223372036854775807",
            "9223372036854775808",
            "-9223372036854775808",
            "99999999999999999999",
            "0.0000000001",
            "1_000",
            "١",
            "\"",
            "'",
            "`",
            "\\",
            "\\u",
            "%",
            "%zz",
            "{",
            "}",
            "[",
            "]",
            "(",
            ")",
            "<",
            ">",
            ":",
            ";",
            ",",
            ".",
            "..",
            "...",
            "/",
            "//",
            "=",
            "$",
            "${",
            "#",
            "*",
            "&",
            "!",
            "?",
            "|",
            "@",
            "~",
            "null",
            "true");

    private final List<byte[]> seeds;
    private final List<byte[]> words;

    Mutator(List<byte[]> seeds, List<String> words) {
        this.seeds = seeds;
        this.words = Stream.concat(USUAL.stream(), words.stream())
                .map(word -> word.getBytes(StandardCharsets.UTF_8))
                .toList();
    }

    byte[] mutation(Random random) {
        var input = one(seeds, random);
        int changes = 1 + random.nextInt(MOST_CHANGES);
        for (int i = 0; i < changes; i++) {
            input = changed(input, random);
        }
        return input.length > LONGEST ? Arrays.copyOf(input, LONGEST) : input;
    }

    private byte[] changed(byte[] input, Random random) {
        int from = random.nextInt(input.length + 1);
        int to = Math.min(input.length, from + random.nextInt(random.nextBoolean() ? 3 : 40));
        return switch (random.nextInt(8)) {
            case 0 -> Arrays.copyOf(input, from);
            case 1 -> joined(input, from, new byte[0], to);
            case 2 -> joined(input, from, new byte[] {(byte) random.nextInt(256)}, Math.min(input.length, from + 1));
            case 3 -> joined(input, from, repeated(Arrays.copyOfRange(input, from, to), random), to);
            case 4 -> joined(input, from, piece(one(seeds, random), random), to);
            case 5 -> joined(input, from, repeated(one(words, random), random), to);
            default -> joined(input, from, one(words, random), random.nextBoolean() ? from : to);
        };
    }

    private static byte[] repeated(byte[] piece, Random random) {
        int copies = 1 + random.nextInt(random.nextInt(8) == 0 ? MOST_COPIES : 4);
        var out = new ByteArrayOutputStream();
        for (int i = 0; i < copies && out.size() < LONGEST; i++) {
            out.writeBytes(piece);
        }
        return out.toByteArray();
    }

    private static byte[] piece(byte[] of, Random random) {
        int from = random.nextInt(of.length + 1);
        return Arrays.copyOfRange(of, from, Math.min(of.length, from + random.nextInt(60)));
    }

    private static byte[] joined(byte[] input, int from, byte[] between, int to) {
        var out = new ByteArrayOutputStream();
        out.write(input, 0, from);
        out.writeBytes(between);
        out.write(input, to, input.length - to);
        return out.toByteArray();
    }

    private static <T> T one(List<T> of, Random random) {
        return of.get(random.nextInt(of.size()));
    }
}
