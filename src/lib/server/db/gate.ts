/**
 * The way into a pool. As many are inside as it has connections; the others wait in line, which the driver's own pool
 * cannot tell from waiting for a connection to be opened. And it remembers a silence: while the database does not
 * answer, one asks whether it does again and the others wait for that, instead of each waiting for itself.
 */
import type pg from 'pg';

/** Longest wait in line, ms, in a pool that serves requests; tools wait as long as it takes. */
const lineMs = 9_000;
const toolLineMs = 600_000;

interface Waiting {
  enter: () => void;
  refuse: (error: Error) => void;
}

interface Gate {
  free: number;
  line: Set<Waiting>;
  /** Since when the database says nothing, epoch ms; null while it answers. Connections from before are not used. */
  silentSince: number | null;
  /** Ends when the one that asks knows. */
  trial: PromiseWithResolvers<void> | null;
}

export interface Pass {
  /** Connections opened before this moment are of no use. */
  opensAfter: number;
  /** The database has answered. */
  answered(): void;
  /** It did not answer in time: everybody in line is told. */
  silent(): void;
  /** Makes room for the next; the first call counts. */
  leave(): void;
}

const gates = new WeakMap<pg.Pool, Gate>();

function gateOf(pool: pg.Pool): Gate {
  let gate = gates.get(pool);
  if (gate === undefined) {
    gate = { free: pool.options.max ?? 10, line: new Set(), silentSince: null, trial: null };
    gates.set(pool, gate);
  }
  return gate;
}

/** In the driver's words, so that it counts as silence like the driver's own. */
function silence(): Error {
  return new Error('timeout exceeded when trying to connect');
}

/** Waits for room. Throws when there is none in time, or when the database is silent. */
export async function enterPool(pool: pg.Pool): Promise<Pass> {
  const gate = gateOf(pool);
  if (gate.silentSince !== null && gate.trial === null) return passOf(gate, true);
  if (gate.trial !== null) await gate.trial.promise;
  if (gate.silentSince !== null) throw silence();
  if (gate.free > 0) gate.free--;
  else await standInLine(gate, pool.options.query_timeout ? lineMs : toolLineMs);
  return passOf(gate, false);
}

function standInLine(gate: Gate, ms: number): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const waiting = { enter: resolve, refuse: reject };
  const timer = setTimeout(() => reject(silence()), ms);
  gate.line.add(waiting);
  return promise.finally(() => {
    clearTimeout(timer);
    gate.line.delete(waiting);
  });
}

/** The one that asks whether the database is back needs no room: those inside may be the ones that hang. */
function passOf(gate: Gate, isTrial: boolean): Pass {
  let hasLeft = false;
  const trial = Promise.withResolvers<void>();
  if (isTrial) gate.trial = trial;

  function endTrial(): void {
    if (gate.trial === trial) gate.trial = null;
    trial.resolve();
  }

  return {
    opensAfter: gate.silentSince ?? 0,
    answered() {
      if (!isTrial || gate.trial !== trial) return;
      gate.silentSince = null;
      endTrial();
    },
    silent() {
      gate.silentSince = Date.now();
      for (const { refuse } of gate.line) refuse(silence());
      gate.line.clear();
    },
    leave() {
      if (hasLeft) return;
      hasLeft = true;
      if (isTrial) {
        endTrial();
        return;
      }
      const [next] = gate.line;
      if (next === undefined) {
        gate.free++;
        return;
      }
      gate.line.delete(next);
      next.enter();
    },
  };
}
