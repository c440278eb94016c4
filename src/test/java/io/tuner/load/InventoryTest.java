package io.tuner.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.tuner.text.Diagnostics;
import io.tuner.text.Secret;
import io.tuner.text.Tree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InventoryTest {

  @TempDir private Path directory;
  private Written written;

  @BeforeEach
  void setUp() {
    written = new Written(directory);
  }

  @Test
  void readsIni() {
    Inventory inventory =
        written
            .file(
                "hosts",
                """
                # comment
                lonely
                [web]
                web[1:3].example.com ; not a comment for Ansible either
                [db]
                db1:2222 disk=sdb label="two words" mode=0644 path='a=b' x=a\\ b # comment
                fe80::1

                [prod:children]
                web
                db
                [prod:vars]
                key = a value = b
                quoted = " kept "
                """
                    .replace(" ; not a comment for Ansible either", ""))
            .inventory();

    assertThat(inventory.hosts())
        .containsExactly(
            "lonely", "web1.example.com", "web2.example.com", "web3.example.com", "db1", "fe80::1");
    assertThat(inventory.groups().get("prod")).hasSize(5);
    assertThat(inventory.groups().get("ungrouped")).containsExactly("lonely");
    assertThat(plain(inventory, "db1"))
        .isEqualTo(
            Map.of(
                "ansible_host", "db1",
                "ansible_port", "2222",
                "disk", "sdb",
                "label", "two words",
                "mode", "0644",
                "path", "a=b",
                "x", "a b",
                "key", "a value = b",
                "quoted", " kept "));
    assertThat(inventory.groupNames("db1")).containsExactly("db", "prod");
  }

  @Test
  void readsYaml() {
    Inventory inventory =
        written
            .file(
                "hosts",
                """
                all:
                  hosts:
                    lonely:
                  children:
                    db:
                      hosts:
                        db[01:02]: {disk: sdb}
                        db03: {disks: [a, b], on: off}
                      vars: {mode: 0644}
                    empty:
                """)
            .inventory();

    assertThat(inventory.hosts()).containsExactly("lonely", "db01", "db02", "db03");
    assertThat(plain(inventory, "db03"))
        .containsEntry("disks", List.of("a", "b"))
        .containsEntry("on", "off")
        .containsEntry("mode", "0644");
  }

  @Test
  void mergesVariablesByAnsiblesPrecedence() {
    written
        .file(
            "inv/hosts",
            """
            [child]
            db1 own=host
            [parent:children]
            child
            [other]
            db1
            [all:vars]
            a=all
            b=all
            c=all
            d=all
            [parent:vars]
            b=parent
            c=parent
            [child:vars]
            c=child
            tie=child
            own=child
            [other:vars]
            b=other
            tie=other
            """)
        .file("inv/group_vars/all.yml", "a: inventory\nd: inventory\ne: inventory\ng: inventory\n")
        .file("group_vars/all/one.yml", "e: playbook\nf: playbook\n")
        .file("inv/group_vars/child.yml", "g: child\nf: child\nown: group_vars\n")
        .file("inv/host_vars/db1.yaml", "h: inventory\ni: inventory\n")
        .file("host_vars/db1/x.yml", "i: playbook\n")
        .file("site.yml", "[]");

    Inventory inventory = written.inventories("inv/hosts").inventory();

    assertThat(plain(inventory, "db1"))
        .containsEntry("a", "inventory")
        .containsEntry("b", "parent")
        .containsEntry("c", "child")
        .containsEntry("d", "inventory")
        .containsEntry("e", "playbook")
        .containsEntry("f", "child")
        .containsEntry("g", "child")
        .containsEntry("h", "inventory")
        .containsEntry("i", "playbook")
        .containsEntry("tie", "child")
        .containsEntry("own", "host");
  }

  @Test
  void aGroupsPriorityBreaksTies() {
    Map<String, Object> variables =
        plain(
            written
                .file(
                    "hosts",
                    "[a]\ndb1\n[b]\ndb1\n[a:vars]\nx=a\nansible_group_priority=10\n[b:vars]\nx=b\n")
                .inventory(),
            "db1");
    assertThat(variables).containsEntry("x", "a").doesNotContainKey("ansible_group_priority");
  }

  @Test
  void severalInventoriesAreOne() {
    Inventory inventory =
        written
            .file("a", "[db]\ndb1 x=1\n")
            .file("b.yml", "db: {hosts: {db1: {x: 2}, db2: }}\n")
            .file("dir/00", "[web]\nweb1\n")
            .file("dir/readme.md", "not an inventory")
            .file("dir/group_vars/web.yml", "y: 1\n")
            .inventories("a", "b.yml", "dir", "extra1,extra[2:3]")
            .inventory();

    assertThat(inventory.hosts())
        .containsExactly("db1", "db2", "web1", "extra1", "extra2", "extra3");
    assertThat(plain(inventory, "db1")).containsEntry("x", "2");
    assertThat(plain(inventory, "web1")).containsEntry("y", "1");
  }

  @Test
  void findsTheInventoryItself() {
    written.file("inventories/hosts", "one\n").file("named", "three\n").inventories();
    assertThat(written.inventory().hosts()).containsExactly("one");
    written.file("inventories/hosts.yml", "all: {hosts: {two: }}\n");
    assertThat(written.inventory().hosts()).containsExactly("two");
    written.environment(Map.of("TUNER_INVENTORY", "named"));
    assertThat(written.inventory().hosts()).containsExactly("three");
  }

  @Test
  void runsExecutableInventories() throws IOException {
    written
        .file(
            "hosts",
            """
            #!/bin/sh
            case $1 in
            --list) echo '{"db": {"hosts": ["db1"], "vars": {"x": 1, "on": true, "l": [1, null]}},'
                    echo ' "top": {"children": ["db"]}, "plain": ["db2"],'
                    echo ' "_meta": {"hostvars": {"db1": {"ansible_password": "'"$PASSWORD"'"}}}}' ;;
            esac
            """)
        .environment(Map.of("PASSWORD", "hunter2"));
    executable("hosts");
    Inventory inventory = written.inventory();

    assertThat(inventory.hosts()).containsExactly("db1", "db2");
    assertThat(inventory.groups().get("top")).containsExactly("db1");
    assertThat(plain(inventory, "db1"))
        .containsEntry("x", "1")
        .containsEntry("on", "true")
        .containsEntry("ansible_password", Secret.of("hunter2"));
    assertThat(inventory.toJson().toString()).doesNotContain("hunter2").contains("***");
  }

  @Test
  void asksAProgramWithoutMetaForEveryHost() throws IOException {
    written.file(
        "hosts",
        "#!/bin/sh\nif [ $1 = --list ]; then echo '{\"all\": [\"a\", \"b\"]}';\n"
            + "else echo \"{\\\"me\\\": \\\"$2\\\"}\"; fi\n");
    executable("hosts");
    assertThat(plain(written.inventory(), "b")).containsEntry("me", "b");
  }

  @Test
  void secretsAreNeverShown() {
    Inventory inventory =
        written
            .file("hosts", "db1 ansible_become_password=hunter2 ansible_user=root\n")
            .file("group_vars/all.yml", "ansible_ssh_pass: \"${word}2\"\nword: hunter\n")
            .file("site.yml", "[]")
            .inventory();

    assertThat(inventory.toJson().toString()).doesNotContain("hunter2", "word}2").contains("***");
    Map<String, Tree> connection = inventory.connection("db1", new Diagnostics());
    assertThat(connection.keySet())
        .containsExactlyInAnyOrder(
            "ansible_host", "ansible_user", "ansible_become_password", "ansible_ssh_pass");
    assertThat(Tree.plain(connection.get("ansible_ssh_pass"))).isEqualTo(Secret.of("hunter2"));
    assertThat(connection.get("ansible_ssh_pass").describe()).isEqualTo("a secret");
  }

  @Test
  void listsAndDraws() {
    Inventory inventory =
        written.file("hosts", "[db]\ndb1 x=1\n[prod:children]\ndb\n[prod]\nweb1\n").inventory();
    assertThat(inventory.graph())
        .isEqualTo(
            """
            @all:
              |--@ungrouped:
              |--@prod:
              |  |--@db:
              |  |  |--db1
              |  |--web1
            """);
    assertThat(inventory.toJson())
        .containsEntry("db", Map.of("hosts", List.of("db1")))
        .containsEntry("prod", Map.of("children", List.of("db"), "hosts", List.of("web1")));
  }

  @Test
  void localhostNeedsNoInventory() {
    written
        .file(
            "site.yml", "- hosts: localhost\n  tasks:\n    - login: {user: \"${ansible_host}\"}\n")
        .inventories();
    Loaded loaded = written.loaded();
    Play play = loaded.plays().get(0);
    assertThat(play.hosts()).containsExactly("localhost");
    assertThat(
            Tree.plain(
                loaded.connection(play, "localhost", new Diagnostics()).get("ansible_connection")))
        .isEqualTo("local");
    assertThat(loaded.inventory().hosts()).isEmpty();
    assertThat(
            loaded
                .expand(play, "localhost", Optional.empty(), Map.of(), new Diagnostics())
                .instances()
                .get(0)
                .address())
        .isEqualTo("login[localhost]");
  }

  private void executable(String name) throws IOException {
    Files.setPosixFilePermissions(
        directory.resolve(name), PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private static Map<String, Object> plain(Inventory inventory, String host) {
    Map<String, Object> plain = new java.util.TreeMap<>();
    inventory.variables(host).forEach((name, tree) -> plain.put(name, Tree.plain(tree)));
    return plain;
  }
}
