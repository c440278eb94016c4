package io.tuner.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.tuner.Proves;
import java.io.StringReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.transform.stream.StreamSource;
import javax.xml.validation.Schema;
import javax.xml.validation.SchemaFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

/** What programs that show tests read of a run. */
@Proves(
    what = "the JUnit file keeps what the schemas in use demand, whatever a host sent",
    against = "a schema of what Ant's, Jenkins's and Surefire's take alike")
class JunitReportTest {

  static Set<String> names() {
    return SampleReports.all().keySet();
  }

  @ParameterizedTest
  @MethodSource("names")
  void keepsTheSchema(String name) throws Exception {
    Schema schema =
        SchemaFactory.newInstance(XMLConstants.W3C_XML_SCHEMA_NS_URI)
            .newSchema(Path.of("src/test/resources/junit/junit.xsd").toFile());
    String xml = JunitReport.of(SampleReports.all().get(name));
    schema.newValidator().validate(new StreamSource(new StringReader(xml)));
  }

  @ParameterizedTest
  @MethodSource("names")
  void countsWhatItHolds(String name) throws Exception {
    NodeList suites = parse(name).getElementsByTagName("testsuite");
    for (int i = 0; i < suites.getLength(); i++) {
      Element suite = (Element) suites.item(i);
      assertThat(number(suite, "tests")).isEqualTo(count(suite, "testcase")).isPositive();
      assertThat(number(suite, "failures")).isEqualTo(count(suite, "failure"));
      assertThat(number(suite, "errors")).isEqualTo(count(suite, "error"));
      assertThat(number(suite, "skipped")).isEqualTo(count(suite, "skipped"));
    }
  }

  @Test
  void eachTaskVerificationAndGateIsACase() throws Exception {
    assertThat(cases("matrix"))
        .contains(
            "db1.connection reached: passed",
            "db1.task block_queue[sdb]: passed",
            "db1.verification block_queue[sdb]: passed",
            "db1.task sysctl[vm.nr_hugepages]: failure",
            "db1.verification sysctl[vm.nr_hugepages]: skipped",
            "db1.task mount[/data]: skipped",
            "db1.gate fio read.iops (rw: randread, bs: 4k, numjobs: 1) >= -2%: passed",
            "db1.gate fio read.iops (rw: randread, bs: 4k, numjobs: 2) >= -2%: failure",
            "db1.gate fio read.iops (rw: randread, bs: 4k, numjobs: 4) >= -2%: skipped",
            "db2.connection reached: error",
            "db3.connection reached: error")
        .hasSize(16);
  }

  @Test
  void driftFailsAVerification() throws Exception {
    assertThat(cases("verified"))
        .contains(
            "db1.verification block_queue[sdb]: failure",
            "db3.verification sysctl[vm.swappiness]: passed")
        .noneMatch(text -> text.contains(".task "));
  }

  @Test
  void whatOnlyABootSettlesIsNoPassedVerification() throws Exception {
    assertThat(cases("applied"))
        .contains(
            "db2.task kernel_cmdline[skew_tick]: passed",
            "db2.verification kernel_cmdline[skew_tick]: skipped");
  }

  @Test
  void aHostThatHasOnlyGatesHasASuiteToo() throws Exception {
    assertThat(((Element) parse("writes").getElementsByTagName("testsuite").item(2)))
        .extracting(suite -> suite.getAttribute("hostname"))
        .isEqualTo("node1");
  }

  @Test
  void aBenchmarkThatCouldNotBeMeasuredIsAnError() throws Exception {
    assertThat(cases("unmeasured"))
        .contains("db1.benchmark dd rw=read: error", "load1.benchmark dd: error");
  }

  private static List<String> cases(String name) throws Exception {
    NodeList all = parse(name).getElementsByTagName("testcase");
    List<String> cases = new ArrayList<>();
    for (int i = 0; i < all.getLength(); i++) {
      Element one = (Element) all.item(i);
      String how = one.getFirstChild() == null ? "passed" : one.getFirstChild().getNodeName();
      cases.add(one.getAttribute("classname") + " " + one.getAttribute("name") + ": " + how);
    }
    return cases;
  }

  private static Document parse(String name) throws Exception {
    String xml = JunitReport.of(SampleReports.all().get(name));
    return DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(new InputSource(new StringReader(xml)));
  }

  private static int number(Element suite, String attribute) {
    return Integer.parseInt(suite.getAttribute(attribute));
  }

  private static int count(Element suite, String element) {
    return suite.getElementsByTagName(element).getLength();
  }
}
