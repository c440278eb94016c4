package io.tuner.lab;

import io.tuner.lab.SystemCalls.SystemCall;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Tells calls that change something from calls that only look. What is not known to look, changes.
 */
final class ChangingCalls {
  private static final Pattern ALWAYS =
      Pattern.compile(
          "creat|rename\\w*|unlink\\w*|rmdir|mkdir\\w*|mknod\\w*|link|linkat|symlink\\w*|truncate\\d*|ftruncate\\d*"
              + "|fallocate|f?chmod\\w*|f?l?chown\\w*|utime\\w*|futimesat|[lf]?setxattr(at)?|[lf]?removexattr(at)?"
              + "|mount|umount2?|move_mount|mount_setattr|fsopen|fsmount|fsconfig|pivot_root|chroot|swapon|swapoff|acct"
              + "|quotactl\\w*|sethostname|setdomainname|settimeofday|clock_settime|reboot|init_module|finit_module"
              + "|delete_module|setns|unshare|bpf|setpriority|ioprio_set|sched_setscheduler|sched_setparam"
              + "|sched_setattr|sched_setaffinity");

  private static final Pattern OPENS = Pattern.compile("open|openat|openat2");
  private static final Pattern WRITES =
      Pattern.compile("\\bO_(WRONLY|RDWR|CREAT|TRUNC|APPEND|TMPFILE)\\b");
  private static final Pattern QUOTED = Pattern.compile("\"((?:[^\"\\\\]|\\\\.)*)\"");
  private static final Set<String> HARMLESS_FILES = Set.of("/dev/null", "/dev/tty", "/dev/full");

  private static final Pattern LOOKING_IOCTLS =
      Pattern.compile(
          "TCGETS2?|TIOCG\\w+|TIOCINQ|FIONREAD|FIOCLEX|FIONCLEX|FIONBIO|SIOCG\\w+|BLKGET\\w*|BLKSSZGET|BLKPBSZGET"
              + "|BLKROGET|BLKRAGET|BLKIOMIN|BLKIOOPT|BLKALIGNOFF|BLKFRAGET|BLKSECTGET|FS_IOC_GET\\w+|FS_IOC_FSGET\\w+"
              + "|LOOP_GET\\w+|RTC_RD_TIME|NS_GET\\w+|HDIO_GET\\w+|TUNGET\\w+|FIGETBSZ|FIBMAP|FS_IOC_FIEMAP");

  private static final Pattern NETLINK = Pattern.compile("nlmsg_type=(\\w+)");

  /** ip(8) asks with an empty request whether the kernel knows it. */
  private static final Pattern EMPTY_REQUEST =
      Pattern.compile("nlmsg_len=32, nlmsg_type=RTM_NEWLINK.*ifi_index=0,");

  private static final Pattern ETHTOOL =
      Pattern.compile("nlmsg_type=ethtool.*?\"\\\\(?:x([0-9a-f]{2})|([0-7]{1,3}))");

  /** The requests of linux/ethtool_netlink.h that set or act, by number. */
  private static final Set<Integer> ETHTOOL_SETS =
      Set.of(3, 5, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 27, 30, 35, 37, 42, 44, 48);

  /**
   * Members of systemd's and its helpers' D-Bus interfaces that only look; the bus's own are among
   * them.
   */
  private static final Pattern LOOKING_MEMBERS =
      Pattern.compile(
          "Get|GetAll|Introspect|Ping|GetMachineId|Hello|AddMatch|RemoveMatch|GetNameOwner|NameHasOwner|ListNames"
              + "|GetUnit\\w*|LoadUnit|ListUnits\\w*|ListUnitFiles\\w*|ListJobs|GetJob\\w*|ListTimers|Subscribe|Unsubscribe"
              + "|GetProcesses|GetDefaultTarget|GetId|GetConnectionUnixProcessID|GetConnectionCredentials");

