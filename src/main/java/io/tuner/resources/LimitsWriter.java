package io.tuner.resources;

import io.tuner.format.LimitsConf;
import io.tuner.resource.Knob;
import io.tuner.resource.Probe;
import io.tuner.resource.ProbeFailed;
import io.tuner.resource.Readings;
import io.tuner.resource.Writer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Files of limits.d that PAM reads after ours (pam_limits(8)): what they name beats our value. */
final class LimitsWriter implements Writer {

  @Override
  public String name() {
    return "limits files";
  }

  @Override
  public Set<String> types() {
    return Set.of("limits");
  }

  @Override
  public Probe probe() {
    return LimitsState.files();
  }

  @Override
  public List<Claim> claims(Readings readings) throws ProbeFailed {
    Map<String, String> texts = LimitsState.texts(readings);
    texts.putIfAbsent(Limits.FILE.path(), "");
    List<String> order = LimitsConf.order(texts.keySet());
    Map<Knob, Claim> claims = new LinkedHashMap<>();
    for (String path : order.subList(order.indexOf(Limits.FILE.path()) + 1, order.size())) {
      for (LimitsConf.Limit limit : LimitsConf.parse(texts.get(path)).limits()) {
        Knob knob = Knob.of("limits:" + limit.key());
        claims.put(knob, new Claim(knob, limit.value(), path + ":" + limit.line()));
      }
    }
    return List.copyOf(claims.values());
  }
}
