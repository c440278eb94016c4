package io.tuner.redfish;

import com.fasterxml.jackson.jr.ob.JSON;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/**
 * Models the Redfish service of a management controller (DMTF DSP0266; schemas Bios, Settings,
 * AttributeRegistry) on loopback, as its vendor's documentation has it:
 *
 * <ul>
 *   <li>iBMC: a change needs If-Match with a weak ETag (412 without), and an apply time is refused;
 *   <li>iDRAC: an apply time makes a job, without one nothing is ever taken over, and while there
 *       is a job every further change is refused (SYS011);
 *   <li>iLO: the settings resource has all settings, not the staged ones alone;
 *   <li>OpenBMC: neither ETags nor apply times.
 * </ul>
 *
 * Not modelled: sessions, events, dependencies between settings, power control.
 */
public final class RedfishServer implements AutoCloseable {

  public static final String USER = "tuner";
  public static final String PASSWORD = "open sesame";

  private final HttpServer server;
  private final List<String> log = new ArrayList<>();
  private volatile Machine machine;

  private RedfishServer(HttpServer server, Machine machine) {
    this.server = server;
    this.machine = machine;
    server.createContext("/", this::handle);
    server.start();
  }

  /** Without TLS, on a port of its own choice where that is 0. */
  public static RedfishServer http(Machine machine, int port) throws IOException {
    return new RedfishServer(HttpServer.create(loopback(port), 5), machine);
  }

