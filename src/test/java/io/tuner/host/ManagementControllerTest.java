package io.tuner.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import io.tuner.resource.Read;
import io.tuner.resource.Reading;
import io.tuner.resource.Readings;
import io.tuner.text.Secret;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ManagementControllerTest {

  @TempDir static Path directory;
  private static HttpsServer server;
  private static final ExecutorService THREADS = Executors.newCachedThreadPool();
  private static final CountDownLatch END = new CountDownLatch(1);
  private static final AtomicInteger STEPS = new AtomicInteger();
  private static final AtomicInteger ELSEWHERE = new AtomicInteger();

  private final ManagementController controller = new ManagementController(Duration.ofSeconds(30));

  @BeforeAll
  static void start() throws Exception {
    Path store = directory.resolve("store");
    Sshd.command(
        List.of(
            Path.of(System.getProperty("java.home"), "bin/keytool").toString(),
            "-genkeypair",
            "-keyalg",
            "EC",
            "-dname",
            "CN=another-name",
            "-validity",
            "2",
            "-storetype",
            "PKCS12",
            "-keystore",
            store.toString(),
            "-storepass",
            "changeit",
            "-alias",
            "a"));
    KeyStore keys = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(store)) {
      keys.load(in, "changeit".toCharArray());
    }
    KeyManagerFactory managers = KeyManagerFactory.getInstance("PKIX");
    managers.init(keys, "changeit".toCharArray());
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(managers.getKeyManagers(), null, null);
    server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 5);
    server.setHttpsConfigurator(new HttpsConfigurator(context));
    server.setExecutor(THREADS);
    server.createContext("/echo", ManagementControllerTest::echo);
    server.createContext(
        "/json",
        exchange -> {
          STEPS.incrementAndGet();
          String json =
              "{\"Members\": [{\"@odata.id\": \"/echo/1\"}], \"a/b~c\": \"echo\","
                  + " \"Away\": \"https://elsewhere.invalid/\"}";
          answer(exchange, 200, json.getBytes(StandardCharsets.UTF_8));
        });
    server.createContext("/elsewhere", exchange -> ELSEWHERE.incrementAndGet());
    server.createContext(
        "/away",
        exchange -> {
          exchange.getResponseHeaders().add("Location", url("/elsewhere"));
          answer(exchange, 302, new byte[0]);
        });
    server.createContext("/large", exchange -> answer(exchange, 200, new byte[5 << 20]));
    server.createContext(
        "/slow",
        exchange -> {
          exchange.sendResponseHeaders(200, 0);
          exchange.getResponseBody().write('{');
          exchange.getResponseBody().flush();
          try {
            END.await();
          } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
          }
        });
    server.start();
  }

  @AfterAll
  static void stop() {
    END.countDown();
    server.stop(0);
    THREADS.shutdownNow();
  }

  private static String url(String path) {
    return "https://127.0.0.1:" + server.getAddress().getPort() + path;
  }

  private static void echo(HttpExchange exchange) throws IOException {
    String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
    exchange.getResponseHeaders().add("ETag", "W/\"1\"");
    String text =
        exchange.getRequestMethod()
            + " "
            + exchange.getRequestHeaders().getFirst("Authorization")
            + " "
            + exchange.getRequestHeaders().getFirst("If-Match")
            + " "
            + body;
    answer(exchange, 412, text.getBytes(StandardCharsets.UTF_8));
  }

  private static void answer(HttpExchange exchange, int status, byte[] body) throws IOException {
    exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }

  private static Read.Http request(String method, String url, boolean verify, String body) {
    return new Read.Http(
        method,
        url,
        "root",
        Secret.of("open sesame"),
        verify,
        Map.of("If-Match", "W/\"1\""),
        Optional.ofNullable(body),
        List.of());
  }

  private static Read.Http following(String method, String... pointers) {
    return new Read.Http(
        method,
        url("/json"),
        "root",
        Secret.of("open sesame"),
        false,
        Map.of(),
        Optional.empty(),
        List.of(pointers));
  }

  @Test
  void aWayThroughAnswersIsFollowedAndEachStepAskedOnce() throws Exception {
    int before = STEPS.get();
    for (String method : List.of("GET", "DELETE")) {
      Readings.Answer answer = controller.send(following(method, "/Members/0/@odata.id"));
      assertThat(answer.url()).isEqualTo(url("/echo/1"));
      assertThat(answer.body()).startsWith(method + " Basic ");
    }
    assertThat(STEPS.get() - before).isEqualTo(1);
    assertThat(controller.send(following("GET", "/a~1b~0c", "/x")).status()).isEqualTo(412);
  }

  @Test
  void aStarAndAWordTakeTheFirstElementThatHasTheWord() throws Exception {
    assertThat(controller.send(following("GET", "/Members/*ECHO/@odata.id")).url())
        .isEqualTo(url("/echo/1"));
    assertThatThrownBy(() -> controller.send(following("GET", "/Members/*other/@odata.id")))
        .hasMessageContaining("there is no text at /Members/*other/@odata.id");
  }

  @Test
  void aWayThatEndsOrLeadsElsewhereIsNotFollowed() {
    assertThatThrownBy(() -> controller.send(following("GET", "/Members/1/@odata.id")))
        .hasMessage(url("/json") + ": there is no text at /Members/1/@odata.id in its answer");
    assertThatThrownBy(() -> controller.send(following("GET", "/Away")))
        .hasMessageContaining("leads elsewhere: https://elsewhere.invalid/");
  }

  @Test
  void whatIsAskedAndAnsweredComesThrough() throws Exception {
    Readings.Answer answer =
        controller.send(request("PATCH", url("/echo"), false, "{\"a\": \"ü\"}"));
    assertThat(answer.status()).isEqualTo(412);
    assertThat(answer.headers()).containsEntry("etag", "W/\"1\"");
    assertThat(answer.body())
        .isEqualTo("PATCH Basic cm9vdDpvcGVuIHNlc2FtZQ== W/\"1\" {\"a\": \"ü\"}");
  }

  @Test
  void aCertificateNobodyKnowsIsRefused() {
    assertThatThrownBy(() -> controller.send(request("GET", url("/echo"), true, null)))
        .isInstanceOfSatisfying(
            Unreachable.class, e -> assertThat(e.kind()).isEqualTo(Unreachable.Kind.CERTIFICATE))
        .hasMessageNotContaining("sesame");
    assertThat(controller.read(request("GET", url("/echo"), true, null)))
        .isInstanceOf(Reading.Refused.class);
  }

  @Test
  void aRedirectIsAnAnswer() throws Exception {
    Readings.Answer answer = controller.send(request("GET", url("/away"), false, null));
    assertThat(answer.status()).isEqualTo(302);
    assertThat(answer.headers()).containsEntry("location", url("/elsewhere"));
    assertThat(ELSEWHERE).hasValue(0);
  }

  @Test
  void anAnswerThatIsTooLargeOrTooSlowIsNone() {
    assertThatThrownBy(() -> controller.send(request("GET", url("/large"), false, null)))
        .hasMessageContaining("the answer is larger than 4 MiB");
    ManagementController hasty = new ManagementController(Duration.ofSeconds(1));
    assertThatThrownBy(() -> hasty.send(request("GET", url("/slow"), false, null)))
        .isInstanceOfSatisfying(
            Unreachable.class, e -> assertThat(e.kind()).isEqualTo(Unreachable.Kind.TIMEOUT));
  }

  @Test
  void aPasswordGoesNowhereInTheClear() {
    assertThatThrownBy(() -> controller.send(request("GET", "http://10.0.0.1/redfish", true, null)))
        .hasMessage("`http://10.0.0.1/redfish` cannot be asked: it must begin with https://");
    assertThatThrownBy(
            () -> controller.send(request("GET", "https://root:pw@10.0.0.1/", true, null)))
        .isInstanceOf(Unreachable.class);
  }

  @Test
  void nothingListensThere() throws Exception {
    String url = "https://127.0.0.1:" + Sshd.freePort() + "/";
    assertThatThrownBy(() -> controller.send(request("GET", url, true, null)))
        .isInstanceOfSatisfying(
            Unreachable.class, e -> assertThat(e.kind()).isEqualTo(Unreachable.Kind.REFUSED));
  }
}
