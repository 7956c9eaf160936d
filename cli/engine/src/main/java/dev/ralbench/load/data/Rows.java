package dev.ralbench.load.data;

import dev.ralbench.load.Bytes;
import java.nio.charset.StandardCharsets;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalInt;

/**
 * Rows of text in few bytes, however many there are: about as many as the file had that they were read from. A field becomes
 * a text when it is used. Cannot change, so that all event loops may read it.
 */
public final class Rows {
    private final List<String> columns;
    private final List<byte[]> pieces;
    private final int[] starts;
    private final int[] firstUnprintable;

    private Rows(List<String> columns, List<byte[]> pieces, int[] starts, int[] firstUnprintable) {
        this.columns = columns;
        this.pieces = pieces;
        this.starts = starts;
        this.firstUnprintable = firstUnprintable;
    }

    /** The names of the columns, all different. */
    public List<String> columns() {
        return columns;
    }

    /** How many rows there are; at least 1. */
    public int size() {
        return starts.length;
    }

    /**
     * A row.
     *
     * @param index from 0
     * @return a view of its fields, as many as there are columns
     */
    public List<String> row(int index) {
        int start = starts[index];
        var piece = pieces.get(start >>> Builder.PIECE_BITS);
        return new Row(piece, start & Builder.PIECE_MASK, columns.size());
    }

    /** Appends a field as it is, without making a text of it. */
    void addTo(Bytes out, int row, int column) {
        int start = starts[row];
        new Row(pieces.get(start >>> Builder.PIECE_BITS), start & Builder.PIECE_MASK, columns.size())
                .addTo(out, column);
    }

    /** The first row, from 0, whose field in a column holds a line break or another control character but a tab. */
    public OptionalInt firstUnprintable(int column) {
        int row = firstUnprintable[column];
        return row == Builder.NONE ? OptionalInt.empty() : OptionalInt.of(row);
    }

    /** How many bytes it takes, without what differs between JVMs. */
    long bytes() {
        return pieces.stream().mapToLong(piece -> piece.length).sum() + (long) Integer.BYTES * starts.length;
    }

    /** The fields one after the other, each after its length in seven bits a byte, the lowest first. */
    private static final class Row extends AbstractList<String> {
        private final byte[] piece;
        private final int start;
        private final int columns;

        private Row(byte[] piece, int start, int columns) {
            this.piece = piece;
            this.start = start;
            this.columns = columns;
        }

        @Override
        public String get(int column) {
            int at = find(column);
            int length = lengthAt(at);
            return new String(piece, afterLength(at), length, StandardCharsets.UTF_8);
        }

        void addTo(Bytes out, int column) {
            int at = find(column);
            out.add(piece, afterLength(at), lengthAt(at));
        }

        private int lengthAt(int place) {
            int at = place;
            int length = 0;
            int shift = 0;
            while (piece[at] < 0) {
                length |= (piece[at++] & 0x7f) << shift;
                shift += 7;
            }
            return length | piece[at] << shift;
        }

        private int afterLength(int place) {
            int at = place;
            while (piece[at] < 0) {
                at++;
            }
            return at + 1;
        }

        /** Where the length of a field is. */
        private int find(int column) {
            if (column < 0 || column >= columns) {
                throw new IndexOutOfBoundsException("column " + column + " of " + columns);
            }
            int at = start;
            for (int field = 0; field < column; field++) {
                at = afterLength(at) + lengthAt(at);
            }
            return at;
        }

        @Override
        public int size() {
            return columns;
        }
    }

    /** Collects rows. Used by one thread. */
    public static final class Builder {
        private static final int PIECE_BITS = 20;
        private static final int PIECE_MASK = (1 << PIECE_BITS) - 1;
        private static final int MOST_PIECES = 1 << (Integer.SIZE - PIECE_BITS);
        private static final int NONE = -1;

        private final List<String> columns;
        private final List<byte[]> pieces = new ArrayList<>();
        private final Bytes row = new Bytes();
        private final int[] firstUnprintable;
        private byte[] piece = new byte[0];
        private int used;
        private int[] starts = new int[256];
        private int size;

        /**
         * Without rows.
         *
         * @param columns at least one
         * @throws IllegalArgumentException with the end of a sentence that begins with the source's name, if names are missing
         *     or equal
         */
        public Builder(List<String> columns) {
            this.columns = List.copyOf(columns);
            this.firstUnprintable = new int[columns.size()];
            Arrays.fill(firstUnprintable, NONE);
            var names = new HashSet<String>();
            for (int i = 0; i < this.columns.size(); i++) {
                var name = this.columns.get(i);
                if (name.isBlank()) {
                    throw new IllegalArgumentException("has no name for column " + (i + 1));
                }
                if (!names.add(name)) {
                    throw new IllegalArgumentException("has two columns " + name);
                }
            }
        }

        /** How many rows there are. */
        public int size() {
            return size;
        }

        /**
         * Adds a row.
         *
         * @param fields as many as there are columns
         * @throws IllegalArgumentException with the end of a sentence that begins with the source's name, if there is no room
         */
        public void add(List<String> fields) {
            if (fields.size() != columns.size()) {
                throw new IllegalArgumentException("fields: " + fields.size() + " for " + columns.size() + " columns");
            }
            row.clear();
            for (int i = 0; i < fields.size(); i++) {
                var bytes = fields.get(i).getBytes(StandardCharsets.UTF_8);
                if (firstUnprintable[i] == NONE && isUnprintable(bytes)) {
                    firstUnprintable[i] = size;
                }
                addLength(bytes.length);
                row.add(bytes);
            }
            reserve(row.length());
            System.arraycopy(row.array(), 0, piece, used, row.length());
            if (size == starts.length) {
                starts = Arrays.copyOf(starts, size + (size >> 1));
            }
            starts[size++] = ((pieces.size() - 1) << PIECE_BITS) | used;
            used += row.length();
        }

        private static boolean isUnprintable(byte[] bytes) {
            for (byte each : bytes) {
                if ((each >= 0 && each < ' ' && each != '\t') || each == 0x7f) {
                    return true;
                }
            }
            return false;
        }

        private void addLength(int length) {
            int rest = length;
            while (rest > 0x7f) {
                row.add(new byte[] {(byte) ((rest & 0x7f) | 0x80)});
                rest >>>= 7;
            }
            row.add(new byte[] {(byte) rest});
        }

        /** A row lies in one piece: one of its own, if it is larger. */
        private void reserve(int length) {
            if (length <= piece.length - used) {
                return;
            }
            if (pieces.size() == MOST_PIECES) {
                throw new IllegalArgumentException("is too large: more than 4 GiB");
            }
            trim();
            piece = new byte[Math.max(1 << PIECE_BITS, length)];
            pieces.add(piece);
            used = 0;
        }

        private void trim() {
            if (!pieces.isEmpty() && used < piece.length) {
                pieces.set(pieces.size() - 1, Arrays.copyOf(piece, used));
            }
        }

        /**
         * All rows that were added.
         *
         * @throws IllegalArgumentException with the end of a sentence that begins with the source's name, if there is none
         */
        public Rows build() {
            if (size == 0) {
                throw new IllegalArgumentException("has no rows");
            }
            trim();
            return new Rows(columns, List.copyOf(pieces), Arrays.copyOf(starts, size), firstUnprintable.clone());
        }
    }
}