  /** With TLS and a certificate that nobody knows, kept in that directory. */
  public static RedfishServer https(Machine machine, int port, Path directory) throws Exception {
    Path store = directory.resolve("certificate");
    if (!Files.exists(store)) {
      String keytool = Path.of(System.getProperty("java.home"), "bin/keytool").toString();
      List<String> command =
          List.of(
              keytool,
              "-genkeypair",
              "-keyalg",
              "EC",
              "-dname",
              "CN=bmc",
              "-validity",
              "365",
              "-storetype",
              "PKCS12",
              "-keystore",
              store.toString(),
              "-storepass",
              "changeit",
              "-alias",
              "a");
      if (new ProcessBuilder(command).inheritIO().start().waitFor() != 0) {
        throw new IOException("no certificate could be made");
      }
    }
    KeyStore keys = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(store)) {
      keys.load(in, "changeit".toCharArray());
    }
    KeyManagerFactory managers = KeyManagerFactory.getInstance("PKIX");
    managers.init(keys, "changeit".toCharArray());
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(managers.getKeyManagers(), null, null);
    HttpsServer server = HttpsServer.create(loopback(port), 5);
    server.setHttpsConfigurator(new HttpsConfigurator(context));
    return new RedfishServer(server, machine);
  }

  private static InetSocketAddress loopback(int port) {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
  }

  /** {@code serve DIRECTORY PORT [VENDOR]} serves until it is ended; {@code boot DIRECTORY}. */
  public static void main(String[] arguments) throws Exception {
    Path directory = Path.of(arguments[1]);
    if (arguments[0].equals("boot")) {
      new Machine(directory).boot();
      return;
    }
    Machine machine = Machine.create(directory, arguments.length > 3 ? arguments[3] : "ibmc");
    RedfishServer served = https(machine, Integer.parseInt(arguments[2]), directory.getParent());
    System.out.println("https://127.0.0.1:" + served.port() + " " + USER + " " + PASSWORD);
  }

  public int port() {
    return server.getAddress().getPort();
  }

  /** From now on it is the controller of that machine. */
  public void serve(Machine other) {
    machine = other;
  }

  /** Every request but those that only read: method, path, If-Match, body. */
  public synchronized List<String> changes() {
    return List.copyOf(log);
  }

  @Override
  public void close() {
    server.stop(0);
  }

  private synchronized void handle(HttpExchange exchange) throws IOException {
    try {
      byte[] body = exchange.getRequestBody().readAllBytes();
      respond(exchange, new String(body, StandardCharsets.UTF_8));
    } finally {
      exchange.close();
    }
  }

  private void respond(HttpExchange exchange, String body) throws IOException {
    String credentials = USER + ":" + PASSWORD;
    String basic = Base64.getEncoder().encodeToString(credentials.getBytes(StandardCharsets.UTF_8));
    if (!("Basic " + basic).equals(exchange.getRequestHeaders().getFirst("Authorization"))) {
      error(exchange, 401, "NoValidSession", "There is no valid session established.");
      return;
    }
    String path = exchange.getRequestURI().getPath().replaceFirst("/$", "");
    String system = "/redfish/v1/Systems/" + system();
    if (exchange.getRequestMethod().equals("PATCH")) {
      String match = exchange.getRequestHeaders().getFirst("If-Match");
      log.add("PATCH " + path + " " + match + " " + body);
      if (path.equals(system + "/Bios/Settings")) {
        patch(exchange, match, JSON.std.mapFrom(body));
      } else {
        error(exchange, 405, "OperationNotAllowed", "The HTTP method is not allowed here.");
      }
      return;
    }
    Map<String, Object> answer = new LinkedHashMap<>();
    answer.put("@odata.id", path);
    if (path.equals("/redfish/v1/Systems")) {
      answer.put("Members", List.of(link(system)));
    } else if (path.equals(system)) {
      answer.put("Id", system());
      answer.put("Bios", link(system + "/Bios"));
    } else if (path.equals(system + "/Bios")) {
      bios(system, answer);
    } else if (path.equals(system + "/Bios/Settings")) {
      Map<String, Object> attributes =
          machine.is("ilo") ? machine.current() : new LinkedHashMap<>();
      attributes.putAll(machine.staged());
      answer.put("Attributes", attributes);
      if (!machine.is("openbmc")) {
        exchange.getResponseHeaders().add("ETag", etag());
      }
    } else if (machine.quirk("no-registry") == null && registries(path, answer)) {
      if (path.endsWith(".json")) {
        answer = JSON.std.mapFrom(machine.registry());
      }
    } else {
      error(exchange, 404, "ResourceMissingAtURI", "The resource at the URI was not found.");
      return;
    }
    json(exchange, 200, answer);
  }

  private static boolean registries(String path, Map<String, Object> answer) {
    String registries = "/redfish/v1/Registries";
    String own = registries + "/BiosAttributeRegistry.v1_0_1";
    if (path.equals(registries)) {
      answer.put("Members", List.of(link(registries + "/Base.1.8.1"), link(own)));
    } else if (path.equals(own)) {
      answer.put("Location", List.of(Map.of("Language", "en", "Uri", own + ".json")));
    }
    return path.equals(registries) || path.equals(own) || path.equals(own + ".json");
  }

  private void bios(String system, Map<String, Object> answer) throws IOException {
    Map<String, Object> settings = new LinkedHashMap<>();
    settings.put("SettingsObject", link(system + "/Bios/Settings"));
    if (machine.is("idrac") || machine.quirk("no-apply-time") != null) {
      settings.put("SupportedApplyTimes", List.of("OnReset", "AtMaintenanceWindowStart"));
    }
    List<Object> messages = new ArrayList<>();
    for (String name : machine.failed().keySet()) {
      messages.add(
          Map.of(
              "MessageId",
              "Model.1.0.NotApplied",
              "RelatedProperties",
              List.of("#/Attributes/" + name)));
    }
    settings.put("Messages", messages);
    answer.put("AttributeRegistry", "BiosAttributeRegistry.v1_0_1");
    answer.put("Attributes", machine.current());
    answer.put("@Redfish.Settings", settings);
  }

  private void patch(HttpExchange exchange, String match, Map<String, Object> body)
      throws IOException {
    boolean timed = body.containsKey("@Redfish.SettingsApplyTime");
    if (machine.busy()) {
      exchange.getResponseHeaders().add("Retry-After", "1");
      error(exchange, 503, "ServiceTemporarilyUnavailable", "The service is busy. Retry later.");
    } else if (machine.is("ibmc") && match == null
        || match != null && !machine.is("openbmc") && !match.equals(etag())) {
      error(exchange, 412, "PreconditionFailed", "The ETag did not match; get the resource again.");
    } else if (timed && (!machine.is("idrac") || machine.quirk("no-apply-time") != null)) {
      error(
          exchange, 400, "PropertyUnknown", "The property @Redfish.SettingsApplyTime is unknown.");
    } else if (machine.hasJob()) {
      error(
          exchange,
          400,
          "SYS011",
          "Pending configuration values are already committed; wait for the job, or delete it.");
    } else {
      stage(exchange, body, timed);
    }
  }

  private void stage(HttpExchange exchange, Map<String, Object> body, boolean timed)
      throws IOException {
    Map<String, Object> wanted = new LinkedHashMap<>();
    if (body.get("Attributes") instanceof Map<?, ?> map) {
      map.forEach((name, value) -> wanted.put(name.toString(), value));
    }
    for (Map.Entry<String, Object> setting : wanted.entrySet()) {
      String refusal = machine.refusal(setting.getKey(), setting.getValue());
      if (refusal != null) {
        error(exchange, 400, refusal, "The value of " + setting.getKey() + " is refused.");
        return;
      }
    }
    machine.stage(wanted, timed);
    if (timed) {
      exchange.getResponseHeaders().add("Location", "/redfish/v1/TaskService/Tasks/JID_1");
    }
    json(exchange, timed ? 202 : 200, Map.of());
  }

  private String system() throws IOException {
    return switch (machine.vendor()) {
      case "idrac" -> "System.Embedded.1";
      case "openbmc" -> "system";
      default -> "1";
    };
  }

  private String etag() throws IOException {
    String tag = Integer.toHexString((machine.current() + " " + machine.staged()).hashCode());
    return (machine.is("ibmc") ? "W/" : "") + "\"" + tag + "\"";
  }

  private static Map<String, Object> link(String path) {
    return Map.of("@odata.id", path);
  }

  private static void error(HttpExchange exchange, int status, String id, String message)
      throws IOException {
    Map<String, Object> info = Map.of("MessageId", "Base.1.8." + id, "Message", message);
    json(exchange, status, Map.of("error", Map.of("@Message.ExtendedInfo", List.of(info))));
  }

  private static void json(HttpExchange exchange, int status, Map<String, Object> body)
      throws IOException {
    String text = JSON.std.with(JSON.Feature.WRITE_NULL_PROPERTIES).asString(body);
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().add("Content-Type", "application/json");
    exchange.sendResponseHeaders(status, bytes.length);
    exchange.getResponseBody().write(bytes);
  }
}
