package dev.ralbench.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

class SvgChartTest {
    private static final List<String> LEVELS = List.of("8", "16", "32");

    private static SvgChart.Line line(String name, double... values) {
        return new SvgChart.Line(
                name,
                IntStream.range(0, values.length)
                        .mapToObj(i -> Double.isNaN(values[i]) ? OptionalDouble.empty() : OptionalDouble.of(values[i]))
                        .toList());
    }

    private static SvgChart.Panel panel(SvgChart.Line... lines) {
        return new SvgChart.Panel("p99", Numbers::millis, List.of(lines));
    }

    private static Document parsed(String svg) throws Exception {
        return DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new ByteArrayInputStream(svg.getBytes(StandardCharsets.UTF_8)));
    }

    private static List<String> texts(String svg) throws Exception {
        return elements(svg, "text").stream().map(Element::getTextContent).toList();
    }

    private static List<Element> elements(String svg, String name) throws Exception {
        var found = parsed(svg).getElementsByTagName(name);
        return IntStream.range(0, found.getLength())
                .mapToObj(i -> (Element) found.item(i))
                .toList();
    }

    private static List<Double> numbers(String svg, String element, String attribute) throws Exception {
        return elements(svg, element).stream()
                .map(each -> Double.valueOf(each.getAttribute(attribute)))
                .toList();
    }

    @Test
    void aLineStandsAtTheHeightOfItsValues() throws Exception {
        var svg = SvgChart.panels("label", LEVELS, List.of(panel(line("a", 100, 200, 400))));

        var y = numbers(svg, "circle", "cy");
        assertThat(y).hasSize(3);
        assertThat(y.get(0) - y.get(1)).isCloseTo((y.get(1) - y.get(2)) / 2, within(0.2));
        assertThat(texts(svg)).contains("p99", "8", "16", "32", "a", "0 ms", "200 ms", "400 ms");
    }

    @Test
    void aLevelWithoutAValueIsLeftOut() throws Exception {
        var svg = SvgChart.panels("label", LEVELS, List.of(panel(line("a", 100, Double.NaN, 400), line("b"))));

        assertThat(elements(svg, "circle")).hasSize(2);
        assertThat(elements(svg, "path")).hasSize(1);
        assertThat(svg).doesNotContain("NaN", "Infinity");
    }

    @Test
    void valuesFarApartGetALogarithmicAxis() throws Exception {
        var svg = SvgChart.panels("label", LEVELS, List.of(panel(line("a", 1, 10, 100))));

        var y = numbers(svg, "circle", "cy");
        assertThat(y.get(0) - y.get(1)).isCloseTo(y.get(1) - y.get(2), within(0.2));
        assertThat(texts(svg)).contains("1 ms", "10 ms", "100 ms").doesNotContain("0 ms");
    }

    @Test
    void namesOfLinesThatEndTogetherAreMovedApart() throws Exception {
        var svg = SvgChart.panels(
                "label",
                LEVELS,
                List.of(panel(line("a", 1, 2, 3), line("b", 1, 2, 3), line("c", 1, 2, 3), line("d", 3, 2, 0))));

        var heights = elements(svg, "text").stream()
                .filter(text -> List.of("a", "b", "c", "d").contains(text.getTextContent()))
                .map(text -> Double.valueOf(text.getAttribute("y")))
                .sorted()
                .toList();
        assertThat(heights).hasSize(4);
        assertThat(IntStream.range(1, 4).mapToDouble(i -> heights.get(i) - heights.get(i - 1)))
                .allSatisfy(gap -> assertThat(gap).isGreaterThanOrEqualTo(13.9));
    }

    @Test
    void aSingleLevelIsBarsWithTheirValues() throws Exception {
        var svg = SvgChart.panels(
                "label", List.of("16"), List.of(panel(line("a", 100), line("b", 50), line("c", Double.NaN))));

        var widths = elements(svg, "rect").stream()
                .map(rect -> rect.getAttribute("width"))
                .filter(width -> !width.endsWith("%"))
                .map(Double::valueOf)
                .toList();
        assertThat(widths.get(0)).isCloseTo(2 * widths.get(1), within(0.2));
        assertThat(widths.get(2)).isZero();
        assertThat(texts(svg)).contains("100 ms", "50.0 ms", "–");
    }

    @Test
    void changesStandOnTheirSideOfZero() throws Exception {
        var svg = SvgChart.changes(
                "label",
                List.of(
                        new SvgChart.Change("goodput@16", -0.02, -0.01, 0.01, -0.05, Emphasis.NONE),
                        new SvgChart.Change("cpu/request@16", 0.09, 0.125, 0.15, 0.05, Emphasis.BAD)));

        var zero = elements(svg, "text").stream()
                .filter(text -> text.getTextContent().equals("0"))
                .map(text -> Double.valueOf(text.getAttribute("x")))
                .findFirst()
                .orElseThrow();
        assertThat(numbers(svg, "circle", "cx").get(0)).isLessThan(zero);
        assertThat(numbers(svg, "circle", "cx").get(1)).isGreaterThan(zero);
        assertThat(texts(svg)).contains("goodput@16", "cpu/request@16", "+10 %", "−10 %");
    }

    @Test
    void namesAreTextWhateverTheyHold() throws Exception {
        var hostile = "<script>alert(1)</script>&\"'\u0007";
        var svg = SvgChart.panels(hostile, LEVELS, List.of(panel(line(hostile, 1, 2, 3))));

        assertThat(elements(svg, "script")).isEmpty();
        assertThat(texts(svg)).anyMatch(text -> text.startsWith("<script>"));
        assertThat(elements(svg, "title").getFirst().getTextContent()).startsWith("<script>");
    }

    /** Hosts show a picture without its network: what it would load is missing. */
    @Test
    void nothingIsLoaded() {
        var svg = SvgChart.panels("label", LEVELS, List.of(panel(line("a", 1, 2, 3))));

        assertThat(svg.replace("http://www.w3.org/2000/svg", ""))
                .doesNotContain("http", "url(", "@import", "<image", "<script", "href")
                .contains("prefers-color-scheme:dark");
        assertThat(svg).isEqualTo(SvgChart.panels("label", LEVELS, List.of(panel(line("a", 1, 2, 3)))));
    }
}
