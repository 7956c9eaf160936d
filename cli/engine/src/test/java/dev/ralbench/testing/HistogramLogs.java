package dev.ralbench.testing;

import java.io.ByteArrayInputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;

/** What HdrHistogram's own reader makes of a log. */
public final class HistogramLogs {
    private HistogramLogs() {}

    /**
     * An interval as it was read.
     *
     * @param startMillis since 1970
     * @param endMillis likewise
     * @param count of the recorded values
     * @param p99Micros the 99th percentile
     * @param encoded in HdrHistogram's compressed form, in Base64
     */
    public record ReadInterval(
            String tag, long startMillis, long endMillis, long count, double p99Micros, String encoded) {}

    /** Every interval of the log, in its order. */
    public static List<ReadInterval> read(String log) {
        var read = new ArrayList<ReadInterval>();
        try (var reader = new HistogramLogReader(new ByteArrayInputStream(log.getBytes(StandardCharsets.UTF_8)))) {
            while (reader.hasNext()) {
                if (reader.nextIntervalHistogram() instanceof Histogram histogram) {
                    read.add(new ReadInterval(
                            String.valueOf(histogram.getTag()),
                            histogram.getStartTimeStamp(),
                            histogram.getEndTimeStamp(),
                            histogram.getTotalCount(),
                            histogram.getValueAtPercentile(99),
                            encoded(histogram)));
                }
            }
        }
        return List.copyOf(read);
    }

    private static String encoded(Histogram histogram) {
        var buffer = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
        int length = histogram.encodeIntoCompressedByteBuffer(buffer);
        return Base64.getEncoder().encodeToString(Arrays.copyOf(buffer.array(), length));
    }
}
