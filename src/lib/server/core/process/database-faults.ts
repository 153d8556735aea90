/** Database faults, classified by the possible reaction. */

/**
 * `lost`: the connection ended or could not be opened; the outcome of unanswered statements is unknown. `silent`: no
 * response in time; a retry would double the wait. `conflict`: rolled back because of another transaction; a retry may
 * work. `refusing`: it answers with a refusal: read-only, disk full, a lock or a statement that took too long.
 */
export type Fault = 'lost' | 'silent' | 'conflict' | 'refusing';

const codes: Record<string, Fault> = {
  ECONNREFUSED: 'lost',
  ECONNRESET: 'lost',
  ECONNABORTED: 'lost',
  EPIPE: 'lost',
  EAI_AGAIN: 'lost',
  ENOTFOUND: 'lost',
  ETIMEDOUT: 'silent',
  EHOSTUNREACH: 'silent',
  ENETUNREACH: 'silent',
  // Ended by an administrator or a crash, not started yet, its database dropped, idle too long.
  '57P01': 'lost',
  '57P02': 'lost',
  '57P03': 'lost',
  '57P04': 'lost',
  '57P05': 'lost',
  '25P03': 'lost',
  '53300': 'lost',
  '40001': 'conflict',
  '40P01': 'conflict',
  // Read-only, statement too long, lock not available.
  '25006': 'refusing',
  '57014': 'refusing',
  '55P03': 'refusing',
};

/** By the first two characters: connection, insufficient resources (disk, memory), the operating system. */
const classes: Record<string, Fault> = { '08': 'lost', '53': 'refusing', '58': 'refusing' };

/** The driver's own errors have no code. */
const sentences: [RegExp, Fault][] = [
  [/^(Query read timeout|timeout expired|timeout exceeded when trying to connect)$/, 'silent'],
  [/^Connection terminated due to connection timeout$/, 'silent'],
  [/^Connection terminated/, 'lost'],
  // A table has changed since the connection planned the statement: another connection plans it again.
  [/^cached plan must not change result type$/, 'lost'],
  // Its prepared statements were deallocated: another connection has none yet.
  [/^prepared statement ".*" does not exist$/, 'lost'],
  [/^Client (has encountered a connection error|was closed) and is not queryable$/, 'lost'],
];

/** The errors inside an error: drizzle and others wrap the driver's error. */
function* layers(error: unknown): Generator<Error & { code?: unknown }> {
  for (let one = error, depth = 0; one instanceof Error && depth < 5; one = one.cause, depth++) yield one;
}

/** The database fault of an error; undefined when it is something else. */
export function faultOf(error: unknown): Fault | undefined {
  for (const { code, message } of layers(error)) {
    const word = typeof code === 'string' ? code : '';
    const found =
      codes[word] ??
      (/^[0-9A-Z]{5}$/.test(word) ? classes[word.slice(0, 2)] : undefined) ??
      sentences.find(([pattern]) => pattern.test(message))?.[1];
    if (found) return found;
  }
  return undefined;
}

/** The connection was dead, or its plan outdated, before anything was done: the statement may be sent again. */
export function isUnsent(error: unknown): boolean {
  return [...layers(error)].some(({ message }) =>
    /^(?:Client .* is not queryable|cached plan must not change result type)$/.test(message),
  );
}

/** Whether a connection is unusable after this error: it must be closed instead of reused. */
export function endsConnection(error: unknown): boolean {
  const fault = faultOf(error);
  return fault === 'lost' || fault === 'silent';
}
