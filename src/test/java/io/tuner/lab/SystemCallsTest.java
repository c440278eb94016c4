package io.tuner.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SystemCallsTest {
  private static final String SHELL =
      "100   execve(\"/bin/bash\", [\"bash\", \"-c\", \"x\"], 0x1 /* 12 vars */) = 0";

  private static List<String> changes(String... calls) {
    var log = new java.util.ArrayList<>(List.of(SHELL));
    log.addAll(List.of(calls));
    return SystemCalls.parse(100, log).changes();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "openat(AT_FDCWD</root>, \"/etc/fstab\", O_RDONLY|O_CLOEXEC) = 3</etc/fstab>",
        "openat(AT_FDCWD</root>, \"/dev/null\", O_WRONLY|O_CREAT|O_TRUNC, 0666) = 3</dev/null<char 1:3>>",
        "openat(AT_FDCWD</root>, \"/dev/tty\", O_RDWR|O_NONBLOCK) = -1 ENXIO (No such device or address)",
        "openat(AT_FDCWD</root>, \"/proc/self/fd/2\", O_WRONLY) = 4<pipe:[293283]>",
        "access(\"/etc/mkdir\", W_OK) = 0",
        "ioctl(0<pipe:[293281]>, TCGETS, 0x7ffdebce5870) = -1 ENOTTY (Inappropriate ioctl for device)",
        "ioctl(3</dev/loop64<block 7:64>>, BLKGETSIZE64, [268435456]) = 0",
        "ioctl(3</etc/fstab>, FS_IOC_GETFLAGS, [FS_EXTENT_FL]) = 0",
        "prlimit64(0, RLIMIT_NOFILE, {rlim_cur=20000, rlim_max=20000}, NULL) = 0",
        "prlimit64(100, RLIMIT_NPROC, NULL, {rlim_cur=96551, rlim_max=96551}) = 0",
        "kill(0, SIGKILL) = 0",
        "kill(100, SIGKILL) = 0",
        "kill(1, 0) = 0",
        "sendto(3<NETLINK:[ROUTE:134]>, [{nlmsg_len=20, nlmsg_type=RTM_GETLINK, nlmsg_flags=NLM_F_REQUEST}], 20) = 20",
        "sendto(3<NETLINK:[ROUTE:141]>, [{nlmsg_len=32, nlmsg_type=RTM_NEWLINK, nlmsg_seq=0, nlmsg_pid=0}, "
            + "{ifi_family=AF_UNSPEC, ifi_type=ARPHRD_NETROM, ifi_index=0, ifi_flags=0, ifi_change=0}], 32, 0, NULL, 0) = 32",
        "sendto(3<NETLINK:[GENERIC:160]>, [{nlmsg_len=44, nlmsg_type=ethtool, nlmsg_pid=0}, \"\\x13\\x01\\x00\"], 44) = 44",
        "sendmsg(3<UNIX-STREAM:[292153->292164]>, {msg_iov=[{iov_base=\"l\\1\\4\\1\\5\\0\\0\\0\\2\\0\\0\\0\\237\\0\\0\\0"
            + "\\1\\1o\\0,\\0\\0\\0/org/freedesktop/systemd1/unit/ssh_2eservice\\0\\0\\0\\0\\3\\1s\\0\\6\\0\\0\\0GetAll\\0\\0\"}]}, 0) = 9"
      })
  void looking(String call) {
    assertThat(changes("100   " + call)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "openat(AT_FDCWD</root>, \"/sys/block/loop64/queue/scheduler\", O_WRONLY|O_CREAT|O_TRUNC, 0666) = 3</sys/x>",
        "openat(AT_FDCWD</root>, \"/proc/sys/vm/swappiness\", O_WRONLY) = -1 EROFS (Read-only file system)",
        "openat(AT_FDCWD</root>, \"/tmp/pipe:[1]\", O_RDWR) = 3</tmp/pipe:[1]>",
        "renameat2(AT_FDCWD</root>, \"/tmp/a\", AT_FDCWD</root>, \"/tmp/b\", RENAME_NOREPLACE) = 0",
        "mkdir(\"/run/mount\", 0755)         = -1 EEXIST (File exists)",
        "unlinkat(AT_FDCWD</root>, \"/tmp/b\", 0) = 0",
        "mount(\"tmpfs\", \"/tmp/q\", \"tmpfs\", 0, NULL) = 0",
        "umount2(\"/tmp/q\", 0) = 0",
        "fchmodat(AT_FDCWD</root>, \"/tmp/l\", 0600) = 0",
        "fchown(3</etc/x>, 0, 0) = 0",
        "setxattr(\"/etc/hosts\", \"user.a\", \"b\", 1, 0) = 0",
        "symlinkat(\"a\", AT_FDCWD</root>, \"/tmp/l\") = 0",
        "ftruncate(3</tmp/q2>, 0) = 0",
        "ioctl(3</etc/fstab>, FS_IOC_SETFLAGS, [FS_IMMUTABLE_FL|FS_EXTENT_FL]) = 0",
        "ioctl(3<UDP:[1]>, SIOCETHTOOL, 0x7ffe) = 0",
        "sched_setaffinity(1, 32, [0]) = 0",
        "sethostname(\"host1\", 5) = 0",
        "prlimit64(1, RLIMIT_NOFILE, {rlim_cur=20000, rlim_max=20000}, NULL) = 0",
        "kill(1, SIGTERM) = 0",
        "sendmsg(3<NETLINK:[ROUTE:159]>, {msg_iov=[{iov_base=[{nlmsg_len=40, nlmsg_type=RTM_NEWLINK, nlmsg_pid=0}, "
            + "{ifi_family=AF_UNSPEC, ifi_index=if_nametoindex(\"eth0\")}]}]}, 0) = 40",
        "sendto(3<NETLINK:[GENERIC:160]>, [{nlmsg_len=44, nlmsg_type=ethtool, nlmsg_pid=0}, \"\\x14\\x01\\x00\"], 44) = 44",
        "sendmsg(3<UNIX-STREAM:[293396->293407]>, {msg_iov=[{iov_base=\"l\\1\\4\\1 \\0\\0\\0\\1\\0\\0\\0\\240\\0\\0\\0\\1\\1o"
            + "\\0\\31\\0\\0\\0/org/freedesktop/systemd1\\0\\0\\0\\0\\0\\0\\0\\3\\1s\\0\\v\\0\\0\\0RestartUnit\\0\\0\\0\\0\\0\\2\"}]}, 0) = 9",
        "sendmsg(3<UNIX:[293445->283490]>, {msg_iov=[{iov_base=\"<13>Nov 30 root: \", iov_len=26}]}, MSG_NOSIGNAL) = 28"
      })
  void changing(String call) {
    assertThat(changes("100   " + call)).hasSize(1);
  }

  @Test
  void whatSshdDidBeforeTheShellDoesNotCount() {
    var log =
        List.of("100   openat(AT_FDCWD</>, \"/run/x\", O_WRONLY|O_CREAT, 0666) = 3</run/x>", SHELL);
    assertThat(SystemCalls.parse(100, log).changes()).isEmpty();
  }

  @Test
  void callsThatOthersInterruptAreRead() {
    assertThat(
            changes(
                "100   vfork( <unfinished ...>",
                "101   openat(AT_FDCWD</root>, \"/etc/x\", O_WRONLY <unfinished ...>",
                "100   <... vfork resumed>)              = 101",
                "101   <... openat resumed>)             = 3</etc/x>"))
        .containsExactly(
            "101 bash: openat(AT_FDCWD</root>, \"/etc/x\", O_WRONLY)             = 3</etc/x>");
  }

  @Test
  void sudoKeepsItsTimeStampAndItsCommandIsHeldToTheRule() {
    String[] session = {
      "100   clone(child_stack=NULL, flags=CLONE_CHILD_SETTID|SIGCHLD) = 101",
      "101   execve(\"/usr/bin/sudo\", [\"sudo\", \"touch\", \"/x\"], 0x1 /* 12 vars */) = 0",
      "101   openat(AT_FDCWD</root>, \"/run/sudo/ts/tuner\", O_RDWR|O_CREAT|O_NOFOLLOW, 0600) = 5</run/sudo/ts/tuner>",
      "101   sendto(7<UNIX:[292224->283490]>, \"<85>Nov 30 23:05:07 sudo: tuner\", 86, MSG_NOSIGNAL, NULL, 0) = 86",
      "101   clone(child_stack=NULL, flags=SIGCHLD <unfinished ...>",
      "102   kill(1, SIGCONT) = 0",
      "101   <... clone resumed>, child_tidptr=0x1) = 102",
      "102   execve(\"/usr/bin/touch\", [\"touch\", \"/x\"], 0x1 /* 12 vars */) = 0",
      "102   openat(AT_FDCWD</root>, \"/x\", O_WRONLY|O_CREAT, 0666) = 3</x>"
    };
    assertThat(changes(session)).singleElement().asString().startsWith("102 touch: openat");
  }

  @Test
  void sudoItselfMayNotWriteElsewhere() {
    assertThat(
            changes(
                "100   execve(\"/usr/bin/sudo\", [\"sudo\"], 0x1 /* 12 vars */) = 0",
                "100   openat(AT_FDCWD</root>, \"/etc/x\", O_RDWR|O_CREAT, 0600) = 5</etc/x>"))
        .hasSize(1);
  }

  @Test
  void programsAreTold() {
    assertThat(
            SystemCalls.parse(
                    100,
                    List.of(
                        SHELL,
                        "101   execve(\"/usr/local/bin/cat\", [\"cat\"], 0x1) = -1 ENOENT (No such file or directory)",
                        "101   execve(\"/usr/bin/cat\", [\"cat\"], 0x1) = 0"))
                .programs())
        .containsExactly("/bin/bash", "/usr/bin/cat");
  }
}
