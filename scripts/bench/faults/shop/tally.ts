/** Counts what requests under a fault came to. */
import { send } from '../../client.ts';

type Request = Parameters<typeof send>;

export interface Tally {
  total: number;
  /** Number of responses by status; status 0 is a missing response. */
  byStatus: Map<number, number>;
  durations: number[];
  /** Sends one request and counts it; returns its status. */
  send(...request: Request): Promise<number>;
  /** Share of responses of 500 and more and missing ones: 0–1. */
  badShare(): number;
}

export function makeTally(): Tally {
  const byStatus = new Map<number, number>();
  const durations: number[] = [];
  const tally: Tally = {
    total: 0,
    byStatus,
    durations,
    async send(...request) {
      const begin = performance.now();
      const status = await send(...request).then(
        (answer) => answer.status,
        () => 0,
      );
      durations.push(performance.now() - begin);
      tally.total++;
      byStatus.set(status, (byStatus.get(status) ?? 0) + 1);
      return status;
    },
    badShare() {
      const bad = [...byStatus].reduce(
        (sum, [status, n]) => (status === 0 || status >= 500 ? sum + n : sum),
        0,
      );
      return tally.total === 0 ? 0 : bad / tally.total;
    },
  };
  return tally;
}

/** Begins `perSecond` pieces of work each second until `isOver`, whether or not the earlier ones have ended; waits for all. */
export async function atRate(
  perSecond: number,
  isOver: () => boolean,
  work: (at: number) => Promise<unknown>,
): Promise<void> {
  const open = new Set<Promise<void>>();
  const begin = performance.now();
  for (let at = 0; !isOver(); at++) {
    const due = begin + (at * 1000) / perSecond;
    const wait = due - performance.now();
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    const one: Promise<void> = work(at).then(
      () => void open.delete(one),
      () => void open.delete(one),
    );
    open.add(one);
  }
  await Promise.all(open);
}
