package io.tuner.cli;

/**
 * The commands that contact hosts. Each takes its options, writes its result to the console, and
 * answers with the exit code.
 */
interface Run {

  /** Makes hosts as a playbook or a saved plan declares them, or shows what that would change. */
  int apply(ApplyCommand options) throws Exception;

  /** Shows, and saves where asked to, what an apply would change. */
  int plan(PlanCommand options) throws Exception;

  /** Reads only, and tells drift and what is pending. */
  int verify(VerifyCommand options) throws Exception;

  /** Measures, and changes nothing that the benchmarks do not. */
  int bench(BenchCommand options) throws Exception;

  /** Takes back what runs changed. */
  int rollback(RollbackCommand options) throws Exception;

  /** Lists the runs that the hosts' journals hold. */
  int history(HistoryCommand options) throws Exception;

  /** Prints the facts of hosts. */
  int facts(FactsCommand options) throws Exception;
}
