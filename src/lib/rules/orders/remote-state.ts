/** What we know of a piece of work that somebody outside does for us (rules 5): taking money, giving it back. */
import { keysOf } from '../terms/keys.ts';

/**
 * requested: written down, not handed over yet. sent: handed over, not answered for good. unknown: the answer got lost,
 * so the work may be done; it is asked about before it is sent again. done and failed: answered.
 */
export type RemoteState = 'requested' | 'sent' | 'unknown' | 'done' | 'failed';

type Row = { isOpen: boolean; mayBeDone: boolean };

/** isOpen: it is looked at again. mayBeDone: ask before sending, or it could be done twice. */
export const remoteStates = {
  requested: { isOpen: true, mayBeDone: false },
  sent: { isOpen: true, mayBeDone: true },
  unknown: { isOpen: true, mayBeDone: true },
  done: { isOpen: false, mayBeDone: false },
  // Owed all the same: it is sent again after a rest, and alarms until it works.
  failed: { isOpen: true, mayBeDone: false },
} satisfies Record<RemoteState, Row>;

const states = keysOf(remoteStates);

/** The states of a refund that has still to be carried out. */
export const owedStates: readonly RemoteState[] = states.filter((state) => remoteStates[state].isOpen);

/** Those in which work may have been done already although nobody told us. */
export const mayBeDoneStates: readonly RemoteState[] = states.filter(
  (state) => remoteStates[state].mayBeDone,
);

/** True when the work may have been done already although nobody told us. */
export function mayBeDone(state: RemoteState): boolean {
  return remoteStates[state].mayBeDone;
}

const shortestWait = 60_000;
const longestWait = 60 * 60_000;

/**
 * When to ask again about what began at `since`: after as long again as it has taken so far, a minute at least and an
 * hour at most.
 */
export function nextAsking(since: Date, now: Date): Date {
  const age = now.getTime() - since.getTime();
  return new Date(now.getTime() + Math.min(longestWait, Math.max(shortestWait, age)));
}
