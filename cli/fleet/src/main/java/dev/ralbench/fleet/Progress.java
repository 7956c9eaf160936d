package dev.ralbench.fleet;

import dev.ralbench.load.Outcome;
import dev.ralbench.measurement.LatencyDistribution;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.EnumMap;
import java.util.Map;

/**
 * How far an agent's part of a load is.
 *
 * @param users active now
 * @param outcomes of all requests since the beginning
 * @param successful response times since the last one of these
 */
record Progress(int users, Map<Outcome, Long> outcomes, LatencyDistribution successful) {
    Progress {
        outcomes = Map.copyOf(outcomes);
    }

    byte[] bytes() {
        var bytes = new ByteArrayOutputStream();
        try (var out = new DataOutputStream(bytes)) {
            out.writeInt(users);
            out.writeByte(outcomes.size());
            for (var outcome : outcomes.entrySet()) {
                out.writeUTF(outcome.getKey().name());
                out.writeLong(outcome.getValue());
            }
            out.write(successful.encoded().getBytes(StandardCharsets.US_ASCII));
        } catch (IOException e) {
            throw new UncheckedIOException(e); // memory is always written to
        }
        return bytes.toByteArray();
    }

    /** @throws IllegalArgumentException if the bytes are none */
    static Progress read(byte[] bytes) {
        try (var in = new DataInputStream(new ByteArrayInputStream(bytes))) {
            int users = in.readInt();
            var outcomes = new EnumMap<Outcome, Long>(Outcome.class);
            for (int left = in.readUnsignedByte(); left > 0; left--) {
                outcomes.put(Outcome.valueOf(in.readUTF()), in.readLong());
            }
            return new Progress(
                    users,
                    outcomes,
                    LatencyDistribution.decode(new String(in.readAllBytes(), StandardCharsets.US_ASCII)));
        } catch (IOException e) {
            throw new IllegalArgumentException("no progress of an agent", e);
        }
    }
}
