/**
 * The way into a pool. A few are inside at a time, and as many as it has connections while some of them are slow; the
 * others wait in line, which the driver's own pool cannot tell from waiting for a connection to be opened. And it
 * remembers a silence: while the database does not answer, one asks whether it does again and the others wait for that,
 * instead of each waiting for itself.
 */
import type pg from 'pg';

/** Longest wait in line, ms, in a pool that serves requests; tools wait as long as it takes. */
const lineMs = 9_000;
const toolLineMs = 600_000;

/**
 * How many are inside as long as all of them are quick. A process computes on one core, and so many backends have enough
 * for it to do; what each of more backends holds of catalogue and plans drives the others' out of the processor's cache,
 * and an order cost the database a tenth to a third more with ten (two cores).
 */
const few = 5;
/** Whoever has been inside for longer, ms, waits for a lock or reads much, and no longer counts among the few. */
const quickMs = 40;

interface Waiting {
  enter: () => void;
  refuse: (error: Error) => void;
}

/** One that is inside, and since when, ms of the process. */
interface Inside {
  since: number;
}

interface Gate {
  /** Connections that nobody uses. */
  free: number;
  /** Those inside that are not known to be slow, the oldest first. */
  quick: Set<Inside>;
  /** Runs while somebody waits although there are connections, until the oldest of the few is slow. */
  timer: NodeJS.Timeout | null;
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
    const free = pool.options.max ?? 10;
    gate = { free, quick: new Set(), timer: null, line: new Set(), silentSince: null, trial: null };
    gates.set(pool, gate);
  }
  return gate;
}

/** How many wait in line before a pool. */
export function inLine(pool: pg.Pool): number {
  return gates.get(pool)?.line.size ?? 0;
}

/** In the driver's words, so that it counts as silence like the driver's own. */
function silence(): Error {
  return new Error('timeout exceeded when trying to connect');
}

/** Waits for room. Throws when there is none in time, or when the database is silent. */
export async function enterPool(pool: pg.Pool): Promise<Pass> {
  const gate = gateOf(pool);
  if (gate.silentSince !== null && gate.trial === null) return trialOf(gate);
  if (gate.trial !== null) await gate.trial.promise;
  if (gate.silentSince !== null) throw silence();
  if (gate.line.size === 0 && hasRoom(gate)) return passOf(gate);
  return standInLine(gate, pool.options.query_timeout ? lineMs : toolLineMs);
}

function hasRoom({ free, quick }: Gate): boolean {
  if (free === 0) return false;
  const quickSince = performance.now() - quickMs;
  for (const inside of quick) {
    if (inside.since > quickSince) break;
    quick.delete(inside);
  }
  return quick.size < few;
}

function standInLine(gate: Gate, ms: number): Promise<Pass> {
  const { promise, resolve, reject } = Promise.withResolvers<Pass>();
  // The room is taken as it is given: who comes meanwhile finds it taken.
  const waiting = { enter: () => resolve(passOf(gate)), refuse: reject };
  const timer = setTimeout(() => reject(silence()), ms);
  gate.line.add(waiting);
  letIn(gate);
  return promise.finally(() => {
    clearTimeout(timer);
    gate.line.delete(waiting);
  });
}

function letIn(gate: Gate): void {
  for (const waiting of gate.line) {
    if (!hasRoom(gate)) break;
    gate.line.delete(waiting);
    waiting.enter();
  }
  const [oldest] = gate.quick;
  if (gate.line.size === 0 || gate.free === 0 || oldest === undefined || gate.timer !== null) return;
  // Nobody may leave before: when one of the few is slow, another comes in beside it.
  const ms = Math.max(1, Math.ceil(oldest.since + quickMs - performance.now()));
  gate.timer = setTimeout(() => {
    gate.timer = null;
    letIn(gate);
  }, ms);
}

/** Somebody is inside from now on. */
function passOf(gate: Gate): Pass {
  const inside: Inside = { since: performance.now() };
  gate.free--;
  gate.quick.add(inside);
  return {
    opensAfter: gate.silentSince ?? 0,
    answered() {},
    silent: () => fallSilent(gate),
    leave: firstOnly(() => {
      gate.quick.delete(inside);
      gate.free++;
      letIn(gate);
    }),
  };
}

/** The one that asks whether the database is back needs no room: those inside may be the ones that hang. */
function trialOf(gate: Gate): Pass {
  const trial = Promise.withResolvers<void>();
  gate.trial = trial;

  function endTrial(): void {
    if (gate.trial === trial) gate.trial = null;
    trial.resolve();
  }

  return {
    opensAfter: gate.silentSince ?? 0,
    answered() {
      if (gate.trial !== trial) return;
      gate.silentSince = null;
      endTrial();
    },
    silent: () => fallSilent(gate),
    leave: firstOnly(endTrial),
  };
}

function fallSilent(gate: Gate): void {
  gate.silentSince = Date.now();
  for (const { refuse } of gate.line) refuse(silence());
  gate.line.clear();
}

/** Of its calls the first counts. */
function firstOnly(leave: () => void): () => void {
  let hasLeft = false;
  return () => {
    if (hasLeft) return;
    hasLeft = true;
    leave();
  };
}
