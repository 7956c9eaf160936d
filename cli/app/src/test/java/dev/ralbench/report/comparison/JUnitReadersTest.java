package dev.ralbench.report.comparison;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.file.Path;
import java.util.List;
import org.apache.maven.plugin.surefire.log.api.NullConsoleLogger;
import org.apache.maven.plugins.surefire.report.ReportTestSuite;
import org.apache.maven.plugins.surefire.report.TestSuiteXmlParser;
import org.junit.jupiter.api.Test;

/** What Maven's own reports make of our files. */
class JUnitReadersTest {
    private static List<ReportTestSuite> parsed(String name) throws Exception {
        var file = new File(Path.of("src/test/resources/report", name).toString());
        return new TestSuiteXmlParser(new NullConsoleLogger()).parse(file.getAbsolutePath());
    }

    @Test
    void mavenCountsWhatAGateDecided() throws Exception {
        var suites = parsed("compare/gate.xml");

        assertThat(suites.stream().mapToInt(ReportTestSuite::getNumberOfTests).sum())
                .isEqualTo(4);
        assertThat(suites.stream()
                        .mapToInt(ReportTestSuite::getNumberOfFailures)
                        .sum())
                .isEqualTo(2);
        assertThat(suites.stream().mapToInt(ReportTestSuite::getNumberOfErrors).sum())
                .isZero();
        assertThat(suites.stream().flatMap(suite -> suite.getTestCases().stream()))
                .hasSize(4)
                .filteredOn(each -> each.hasFailure())
                .hasSize(2);
    }

    @Test
    void mavenCountsVerdictsWithoutAGate() throws Exception {
        assertThat(parsed("compare/regressed.xml").stream()
                        .mapToInt(ReportTestSuite::getNumberOfTests)
                        .sum())
                .isEqualTo(23);
        assertThat(parsed("compare/regressed.xml").stream()
                        .mapToInt(ReportTestSuite::getNumberOfFailures)
                        .sum())
                .isEqualTo(12);
    }

    @Test
    void mavenCountsLimitsAndTrialsOfRuns() throws Exception {
        var suites = parsed("run.xml");

        assertThat(suites.stream().mapToInt(ReportTestSuite::getNumberOfTests).sum())
                .isEqualTo(19);
        assertThat(suites.stream()
                        .mapToInt(ReportTestSuite::getNumberOfFailures)
                        .sum())
                .isEqualTo(9);
        assertThat(suites.stream().mapToInt(ReportTestSuite::getNumberOfErrors).sum())
                .isEqualTo(2);
        assertThat(suites.stream().mapToInt(ReportTestSuite::getNumberOfSkipped).sum())
                .isEqualTo(1);
    }
}
