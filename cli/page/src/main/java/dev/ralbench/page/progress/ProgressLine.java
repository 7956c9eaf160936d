package dev.ralbench.page.progress;

import dev.ralbench.page.Glyphs;
import dev.ralbench.page.Style;
import dev.ralbench.page.TableCell;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A line of the live display: pieces of text one after the other, each with its emphasis. */
record ProgressLine(List<TableCell> pieces) {
    ProgressLine {
        pieces = List.copyOf(pieces);
    }

    static ProgressLine of(TableCell... pieces) {
        return new ProgressLine(List.of(pieces));
    }

    /** A copy with another piece at its end. */
    ProgressLine plus(TableCell piece) {
        return new ProgressLine(Stream.concat(pieces.stream(), Stream.of(piece)).toList());
    }

    /** A copy that uses only glyphs that the terminal can show. */
    ProgressLine spelled(Glyphs signs) {
        return new ProgressLine(pieces.stream()
                .map(piece -> new TableCell(signs.spelled(piece.text()), piece.emphasis()))
                .toList());
    }

    /** A copy that is cut to this number of columns. */
    ProgressLine fitted(Glyphs signs, int columns) {
        var fitting = new ArrayList<TableCell>();
        int left = columns;
        for (var piece : pieces) {
            if (left <= 0) {
                break;
            }
            fitting.add(new TableCell(signs.fitted(piece.text(), left), piece.emphasis()));
            left -= Glyphs.width(piece.text());
        }
        return new ProgressLine(fitting);
    }

    int width() {
        return pieces.stream().mapToInt(piece -> Glyphs.width(piece.text())).sum();
    }

    String styled(Style style) {
        return pieces.stream()
                .map(piece -> style.apply(piece.emphasis(), piece.text()))
                .collect(Collectors.joining());
    }
}
