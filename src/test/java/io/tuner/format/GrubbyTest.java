package io.tuner.format;

import static org.assertj.core.api.Assertions.assertThat;

import io.tuner.format.Grubby.Entry;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

class GrubbyTest {

  @Test
  void valuesWithAndWithoutQuotes() {
    String info =
        """
        a warning
        index=0
        kernel=/boot/vmlinuz-3
        args="ro console=tty0 dyndbg="file a.c +p" quiet"
        title=Linux 3
        index=1
        kernel="/boot/vmlinuz-5"
        args=""
        title="Linux "5""
        index=2
        non linux entry
        index=first
        kernel=/boot/vmlinuz-6
        """;
    assertThat(Grubby.entries(info))
        .containsExactly(
            new Entry(
                0,
                "/boot/vmlinuz-3",
                KernelArguments.parse("ro console=tty0 dyndbg=\"file a.c +p\" quiet"),
                "Linux 3"),
            new Entry(1, "/boot/vmlinuz-5", KernelArguments.parse(""), "Linux \"5\""));
  }

  @Test
  void theAnswerIsTheLastLineOfItsKind() {
    assertThat(Grubby.defaultKernel("grubby: fork: retry\n/boot/vmlinuz-5\n"))
        .contains("/boot/vmlinuz-5");
    assertThat(Grubby.defaultKernel("")).isEmpty();
    assertThat(Grubby.defaultIndex("line 37: no such file\n1\n")).hasValue(1);
    assertThat(Grubby.defaultIndex("none\n")).isEmpty();
  }

  @Property
  void garbageIsLeftOut(@ForAll("garbage") String text) {
    assertThat(Grubby.entries(text)).allMatch(entry -> entry.index() >= 0);
  }

  @Provide
  Arbitrary<String> garbage() {
    return Arbitraries.of("index=", "0", "kernel=", "args=", "\"", "\n", "/boot", " ")
        .list()
        .ofMaxSize(30)
        .map(parts -> String.join("", parts));
  }
}