  /** In a D-Bus header field 3 is the member: code, signature "s", length, name. */
  private static final Pattern MEMBER =
      Pattern.compile("\\\\3\\\\1s\\\\0(?:\\\\\\w{1,3}|[^\\\\])\\\\0\\\\0\\\\0([A-Z]\\w*)");

  private ChangingCalls() {}

  static boolean changes(SystemCall call, Set<Integer> own) {
    String name = call.name();
    if (isSudosOwn(call)) {
      return false;
    } else if (OPENS.matcher(name).matches()) {
      return WRITES.matcher(call.arguments()).find() && !isHarmless(call);
    } else if (ALWAYS.matcher(name).matches()) {
      return true;
    }
    return switch (name) {
      case "ioctl" -> !LOOKING_IOCTLS.matcher(argument(call, 1)).matches();
      case "sendto", "sendmsg", "sendmmsg" -> sends(call.arguments());
      case "adjtimex" -> !call.arguments().contains("modes=0,");
      case "clock_adjtime" -> !call.arguments().contains("modes=0,");
      case "prlimit64" -> !argument(call, 0).equals("0") && !argument(call, 2).equals("NULL");
      case "kill", "tkill", "tgkill" -> kills(call, own);
      default -> false;
    };
  }

  private static boolean isHarmless(SystemCall call) {
    Matcher path = QUOTED.matcher(call.arguments());
    if (call.text().matches(".* = \\d+<(pipe|socket|UNIX|/memfd|/dev/null<).*")) {
      return true;
    }
    return path.find() && HARMLESS_FILES.contains(path.group(1));
  }

  private static boolean kills(SystemCall call, Set<Integer> own) {
    String target = argument(call, 0);
    String signal = argument(call, call.name().equals("tgkill") ? 2 : 1);
    return !signal.equals("0")
        && !target.equals("0")
        && !own.contains(Math.abs(Integer.parseInt(target)));
  }

  private static boolean sends(String arguments) {
    if (arguments.contains("NETLINK:")) {
      Matcher type = NETLINK.matcher(arguments);
      while (type.find()) {
        if (type.group(1).matches("RTM_(NEW|DEL|SET)\\w+")
            && !EMPTY_REQUEST.matcher(arguments).find()) {
          return true;
        }
      }
      Matcher ethtool = ETHTOOL.matcher(arguments);
      return ethtool.find() && ETHTOOL_SETS.contains(number(ethtool));
    }
    Matcher member = MEMBER.matcher(arguments);
    while (member.find()) {
      if (!LOOKING_MEMBERS.matcher(member.group(1)).matches()) {
        return true;
      }
    }
    // A line for the system's log is written down.
    return arguments.contains("iov_base=\"<") || arguments.matches("[^\"]*\"<\\d+>.*");
  }

  private static int number(Matcher ethtool) {
    return ethtool.group(1) != null
        ? Integer.parseInt(ethtool.group(1), 16)
        : Integer.parseInt(ethtool.group(2), 8);
  }

  /**
   * sudo keeps a time stamp, writes to the log and may give its command a terminal. Its command is
   * another program.
   */
  private static boolean isSudosOwn(SystemCall call) {
    if (!call.program().equals("sudo") && !call.program().equals("unix_chkpwd")) {
      return false;
    }
    if (OPENS.matcher(call.name()).matches() || ALWAYS.matcher(call.name()).matches()) {
      return call.arguments().matches(".*\"/(run|var/run|var/lib)/sudo[/\"].*")
          || call.text().matches(".*(\"|<)/(run|var/run|var/lib)/sudo/.*")
          || call.arguments().matches(".*\"/dev/(ptmx|pts/\\d+|tty)\".*")
          || call.name().equals("setpriority");
    }
    return true;
  }

  private static String argument(SystemCall call, int index) {
    String[] arguments = call.arguments().split(", ");
    return index < arguments.length ? arguments[index].replaceFirst("<.*>$", "") : "";
  }
}
