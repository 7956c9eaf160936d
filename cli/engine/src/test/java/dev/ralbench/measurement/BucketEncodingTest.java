package dev.ralbench.measurement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.zip.DeflaterOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BucketEncodingTest {
    private static final int FIRST_BYTES = 0x1c849314;
    /** As ZigZag numbers: of 3, and of -50, which is as much as a byte holds. */
    private static final int THREE = 6;

    private static final int FIFTY_EMPTY = 99;

    /** What is deflated in an encoded histogram with such counts. */
    private static byte[] plain(int... counts) {
        var plain = ByteBuffer.allocate(40 + counts.length)
                .putInt(0x1c849313)
                .putInt(counts.length)
                .putInt(0)
                .putInt(3)
                .putLong(1)
                .putLong(3_600_000_000L)
                .putDouble(1);
        for (int count : counts) {
            plain.put((byte) count);
        }
        return plain.array();
    }

    private static byte[] encoded(byte[] plain) throws IOException {
        var deflated = new ByteArrayOutputStream();
        try (var deflater = new DeflaterOutputStream(deflated)) {
            deflater.write(plain);
        }
        return ByteBuffer.allocate(8 + deflated.size())
                .putInt(FIRST_BYTES)
                .putInt(deflated.size())
                .put(deflated.toByteArray())
                .array();
    }

    private static void assertRefused(byte[] encoded, String what) {
        assertThatThrownBy(() -> BucketEncoding.decode(encoded))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(what + " cannot be right");
    }

    @Test
    void aNegativeNumberStandsForEmptyBuckets() throws IOException {
        var buckets = BucketEncoding.decode(encoded(plain(THREE, FIFTY_EMPTY, THREE)));

        assertThat(buckets.total()).isEqualTo(6);
        assertThat(buckets.min()).isZero();
        assertThat(buckets.max()).isEqualTo(51);
    }

    @ParameterizedTest
    @CsvSource({
        "0, 7, its header",
        "4, 7, the number of its counts",
        "8, 7, its offset",
        "12, 2, its precision",
        "20, 2, its precision",
    })
    void aHeaderThatIsNotOursIsRefused(int at, int value, String what) throws IOException {
        byte[] plain = plain(THREE);
        ByteBuffer.wrap(plain).putInt(at, value);

        assertRefused(encoded(plain), what);
    }

    @Test
    void whatIsTooShortForAHeaderIsRefused() throws IOException {
        assertRefused(encoded(Arrays.copyOf(plain(), 39)), "its header");
    }

    @Test
    void aHeaderWithoutCountsIsThatOfNothing() throws IOException {
        assertThat(BucketEncoding.decode(encoded(plain())).total()).isZero();
    }

    @ParameterizedTest
    @CsvSource({"0, its first bytes", "4, its length"})
    void otherBytesBeforeTheDeflatedOnesAreRefused(int at, String what) throws IOException {
        byte[] encoded = encoded(plain(THREE));
        encoded[at] ^= 1;

        assertRefused(encoded, what);
    }

    @Test
    void aCountThatIsCutOffIsRefused() throws IOException {
        assertRefused(encoded(plain(THREE, 0x80)), "the last of its counts");
    }

    /** Thirty thousand empty buckets, where a histogram of an hour has 23 000. */
    @Test
    void aTimeOfFarMoreThanAnHourIsRefused() throws IOException {
        assertRefused(encoded(plain(0xdf, 0xd4, 0x03, THREE)), "a time");
    }

    /** A million empty buckets: so wide a one that the width, as a shift of a long, begins anew. */
    @Test
    void aTimeBeyondWhatALongHoldsIsRefused() throws IOException {
        assertRefused(encoded(plain(0xff, 0x88, 0x7a, THREE)), "a time");
    }
}
