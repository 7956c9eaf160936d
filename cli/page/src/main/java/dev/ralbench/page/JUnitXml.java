package dev.ralbench.page;

import dev.ralbench.Printable;
import java.io.StringWriter;
import java.util.List;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/** The XML that CI servers read test results from. */
public final class JUnitXml {
    private JUnitXml() {}

    /** How a case ended. */
    public enum CaseStatus {
        PASSED,
        SKIPPED,
        FAILURE,
        ERROR,
    }

    public record Property(String name, String value) {}

    /**
     * One test case.
     *
     * @param type of the failure or error
     * @param message in a line
     * @param detail the numbers
     */
    public record Case(String className, String name, CaseStatus kind, String type, String message, String detail) {}

    public record Suite(String name, String timestamp, List<Property> properties, List<Case> cases) {
        public Suite {
            properties = List.copyOf(properties);
            cases = List.copyOf(cases);
        }
    }

    public static String write(List<Suite> suites) {
        var text = new StringWriter();
        try {
            var xml = XMLOutputFactory.newDefaultFactory().createXMLStreamWriter(text);
            xml.writeStartDocument("UTF-8", "1.0");
            line(xml, 0);
            xml.writeStartElement("testsuites");
            xml.writeAttribute("name", "ralbench");
            counts(xml, suites.stream().flatMap(suite -> suite.cases().stream()).toList());
            for (var suite : suites) {
                write(xml, suite);
            }
            line(xml, 0);
            xml.writeEndElement();
            xml.writeEndDocument();
            xml.close();
        } catch (XMLStreamException e) {
            throw new IllegalStateException("writing to memory cannot fail", e);
        }
        return text + "\n";
    }

    private static void write(XMLStreamWriter xml, Suite suite) throws XMLStreamException {
        line(xml, 1);
        xml.writeStartElement("testsuite");
        xml.writeAttribute("name", clean(suite.name()));
        counts(xml, suite.cases());
        xml.writeAttribute("timestamp", suite.timestamp());
        line(xml, 2);
        xml.writeStartElement("properties");
        for (var property : suite.properties()) {
            line(xml, 3);
            xml.writeEmptyElement("property");
            xml.writeAttribute("name", property.name());
            xml.writeAttribute("value", clean(property.value()));
        }
        line(xml, 2);
        xml.writeEndElement();
        for (var each : suite.cases()) {
            write(xml, each);
        }
        line(xml, 1);
        xml.writeEndElement();
    }

    private static void write(XMLStreamWriter xml, Case each) throws XMLStreamException {
        line(xml, 2);
        xml.writeStartElement("testcase");
        xml.writeAttribute("classname", clean(each.className()));
        xml.writeAttribute("name", clean(each.name()));
        switch (each.kind()) {
            case PASSED -> outcome(xml, "system-out", "", each);
            case SKIPPED -> outcome(xml, "skipped", each.type() + " ", each);
            case FAILURE -> outcome(xml, "failure", "", each);
            case ERROR -> outcome(xml, "error", "", each);
        }
        line(xml, 2);
        xml.writeEndElement();
    }

    private static void outcome(XMLStreamWriter xml, String element, String before, Case each)
            throws XMLStreamException {
        line(xml, 3);
        xml.writeStartElement(element);
        if (each.kind() != CaseStatus.PASSED) {
            if (each.kind() != CaseStatus.SKIPPED) {
                xml.writeAttribute("type", clean(each.type()));
            }
            xml.writeAttribute("message", clean((before + each.message()).strip()));
        }
        xml.writeCharacters(clean(each.detail()));
        xml.writeEndElement();
    }

    private static void counts(XMLStreamWriter xml, List<Case> cases) throws XMLStreamException {
        xml.writeAttribute("tests", Integer.toString(cases.size()));
        xml.writeAttribute("failures", count(cases, CaseStatus.FAILURE));
        xml.writeAttribute("errors", count(cases, CaseStatus.ERROR));
        xml.writeAttribute("skipped", count(cases, CaseStatus.SKIPPED));
    }

    private static String count(List<Case> cases, CaseStatus kind) {
        return Long.toString(cases.stream().filter(each -> each.kind() == kind).count());
    }

    private static void line(XMLStreamWriter xml, int depth) throws XMLStreamException {
        xml.writeCharacters("\n" + "  ".repeat(depth));
    }

    /** XML 1.0 cannot hold control characters, not even escaped; others would give a terminal orders. */
    private static String clean(String text) {
        return Printable.lines(text)
                .replaceAll("[^\\x{20}-\\x{D7FF}\\x{E000}-\\x{FFFD}\\x{10000}-\\x{10FFFF}\\n]", "?");
    }
}
