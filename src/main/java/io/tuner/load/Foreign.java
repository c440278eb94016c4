package io.tuner.load;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Keys that Ansible has and tuner has not, with what to write instead. */
final class Foreign {

  private static final Map<String, String> INSTEAD = new HashMap<>();

  static {
    put(
        "tuner has no `%s`: what a task does depends on facts, variables and the host's state;"
            + " write the condition with `facts.…`",
        "register", "until", "retries", "delay", "changed_when", "failed_when");
    put(
        "write `loop: […]` and use `${item}`",
        "with_items",
        "with_list",
        "with_dict",
        "with_sequence",
        "with_fileglob",
        "with_nested",
        "with_together",
        "with_subelements",
        "loop_with");
    put(
        "every task runs on the hosts of its play; write a play with `hosts: localhost`",
        "delegate_to",
        "delegate_facts",
        "local_action",
        "run_once");
    put("write `import_tasks: FILE`", "include_tasks", "include", "tasks_from");
    put(
        "put the tasks into a file and write `import_tasks: FILE`",
        "roles",
        "role",
        "import_role",
        "include_role",
        "collections");
    put("write all tasks under `tasks`, in order", "pre_tasks", "post_tasks");
    put("facts are read where a task needs them; leave it out", "gather_subset", "gather_timeout");
    put("long steps run detached by themselves; leave it out", "async", "poll", "async_status");
    put(
        "write `vars`, in the play, the block or the task",
        "set_fact",
        "include_vars",
        "vars_prompt");
    put("`tuner plan` shows what would be done; use `assert` to check a value", "debug", "fail");
    put(
        "write a resource type, or `command` with `unless` or `creates`",
        "shell",
        "raw",
        "script",
        "expect");
    put("write `file: {dest, content}` or `file: {dest, src}`", "copy", "fetch", "synchronize");
    put(
        "write `config_option`, or `file` for a whole file",
        "lineinfile",
        "blockinfile",
        "replace",
        "ini_file");
    put("write `package: {name}`", "apt", "yum", "dnf", "zypper", "pip");
    put("write `service`, or `systemd_unit` for settings of a unit", "systemd", "systemd_service");
    put("write `kernel_module`", "modprobe");
    put("write `limits`", "pam_limits");
    put("set `ansible_connection` in the inventory", "connection");
    put("set `ansible_user` in the inventory, or give `--user`", "remote_user");
    put("set `ansible_port` in the inventory", "port");
    put(
        "set `ansible_become_method` in the inventory; sudo is the only one", "become_method",
        "become_flags", "become_exe");
    put("use `tuner apply --dry-run`", "check_mode", "diff");
    put(
        "passwords of connections and parameters that are `secret` are never shown; all else is: "
            + "give no secret to this task, or have the host read it from a file of its own",
        "no_log");
    put(
        "hosts run side by side, `--forks` at a time; leave it out",
        "strategy",
        "throttle",
        "order");
    put("the host stops at its first failing task; undo with `tuner rollback`", "rescue", "always");
    put(
        "a notified handler runs in the next apply where the run died; leave it out",
        "force_handlers",
        "meta");
    put("an unreachable host is reported as such; leave it out", "ignore_unreachable");
    put("write `template: {src, dest}`", "win_template");
  }

  private Foreign() {}

  /** What to write instead of a key; empty where nothing is known of it. */
  static Optional<String> instead(String key) {
    String name = key.substring(key.lastIndexOf('.') + 1);
    return Optional.ofNullable(INSTEAD.get(name)).map(hint -> hint.replace("%s", name));
  }

  /** The name without a collection before it: {@code sysctl} of {@code ansible.posix.sysctl}. */
  static Optional<String> withoutCollection(String key) {
    int dot = key.lastIndexOf('.');
    return dot > 0 ? Optional.of(key.substring(dot + 1)) : Optional.empty();
  }

  private static void put(String hint, String... keys) {
    for (String key : keys) {
      INSTEAD.put(key, hint);
    }
  }
}
