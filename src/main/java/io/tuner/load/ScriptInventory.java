package io.tuner.load;

import com.fasterxml.jackson.jr.ob.JSON;
import io.tuner.text.Diagnostic;
import io.tuner.text.Source;
import io.tuner.text.Span;
import io.tuner.text.Tree;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Runs executable inventories ({@code --list}, {@code --host NAME}) and reads their JSON. */
final class ScriptInventory {

  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final int MOST_OUTPUT = 32 << 20;

  private final Path path;
  private final SourceFiles files;
  private final Map<String, String> environment;
  private final InventoryBuilder builder;
  private final Span span;

  private ScriptInventory(
      Path path, SourceFiles files, Map<String, String> environment, InventoryBuilder builder) {
    this.path = path;
    this.files = files;
    this.environment = environment;
    this.builder = builder;
    this.span = new Span(new Source(path.toString(), ""), 0, 0, 1);
  }

  static void read(
      Path path, SourceFiles files, Map<String, String> environment, InventoryBuilder builder) {
    ScriptInventory script = new ScriptInventory(path, files, environment, builder);
    try {
      script.groups(script.json("--list"));
    } catch (Unrendered e) {
      builder.diagnostics().add(e.diagnostic());
    }
  }

  private void groups(Map<?, ?> answer) throws Unrendered {
    for (Map.Entry<?, ?> entry : answer.entrySet()) {
      String name = String.valueOf(entry.getKey());
      if (!name.equals("_meta")) {
        group(builder.group(name, span), entry.getValue());
      }
    }
    boolean complete =
        answer.get("_meta") instanceof Map<?, ?> meta && meta.get("hostvars") instanceof Map<?, ?>;
    if (complete) {
      Map<?, ?> variables = (Map<?, ?>) ((Map<?, ?>) answer.get("_meta")).get("hostvars");
      for (Map.Entry<?, ?> host : variables.entrySet()) {
        variables(String.valueOf(host.getKey()), host.getValue());
      }
      return;
    }
    for (String host : List.copyOf(builder.hosts().keySet())) {
      variables(host, json("--host", host));
    }
  }

  private void group(Group group, Object value) throws Unrendered {
    if (value instanceof List<?> hosts) {
      hosts.forEach(host -> builder.host(String.valueOf(host), group, span));
      return;
    }
    if (!(value instanceof Map<?, ?> map)) {
      throw new Unrendered(
          span, "the inventory's answer has `" + group.name() + "`, which is no group");
    }
    list(map, "hosts", group).forEach(host -> builder.host(String.valueOf(host), group, span));
    for (Object child : list(map, "children", group)) {
      builder.group(String.valueOf(child), span);
      group.children().put(String.valueOf(child), span);
    }
    if (map.get("vars") instanceof Map<?, ?> variables) {
      variables.forEach((k, v) -> put(group.variables(), k, v));
    }
  }

  private List<?> list(Map<?, ?> map, String key, Group group) throws Unrendered {
    Object value = map.get(key);
    if (value == null) {
      return List.of();
    }
    if (value instanceof List<?> list) {
      return list;
    }
    throw new Unrendered(
        span, "the inventory's answer has no list as `" + key + "` of `" + group.name() + "`");
  }

  private void variables(String host, Object value) throws Unrendered {
    if (!(value instanceof Map<?, ?> map)) {
      throw new Unrendered(
          span, "the inventory's answer has no mapping as variables of `" + host + "`");
    }
    Map<String, Tree> variables = builder.hosts().get(host);
    if (variables == null) {
      return;
    }
    map.forEach((k, v) -> put(variables, k, v));
  }

  private void put(Map<String, Tree> variables, Object key, Object value) {
    String name = String.valueOf(key);
    if (!VariableNames.MAGIC.contains(name)) {
      variables.put(name, Masked.value(name, Tree.of(value, span)));
    }
  }

  private Map<?, ?> json(String... arguments) throws Unrendered {
    String command = path + " " + String.join(" ", arguments);
    byte[] output = run(command, arguments);
    files.record(command, output);
    try {
      if (JSON.std.anyFrom(output) instanceof Map<?, ?> map) {
        return map;
      }
    } catch (IOException | RuntimeException notJson) {
      // Said below.
    }
    String start = new String(output, 0, Math.min(60, output.length), StandardCharsets.UTF_8);
    throw new Unrendered(
        Diagnostic.error(span, "`" + command + "` did not print a JSON object")
            .hint(
                output.length == 0
                    ? "it printed nothing"
                    : "its output begins with `" + start.lines().findFirst().orElse("") + "`"));
  }

  private byte[] run(String command, String... arguments) throws Unrendered {
    List<String> words = new java.util.ArrayList<>();
    words.add(files.actual(path).toAbsolutePath().toString());
    words.addAll(List.of(arguments));
    ProcessBuilder start = new ProcessBuilder(words);
    start.environment().putAll(environment);
    start.directory(files.actual(Path.of("")).toFile());
    Process process = null;
    try {
      process = start.start();
      process.getOutputStream().close();
      CompletableFuture<byte[]> output = drained(process.getInputStream());
      CompletableFuture<byte[]> errors = drained(process.getErrorStream());
      // Whatever it still has to say, it is not waited for.
      ProcessHandle flooding = process.toHandle();
      output.thenAccept(bytes -> tooMuch(bytes).ifPresent(much -> flooding.destroyForcibly()));
      if (!process.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS)) {
        throw new Unrendered(
            span, "`" + command + "` did not end within " + LIMIT.toSeconds() + " s");
      }
      byte[] answer = output.get(LIMIT.toSeconds(), TimeUnit.SECONDS);
      Optional<String> much = tooMuch(answer);
      if (much.isPresent()) {
        throw new Unrendered(span, "`" + command + "` prints " + much.get());
      }
      if (process.exitValue() != 0) {
        byte[] complaint = errors.get(LIMIT.toSeconds(), TimeUnit.SECONDS);
        String said = new String(complaint, StandardCharsets.UTF_8).strip();
        Diagnostic error =
            Diagnostic.error(span, "`" + command + "` failed with exit " + process.exitValue());
        throw new Unrendered(
            said.isEmpty() ? error : error.hint(said.substring(said.lastIndexOf('\n') + 1)));
      }
      return answer;
    } catch (IOException e) {
      throw new Unrendered(
          Diagnostic.error(span, "`" + path + "` cannot be run")
              .hint("check its first line, `#!…`, and that the program it names is installed"));
    } catch (ExecutionException | TimeoutException e) {
      throw new Unrendered(span, "`" + command + "` ended, but something holds its output open");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new Unrendered(span, "`" + command + "` was interrupted");
    } finally {
      if (process != null) {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
      }
    }
  }

  private static Optional<String> tooMuch(byte[] output) {
    return output.length > MOST_OUTPUT
        ? Optional.of("more than " + (MOST_OUTPUT >> 20) + " MiB")
        : Optional.empty();
  }

  private static CompletableFuture<byte[]> drained(InputStream stream) {
    return CompletableFuture.supplyAsync(
        () -> {
          try (stream) {
            return stream.readNBytes(MOST_OUTPUT + 1);
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        });
  }
}
