/** The CPU time of calls. */
import type { Bench } from './bench.ts';
import { cpuOf, cpuOfFamily } from './cpu.ts';

/** Processor milliseconds of one call. */
export interface Cost {
  server: number;
  database: number;
  perSecond: number;
}

/** The processor time of some calls, divided by how many they are. */
export async function costOf(
  { pids }: Pick<Bench, 'pids'>,
  work: () => Promise<{ calls: number; perSecond: number }>,
): Promise<Cost> {
  const before = [cpuOf(pids.server), cpuOfFamily(pids.database)] as const;
  const { calls, perSecond } = await work();
  const [server, database] = [cpuOf(pids.server), cpuOfFamily(pids.database)];
  return {
    server: ((server - before[0]) * 1000) / calls,
    database: ((database - before[1]) * 1000) / calls,
    perSecond,
  };
}
