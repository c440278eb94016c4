package io.tuner.format;

import java.util.Map;

/**
 * The beginning of an ELF file (elf(5)): for which machines it is.
 *
 * @param bits 32 or 64, {@code EI_CLASS}
 * @param littleEndian {@code EI_DATA}
 * @param type {@code e_type}: 2 a program, 3 a shared object
 * @param machine {@code e_machine}
 */
public record ElfHeader(int bits, boolean littleEndian, int type, int machine) {

  /** How many bytes must be read of a file. */
  public static final int LENGTH = 20;

  private static final int SHARED_OBJECT = 3;

  private static final Map<Integer, String> MACHINES =
      Map.of(
          3,
          "i386",
          8,
          "MIPS",
          21,
          "ppc64",
          22,
          "s390x",
          40,
          "ARM",
          62,
          "x86-64",
          183,
          "AArch64",
          243,
          "RISC-V",
          258,
          "LoongArch");

  /**
   * Reads the bytes as {@code od -A n -t x1} prints them (od(1)).
   *
   * @throws Refusal where they begin no ELF file
   */
  public static ElfHeader of(String dump) throws Refusal {
    String[] words = dump.strip().split("\\s+");
    int[] bytes = new int[LENGTH];
    for (int i = 0; i < LENGTH; i++) {
      if (i >= words.length || !words[i].matches("[0-9a-f]{2}")) {
        throw new Refusal("is no ELF file");
      }
      bytes[i] = Integer.parseInt(words[i], 16);
    }
    boolean magic = bytes[0] == 0x7f && bytes[1] == 'E' && bytes[2] == 'L' && bytes[3] == 'F';
    if (!magic || bytes[4] < 1 || bytes[4] > 2 || bytes[5] < 1 || bytes[5] > 2) {
      throw new Refusal("is no ELF file");
    }
    boolean little = bytes[5] == 1;
    return new ElfHeader(
        bytes[4] == 2 ? 64 : 32,
        little,
        little ? bytes[16] | bytes[17] << 8 : bytes[17] | bytes[16] << 8,
        little ? bytes[18] | bytes[19] << 8 : bytes[19] | bytes[18] << 8);
  }

  /** True for what can be loaded into a program, position-independent programs included. */
  public boolean isShared() {
    return type == SHARED_OBJECT;
  }

  /** True where a program of the other can load this. */
  public boolean fits(ElfHeader other) {
    return bits == other.bits && littleEndian == other.littleEndian && machine == other.machine;
  }

  /** The machine, for people: {@code AArch64, 64 bits}. */
  public String architecture() {
    String name = MACHINES.getOrDefault(machine, "machine " + machine);
    return name + ", " + bits + " bits" + (littleEndian ? "" : ", big-endian");
  }
}
