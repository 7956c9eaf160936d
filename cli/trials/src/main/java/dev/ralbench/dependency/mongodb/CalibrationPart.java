package dev.ralbench.dependency.mongodb;

import dev.ralbench.Failure;
import dev.ralbench.Sha256;
import dev.ralbench.cache.CachePart;
import dev.ralbench.cache.CacheParts;
import dev.ralbench.service.CpuModel;
import java.io.IOException;

/** Calibrations that are kept: measured again, they would be a little different each time. */
final class CalibrationPart {
    private static final int KEY_DIGITS = 16;

    private CalibrationPart() {}

    /** Measures how long queries take. */
    @FunctionalInterface
    interface TimeMeasurement {
        CalibratedQuery measure() throws IOException, InterruptedException;
    }

    /** A name that is another one as soon as any of the parts is, or the CPU. */
    static String key(String... parts) {
        return Sha256.of(String.join("\0", parts) + "\0" + CpuModel.ofThisMachine())
                .substring(0, KEY_DIGITS);
    }

    static CalibratedQuery get(CacheParts parts, String key, String server, TimeMeasurement measurement)
            throws InterruptedException {
        var place = parts.get(new CachePart(
                "calibrations/mongodb-" + key,
                "the calibration of " + server,
                "the calibration of " + server,
                CalibratedQuery::isIn,
                directory -> measurement.measure().write(directory)));
        try {
            return CalibratedQuery.read(place);
        } catch (IOException e) {
            throw Failure.environment(
                            "the calibration of " + server + " cannot be read", String.valueOf(e), "remove " + place)
                    .causedBy(e);
        }
    }
}
