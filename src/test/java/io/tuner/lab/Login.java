package io.tuner.lab;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * One host of an inventory.
 *
 * @param name the host's name there
 * @param variables its variables
 */
public record Login(String name, Map<String, String> variables) {
  /** Copies the variables. */
  public Login {
    variables = new LinkedHashMap<>(variables);
  }

  /** A user of a host, by IPv4 and with the key {@code id}. */
  public static Login of(Host host, String user) {
    Map<String, String> variables = new LinkedHashMap<>();
    variables.put("ansible_host", host.address());
    variables.put("ansible_user", user);
    variables.put("ansible_ssh_private_key_file", Lab.key("id").toString());
    return new Login(host.name(), variables);
  }

  /** With a variable set, or set anew. */
  public Login with(String variable, String value) {
    Login changed = new Login(name, variables);
    changed.variables.put(variable, value);
    return changed;
  }

  /** Through the sshd that traces its sessions. */
  public Login traced() {
    return with("ansible_port", String.valueOf(Host.TRACED_PORT));
  }
}
