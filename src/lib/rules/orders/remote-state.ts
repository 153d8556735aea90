/** Our knowledge of an operation at a remote provider (rules 5): a payment or a refund. */
import { keysOf } from '../terms/keys.ts';

/**
 * requested: recorded, not sent yet. sent: sent, without a final response. unknown: the response got lost, so the work
 * may be done; it is queried before it is sent again. done and failed: answered.
 */
export type RemoteState = 'requested' | 'sent' | 'unknown' | 'done' | 'failed';

type Row = { isOpen: boolean; mayBeDone: boolean };

/** isOpen: it is processed again. mayBeDone: query before sending, or it could be done twice. */
export const remoteStates = {
  requested: { isOpen: true, mayBeDone: false },
  sent: { isOpen: true, mayBeDone: true },
  unknown: { isOpen: true, mayBeDone: true },
  done: { isOpen: false, mayBeDone: false },
  // Still owed: it is sent again after a wait, and raises alarms until it works.
  failed: { isOpen: true, mayBeDone: false },
} satisfies Record<RemoteState, Row>;

const states = keysOf(remoteStates);

/** The states of a refund that has still to be carried out. */
export const owedStates: readonly RemoteState[] = states.filter((state) => remoteStates[state].isOpen);

/** States in which the work may have been done without a response. */
export const mayBeDoneStates: readonly RemoteState[] = states.filter(
  (state) => remoteStates[state].mayBeDone,
);

/** True when the work may have been done without a response. */
export function mayBeDone(state: RemoteState): boolean {
  return remoteStates[state].mayBeDone;
}

const shortestWait = 60_000;
const longestWait = 60 * 60_000;

/**
 * The time of the next query of an operation begun at `since`: doubles its age, with a wait between a minute and an
 * hour.
 */
export function nextAsking(since: Date, now: Date): Date {
  const age = now.getTime() - since.getTime();
  return new Date(now.getTime() + Math.min(longestWait, Math.max(shortestWait, age)));
}
