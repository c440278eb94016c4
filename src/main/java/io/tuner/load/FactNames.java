package io.tuner.load;

import java.util.List;

/** The names that facts have; which of them a host tells is known only from the host. */
public final class FactNames {

  /** Each name that can stand behind {@code facts.} in a template. */
  public static final List<String> ALL =
      List.of(
          "architecture",
          "kernel",
          "hostname",
          "boot_id",
          "distribution",
          "distribution_version",
          "os_family",
          "memtotal_mb",
          "memfree_mb",
          "swaptotal_mb",
          "huge_page_size_kb",
          "processor_vcpus",
          "service_mgr",
          "system_vendor",
          "product_name",
          "virtualization_type",
          "devices",
          "interfaces",
          "default_ipv4",
          "numa_nodes",
          "huge_page_sizes");

  private FactNames() {}
}
