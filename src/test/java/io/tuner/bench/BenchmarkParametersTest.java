package io.tuner.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.tuner.resource.Described;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What benchmarks take, and what is said, where, of what they do not. */
class BenchmarkParametersTest {

  @Test
  void theTypesAreSortedByName() {
    assertThat(Benchmarks.all())
        .extracting(Described::name)
        .containsExactly("benchmarksql", "command", "dd", "fio", "pgbench", "start_stop", "window")
        .isSorted();
    assertThat(Benchmarks.all()).allMatch(type -> Benchmark.class.isAssignableFrom(type.record()));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          fio: {filename: /d/f, rw: [read, wirte]}                      | 1:27: `wirte` is none of read, write, trim, randread, randwrite, rw, randrw, …
          fio: {filename: /d/f, rw: read, bs: 4kk}                      | 1:37: `4kk` is not a size such as 4k or 1M
          fio: {filename: /d/f, rw: [read, read]}                       | 1:27: `rw` has a value twice
          fio: {filename: /d/f, rw: read, iodepth: 0}                   | 1:42: `iodepth` is a number from 1 to 65536
          fio: {filename: /d/f, rw: read, numjobs: [1, many]}           | 1:46: `numjobs`: `many` is not a whole number
          fio: {filename: d/f, rw: read}                                | 1:17: `d/f` is no path on a host
          fio: {filename: /d/../f, rw: read}                            | 1:17: `/d/../f` is no path on a host
          fio: {filename: /d/f, directory: /d, rw: read, size: 1G}      | 1:17: fio needs either `filename` or `directory`
          fio: {rw: read}                                               | 1:6: fio needs either `filename` or `directory`
          fio: {directory: /d, rw: read}                                | 1:18: fio needs `size` for files that it has to make
          fio: {filename: /d/f, rw: read, size: 20%}                    | 1:39: only of a device can `size` be a share
          fio: {filename: /d/f, rw: read, size: lots}                   | 1:39: `lots` is not a size such as 64K or 2G
          fio: {filename: /dev/sdb, rw: randwrite}                      | 1:17: `/dev/sdb` is a device, and would be overwritten
          fio: {filename: /dev/sdb, rw: [read, trim]}                   | 1:17: `/dev/sdb` is a device, and would be overwritten
          fio: {filename: "/d/f:/dev/sdb", rw: write, size: 1G}         | 1:17: `/dev/sdb` is a device, and would be overwritten
          fio: {directory: /d, rw: write, size: 1G, destroy_data: true} | 1:57: name what may be destroyed: write `filename`
          fio: {filename: /d/f, rw: read, time_based: true}             | 1:45: `time_based` needs `runtime`
          fio: {filename: /d/f, rw: read, runtime: soon}                | 1:42: `soon` is not a duration such as 90s or 5m
          fio: {filename: /d/f, rw: read, runtime: 0}                   | 1:42: `runtime` is 0
          fio: {filename: /d/f, rw: read, options: {Rate: 1}}           | 1:43: `Rate` is not the name of an option of fio
          fio: {filename: /d/f, rw: read, options: {rw: write}}         | 1:43: `rw` is no other option: write it as a parameter of fio
          fio: {filename: /d/f, rw: read, options: {unlink: 1}}         | 1:43: `unlink` cannot be given: a file that fio made is always removed
          fio: {filename: /d/f, rw: read, options: {ioscheduler: none}} | 1:43: `ioscheduler` cannot be given: write a task of type `block_queue`
          fio: {filename: /d/f, rw: read, options: {write_bw_log: x}}   | 1:43: `write_bw_log` would leave files behind
          fio: {filename: /d/f, rw: read, options: {rate: "1\\n2"}}     | 1:43: `rate` has a control character
          fio: {filename: /d/f, rw: write, size: 1G, runtime: 9, time_based: true, wear_budget: 1T} | 1:87: nobody can tell how much is going to be written
          fio: {filename: /d/f, rw: write, wear_budget: 1T}             | 1:47: nobody can tell how much is going to be written
          fio: {filename: /d/f, rw: read, iodeph: 1}                    | 1:33: unknown parameter `iodeph` of fio
          dd: {filename: /d/f, size: 10M, bs: 3M}                       | 1:28: `size` is no multiple of 3M
          dd: {filename: /dev/sdb, size: 1M}                            | 1:16: `/dev/sdb` is a device; dd is for a file
          dd: {filename: /d/f, size: 1M, rw: append}                    | 1:36: `rw`: `append` is not one of write, read
          pgbench: {database: b, clients: 0}                            | 1:33: `clients` is a number from 1 on
          pgbench: {database: "dbname=b password=x", clients: 1}        | 1:21: `database` is not the name of one
          pgbench: {database: "postgresql://u:p@h/b", clients: 1}       | 1:21: `database` is not the name of one
          pgbench: {database: b, clients: 1, host: -v}                  | 1:42: `host` is not the name of one
          pgbench: {database: b, clients: 1, port: 70000}               | 1:42: `port` is a number from 1 to 65535
          pgbench: {database: b, clients: 1, time: 500ms}               | 1:42: `time` is whole seconds, from 1 on
          pgbench: {database: b, clients: 1, initialize: true}          | 1:48: `initialize` needs `scale`
          pgbench: {database: b, clients: 1, file: /s.sql, scale: 2}    | 1:57: pgbench finds no scale for a script of your own: leave it out
          pgbench: {database: b, clients: 1, builtin: tpcb}             | 1:45: `builtin`: `tpcb` is not one of tpcb_like, simple_update, select_only
          benchmarksql: {directory: opt, properties: p, terminals: 9, run_mins: 1}                                | 1:27: `opt` is no path on a host
          benchmarksql: {directory: /o, properties: p, terminals: 21, run_mins: 1, warehouses: 2}                 | 1:57: `21` terminals cannot be
          benchmarksql: {directory: /o, properties: p, terminals: 9, run_mins: 0}                                 | 1:70: `run_mins` is a number from 1 on
          benchmarksql: {directory: /o, properties: p, terminals: 9, run_mins: 1, settings: {password: x}}        | 1:84: `password` cannot be given here: it would be seen in the playbook: leave it in the properties file
          benchmarksql: {directory: /o, properties: p, terminals: 9, run_mins: 1, settings: {a.b: x}}             | 1:84: `a.b` is not the name of a setting
          command: {run: " ", metrics: {a: {regex: x}}}                 | 1:16: `run` is not a command
          command: {run: x, metrics: {a: {regex: "(", unit: s}}}        | 1:40: not a regular expression: unclosed group
          command: {run: x, metrics: {a: {pointer: a/b}}}               | 1:42: not a JSON pointer: it begins with a slash, as in `/jobs/0/read/iops`
          command: {run: x, metrics: {a: {unit: s}}}                    | 1:32: metric `a` needs either `regex` or `pointer`
          command: {run: x, metrics: {a: {regex: x, better: more}}}     | 1:51: `more` is not one of higher, lower, neither
          command: {run: x, metrics: {a: {regex: x, units: s}}}         | 1:43: unknown key `units` of a metric: did you mean `unit`?
          command: {run: x, metrics: {a: 7}}                            | 1:32: a metric is a mapping with `regex` or `pointer`
          command: {run: x, metrics: {a b: {regex: x}}}                 | 1:34: `a b` is not a name for a metric: letters, digits, `_`, `.`
          command: {run: x, metrics: {a: {regex: [x]}}}                 | 1:40: `regex` takes one value
          command: {run: x}                                             | 1:10: command needs `metrics`
          """)
  void whatCannotBeIsSaidAtItsPlace(String text, String problem) {
    assertThat(Bound.problems(text)).containsExactly(problem);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          fio: {filename: /dev/sdb, rw: [read, randread]}
          fio: {filename: /dev/sdb, rw: randwrite, destroy_data: true, size: 20%}
          fio: {filename: /dev/shm/f, rw: write, size: 1G}
          fio: {filename: /d/f, rw: "randread:8", bs: "4k,8k", size: 1G, options: {rwmixread: 70}}
          fio: {directory: /d, rw: randrw, size: 1G, wear_budget: 200G}
          dd: {filename: /d/f, size: 1G, rw: read, bs: [64K, 1M]}
          pgbench: {database: bench, clients: [1, 2], host: /var/run/postgresql, scale: 10}
          benchmarksql: {directory: /o, properties: p, terminals: [200, 400], run_mins: 30}
          command: {run: ./x, metrics: {tpmC: {regex: "= ([0-9.]+)", unit: tpmC, better: higher}}}
          command: {run: ./x, metrics: {iops: {pointer: ""}}}
          """)
  void whatCanBeIsTaken(String text) {
    assertThat(Bound.problems(text)).isEmpty();
  }
}
