package io.tuner.host;

import io.tuner.resource.Read;
import io.tuner.resource.Reading;
import io.tuner.resource.Readings.Answer;
import io.tuner.text.Durations;
import io.tuner.text.Printable;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Pattern;
import javax.net.ssl.SSLException;

/**
 * Sends requests from this machine to management controllers (iBMC, iDRAC, iLO): with basic
 * authentication, over HTTPS. A redirect is an answer like any other and never followed, for it
 * would take the password elsewhere.
 */
public final class ManagementController {

  /** How much of an answer is taken, in bytes. */
  public static final int LIMIT = 4 << 20;

  /** Without TLS only where nobody else can listen. */
  private static final Pattern LOOPBACK =
      Pattern.compile("localhost|127(\\.[0-9]{1,3}){3}|\\[::1\\]");

  private final Duration limit;
  private final Map<Read.Http, Answer> asked = new HashMap<>();
  private HttpClient verifying;
  private HttpClient trusting;

  /**
   * For requests that take no longer than that, from the first byte out to the last one in.
   *
   * @param limit of one request
   */
  public ManagementController(Duration limit) {
    this.limit = limit;
  }

  /** The answer of a probe's request: refused with the reason where there was none. */
  public Reading<Answer> read(Read.Http request) {
    try {
      return new Reading.Present<>(send(request));
    } catch (Unreachable e) {
      return new Reading.Refused<>(e.getMessage() + e.hint().map(h -> " (" + h + ")").orElse(""));
    }
  }

  /**
   * Sends a request, at the end of the way that it is to follow; whatever status comes back is the
   * answer, and ends the way where it is no success.
   *
   * @throws Unreachable where none came; the message names the controller and holds no secret
   */
  public Answer send(Read.Http request) throws Unreachable {
    String url = request.url();
    for (String pointer : request.follow()) {
      Answer here = onTheWay(get(request, url));
      if (here.status() / 100 != 2) {
        return here;
      }
      url = Links.next(here, pointer);
    }
    boolean plain = request.method().equals("GET") && request.headers().isEmpty();
    return plain ? onTheWay(get(request, url)) : exchange(at(request, url));
  }

  /** Asked once, however many requests lead along there. */
  private synchronized Answer onTheWay(Read.Http request) throws Unreachable {
    Answer known = asked.get(request);
    if (known == null) {
      known = exchange(request);
      asked.put(request, known);
    }
    return known;
  }

  private static Read.Http get(Read.Http request, String url) {
    return new Read.Http(
        "GET",
        url,
        request.user(),
        request.password(),
        request.verifyTls(),
        Map.of(),
        Optional.empty(),
        List.of());
  }

  private static Read.Http at(Read.Http request, String url) {
    return new Read.Http(
        request.method(),
        url,
        request.user(),
        request.password(),
        request.verifyTls(),
        request.headers(),
        request.body(),
        List.of());
  }

  private Answer exchange(Read.Http request) throws Unreachable {
    HttpRequest message = message(request);
    String place = message.uri().getRawAuthority();
    CompletableFuture<HttpResponse<byte[]>> answer =
        client(request.verifyTls()).sendAsync(message, info -> new BoundedBody(LIMIT));
    try {
      HttpResponse<byte[]> response = answer.get(limit.toMillis(), TimeUnit.MILLISECONDS);
      Map<String, String> headers = new TreeMap<>();
      response.headers().map().forEach((name, all) -> headers.put(name, String.join(", ", all)));
      return new Answer(
          response.uri().toString(),
          response.statusCode(),
          headers,
          new String(response.body(), StandardCharsets.UTF_8));
    } catch (TimeoutException late) {
      answer.cancel(true);
      throw late(place);
    } catch (ExecutionException e) {
      throw failure(place, e.getCause());
    } catch (InterruptedException stopped) {
      answer.cancel(true);
      Thread.currentThread().interrupt();
      throw new Unreachable(Unreachable.Kind.CLOSED, place + ": interrupted", "");
    }
  }

  private HttpRequest message(Read.Http request) throws Unreachable {
    try {
      URI uri = URI.create(request.url());
      String host = String.valueOf(uri.getHost());
      boolean secured = "https".equalsIgnoreCase(uri.getScheme());
      if (!secured && !LOOPBACK.matcher(host).matches()) {
        throw new IllegalArgumentException("it must begin with https://");
      }
      if (uri.getRawUserInfo() != null) {
        throw new IllegalArgumentException("user and password have parameters of their own");
      }
      String credentials = request.user() + ":" + request.password().reveal();
      HttpRequest.Builder builder =
          HttpRequest.newBuilder(uri)
              .timeout(limit)
              .header(
                  "Authorization",
                  "Basic "
                      + Base64.getEncoder()
                          .encodeToString(credentials.getBytes(StandardCharsets.UTF_8)))
              .header("Accept", "application/json");
      if (request.body().isPresent()) {
        builder.header("Content-Type", "application/json");
      }
      request.headers().forEach(builder::setHeader);
      return builder
          .method(
              request.method(),
              request
                  .body()
                  .map(HttpRequest.BodyPublishers::ofString)
                  .orElse(HttpRequest.BodyPublishers.noBody()))
          .build();
    } catch (IllegalArgumentException e) {
      throw new Unreachable(
          Unreachable.Kind.CONFIGURATION,
          "`" + Printable.of(request.url()) + "` cannot be asked: " + e.getMessage(),
          "");
    }
  }

  private synchronized HttpClient client(boolean verify) throws Unreachable {
    try {
      if (verify) {
        verifying = verifying == null ? builder().build() : verifying;
        return verifying;
      }
      trusting =
          trusting == null ? builder().sslContext(AnyCertificate.context()).build() : trusting;
      return trusting;
    } catch (GeneralSecurityException e) {
      throw new Unreachable(Unreachable.Kind.CONFIGURATION, "no TLS here: " + e.getMessage(), "");
    }
  }

  private HttpClient.Builder builder() {
    return HttpClient.newBuilder()
        .version(HttpClient.Version.HTTP_1_1)
        .followRedirects(HttpClient.Redirect.NEVER)
        .connectTimeout(limit);
  }

  private Unreachable failure(String place, Throwable cause) {
    if (cause instanceof HttpTimeoutException) {
      return late(place);
    }
    for (Throwable e = cause; e != null; e = e.getCause()) {
      if (e instanceof UnresolvedAddressException) {
        return new Unreachable(Unreachable.Kind.NAME, place + ": the name has no address", "");
      }
      if (e instanceof SSLException) {
        return new Unreachable(
            Unreachable.Kind.CERTIFICATE,
            place + ": its certificate is not trusted: " + Printable.of("" + e.getMessage()),
            "let Java trust its authority, or set verify_tls: false");
      }
    }
    if (cause instanceof ConnectException) {
      return new Unreachable(Unreachable.Kind.REFUSED, place + ": nothing listens there", "");
    }
    String words = cause instanceof IOException ? String.valueOf(cause.getMessage()) : "" + cause;
    return new Unreachable(Unreachable.Kind.CLOSED, place + ": " + Printable.of(words), "");
  }

  private Unreachable late(String place) {
    return new Unreachable(
        Unreachable.Kind.TIMEOUT, place + ": no answer within " + Durations.show(limit), "");
  }
}
