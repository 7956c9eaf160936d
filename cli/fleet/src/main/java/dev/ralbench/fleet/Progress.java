package dev.ralbench.fleet;

import dev.ralbench.load.Outcome;
import dev.ralbench.measurement.LatencyDistribution;
import dev.ralbench.measurement.LoadTotals;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;

/**
 * How far an agent's part of a load is.
 *
 * @param users active now
 * @param all requests
 * @param byName those of each name of requests and journeys that ended since the last one of these; none unless the main
 *     shows names
 */
record Progress(int users, Figures all, Map<String, Figures> byName) {
    Progress {
        byName = Map.copyOf(byName);
    }

    /**
     * Of all requests, or of those of one name.
     *
     * @param outcomes since the beginning
     * @param successful response times since the last one of these
     */
    record Figures(Map<Outcome, Long> outcomes, LatencyDistribution successful) {
        Figures {
            outcomes = Map.copyOf(outcomes);
        }
    }

    /** @param since the part of what the load has done up to now that was not told yet */
    static Progress of(int users, LoadTotals soFar, LoadTotals since) {
        var byName = new HashMap<String, Figures>();
        since.byName().forEach((name, fresh) -> {
            if (fresh.ended() > 0) { // names that did nothing cost no bytes
                soFar.of(name).ifPresent(all -> byName.put(name, new Figures(all.outcomes(), fresh.successful())));
            }
        });
        return new Progress(users, new Figures(soFar.outcomes(), since.successful()), byName);
    }

    byte[] bytes() {
        var bytes = new ByteArrayOutputStream();
        try (var out = new DataOutputStream(bytes)) {
            out.writeInt(users);
            write(out, all);
            out.writeInt(byName.size());
            for (var named : byName.entrySet()) {
                out.writeUTF(named.getKey());
                write(out, named.getValue());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e); // memory is always written to
        }
        return bytes.toByteArray();
    }

    private static void write(DataOutputStream out, Figures figures) throws IOException {
        out.writeByte(figures.outcomes().size());
        for (var outcome : figures.outcomes().entrySet()) {
            out.writeUTF(outcome.getKey().name());
            out.writeLong(outcome.getValue());
        }
        var successful = figures.successful().encoded().getBytes(StandardCharsets.US_ASCII);
        out.writeInt(successful.length);
        out.write(successful);
    }

    /** @throws IllegalArgumentException if the bytes are none */
    static Progress read(byte[] bytes) {
        try (var in = new DataInputStream(new ByteArrayInputStream(bytes))) {
            int users = in.readInt();
            var all = figures(in);
            var byName = new HashMap<String, Figures>();
            for (int left = in.readInt(); left > 0; left--) {
                byName.put(in.readUTF(), figures(in));
            }
            return new Progress(users, all, byName);
        } catch (IOException e) {
            throw new IllegalArgumentException("no progress of an agent", e);
        }
    }

    private static Figures figures(DataInputStream in) throws IOException {
        var outcomes = new EnumMap<Outcome, Long>(Outcome.class);
        for (int left = in.readUnsignedByte(); left > 0; left--) {
            outcomes.put(Outcome.valueOf(in.readUTF()), in.readLong());
        }
        int length = in.readInt();
        if (length < 0 || length > in.available()) {
            throw new IOException("figures of " + length + " bytes in a message of fewer");
        }
        return new Figures(
                outcomes, LatencyDistribution.decode(new String(in.readNBytes(length), StandardCharsets.US_ASCII)));
    }
}
