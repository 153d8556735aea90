/**
 * The queue in front of a pool. A few callers are inside at a time, and up to all connections while some of them are
 * slow; the others wait in line, which the driver's own pool cannot tell from waiting for a connection to be opened.
 * The gate also remembers a silence: while the database does not respond, one caller tests it and the others wait for
 * the result, instead of each waiting for a timeout.
 */
import type pg from 'pg';

/** Longest wait in line, ms, in a pool that serves requests; tools wait without limit. */
const lineMs = 9_000;
const toolLineMs = 600_000;

/**
 * How many callers are inside while all of them are quick. A process computes on one core, and this many backends keep
 * it busy. The catalogue and plan caches of more backends displace each other in the processor's cache: with ten, an
 * order cost the database a tenth to a third more (two cores).
 */
const few = 5;
/** A caller inside for longer, ms, waits for a lock or reads much, and no longer counts among the few. */
const quickMs = 40;

interface Waiting {
  enter: () => void;
  refuse: (error: Error) => void;
}

/** A caller inside, and since when, ms of the process. */
interface Inside {
  since: number;
}

interface Gate {
  /** Idle connections. */
  free: number;
  /** Callers inside that are not known to be slow, the oldest first. */
  quick: Set<Inside>;
  /** Runs while callers wait although there are connections, until the oldest of the few is slow. */
  timer: NodeJS.Timeout | null;
  line: Set<Waiting>;
  /** When the silence began, epoch ms; null while the database responds. Older connections are not used. */
  silentSince: number | null;
  /** Settles when the testing caller knows. */
  trial: PromiseWithResolvers<void> | null;
}

export interface Pass {
  /** Connections opened before this moment are unusable. */
  opensAfter: number;
  /** The database has responded. */
  answered(): void;
  /** It did not respond in time: everyone in line is refused. */
  silent(): void;
  /** Makes room for the next; only the first call counts. */
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

/** How many callers wait in front of a pool. */
export function inLine(pool: pg.Pool): number {
  return gates.get(pool)?.line.size ?? 0;
}

/** In the driver's words, so that it counts as silence like the driver's own error. */
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
  // The room is taken when it is granted: concurrent callers find it taken.
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
  // Even if no caller leaves before: when one of the few is slow, another one enters.
  const ms = Math.max(1, Math.ceil(oldest.since + quickMs - performance.now()));
  gate.timer = setTimeout(() => {
    gate.timer = null;
    letIn(gate);
  }, ms);
}

/** Registers a caller inside. */
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

/** The testing caller needs no room: those inside may be the ones that hang. */
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

/** Only the first call counts. */
function firstOnly(leave: () => void): () => void {
  let hasLeft = false;
  return () => {
    if (hasLeft) return;
    hasLeft = true;
    leave();
  };
}
