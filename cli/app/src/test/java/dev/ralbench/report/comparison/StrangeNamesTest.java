package dev.ralbench.report.comparison;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.Failure;
import dev.ralbench.Printable;
import dev.ralbench.page.Glyphs;
import dev.ralbench.page.Pictures;
import dev.ralbench.testing.Comparisons;
import dev.ralbench.testing.Disturbance;
import dev.ralbench.testing.SyntheticRun;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.w3c.dom.Element;
import tools.jackson.databind.json.JsonMapper;

/** Names come from files that anybody may have written: no report takes a sign of them for its own. */
class StrangeNamesTest {
    private static final int COLUMNS_OF_MARKDOWN = 8;
    private static final int COLUMNS_OF_CSV = 22;

    private static ComparisonView view(String name) {
        return ComparisonView.of(Comparisons.of(run(name)));
    }

    private static dev.ralbench.result.RunResult run(String name) {
        return SyntheticRun.of("base", name)
                .blocks(7)
                .levels(10)
                .levelSeconds(2)
                .harm(name, 0.2)
                .run();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a|b",
                "<script>alert(1)</script>",
                "--> <!--",
                "quoted \"twice\" and 'once'",
                "comma, semicolon; tab\t",
                "two\nlines\r\n",
                "bell\u0007 escape\u001b[31m nul\u0000",
                "csi\u009b31m backwards\u202e isolated\u2067",
                "`code` *bold* [link](http://x) @everyone #1",
                "]]> &amp; &",
                "half \ud800 of a pair",
                "\\| backslash",
            })
    @Disturbance(
            value = "a name gives orders to a terminal, a browser or a spreadsheet",
            then = "it is a name in every report")
    void aNameIsNothingButAName(String name) throws Exception {
        var view = view(name);
        assertMarkdown(new CompareMarkdown(CompareReport.of(view), Glyphs.UNICODE, false, Pictures.none()).render());
        assertThat(cases(CompareJUnit.render(CompareReport.of(view)))).isPositive();
        assertCsv(CompareCsv.render(CompareReport.of(view)), name);
        var json = new JsonMapper().readTree(new CompareJson(CompareReport.of(view)).render());
        assertThat(json.at("/groups/0/variants/0").asString()).isEqualTo(name);
        assertThat(List.of(
                        new CompareJson(CompareReport.of(view)).render(),
                        CompareJUnit.render(CompareReport.of(view)),
                        CompareCsv.render(CompareReport.of(view))))
                .allSatisfy(text -> assertThat(text).isEqualTo(Printable.lines(text)));

        var failure = Failure.incomparable("no " + name, name + "\n" + name, name);
        var report = CompareReport.of(new ComparisonRefusal(failure, Optional.of(name), run("head"), 5));
        assertThat(cases(CompareJUnit.render(report))).isOne();
        assertThat(new CompareMarkdown(report, Glyphs.UNICODE, false, Pictures.none())
                        .render()
                        .lines()
                        .filter(line -> line.startsWith("```")))
                .hasSize(2);
        assertThat(new CompareMarkdown(report, Glyphs.UNICODE, false, Pictures.none())
                        .render()
                        .lines()
                        .findFirst()
                        .orElseThrow())
                .matches("<!-- ralbench:gate=[A-Za-z0-9=._-]* -->")
                .doesNotContain("-->-");
        assertThat(new JsonMapper()
                        .readTree(new CompareJson(report).render())
                        .at("/groups/0/gate")
                        .asString())
                .isEqualTo(name);
    }

    private static void assertMarkdown(String text) {
        assertThat(text.lines().filter(line -> line.startsWith("|")))
                .isNotEmpty()
                .allSatisfy(row -> assertThat(row.replaceAll("\\\\.", "")
                                .chars()
                                .filter(sign -> sign == '|')
                                .count())
                        .isEqualTo(COLUMNS_OF_MARKDOWN + 1));
        assertThat(text).doesNotContain("<script", "\u0007", "\u001b", "\u0000", "\u009b", "\u202e", "\u2067");
        assertThat(text.split("<!--", -1)).hasSize(2);
    }

    private static int cases(String xml) throws Exception {
        Element suites = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new ByteArrayInputStream(xml.getBytes(StandardCharsets.UTF_8)))
                .getDocumentElement();
        return suites.getElementsByTagName("testcase").getLength();
    }

    private static void assertCsv(String text, String name) {
        var rows = rows(text);
        assertThat(rows).hasSizeGreaterThan(1).allSatisfy(row -> assertThat(row).hasSize(COLUMNS_OF_CSV));
        var shown = (name.startsWith("-") ? "'" : "") + Printable.lines(name); // no formula, and no orders
        assertThat(rows.subList(1, rows.size())).extracting(row -> row.get(6)).containsOnly(shown);
    }

    /** RFC 4180: what is within quotes is text, two quotes there are one. */
    private static List<List<String>> rows(String csv) {
        var rows = new ArrayList<List<String>>();
        var row = new ArrayList<String>();
        var field = new StringBuilder();
        boolean isQuoted = false;
        for (int i = 0; i < csv.length(); i++) {
            char sign = csv.charAt(i);
            boolean isPair = sign == '"' && isQuoted && i + 1 < csv.length() && csv.charAt(i + 1) == '"';
            if (isPair) {
                field.append(sign);
                i++;
            } else if (sign == '"') {
                isQuoted = !isQuoted;
            } else if (!isQuoted && (sign == ',' || sign == '\n')) {
                row.add(field.toString());
                field.setLength(0);
                if (sign == '\n') {
                    rows.add(List.copyOf(row));
                    row.clear();
                }
            } else {
                field.append(sign);
            }
        }
        return rows;
    }
}
