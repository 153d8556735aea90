/** Milliseconds that this thread computes for `work`: what else the machine does meanwhile is not counted. */
export function cpuOf(work: () => unknown): number {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

/** The quickest of some runs, ms; the others paid for what is compiled and collected on the way. */
export function bestCpuOf(runs: number, work: () => unknown): number {
  return Math.min(...Array.from({ length: runs }, () => cpuOf(work)));
}
