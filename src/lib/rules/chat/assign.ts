/** The choice of the person who answers a talk (rules 21). */
import type { EpochMs } from '../terms/terms.ts';

/**
 * A desk's page sends a beat every 30 s while its person is on duty; without three in a row the person counts as
 * absent, ms.
 */
export const presenceMs = 90_000;

export interface PersonOnDuty {
  id: number;
  /** They take talks. */
  isOn: boolean;
  /** When their page last sent a beat. */
  seenAt: EpochMs;
  /** Open talks that they answer. */
  open: number;
  /** When they last got a talk; null for never. */
  assignedAt: EpochMs | null;
}

/** True where a person takes talks and their page has sent a beat within {@link presenceMs}. */
export function isPresent({ isOn, seenAt }: Pick<PersonOnDuty, 'isOn' | 'seenAt'>, now: EpochMs): boolean {
  return isOn && now - seenAt <= presenceMs;
}

/** Whoever answered in a talk so lately is there, ms. */
const answeredMs = 5 * 60_000;

/** True where the last answer of a person in a talk is younger than five minutes; null for none. */
export function answersNow(answeredAt: EpochMs | null, now: EpochMs): boolean {
  return answeredAt !== null && now - answeredAt < answeredMs;
}

interface Choice {
  now: EpochMs;
  /** Talks of one person at once. */
  most: number;
  /** The person who did not answer it. */
  except?: number | null;
}

/**
 * The id of the present person with the fewest open talks; of several the one whose last assignment is the longest ago.
 * Null where nobody is free: the talk waits.
 */
export function choosePerson(people: readonly PersonOnDuty[], { now, most, except }: Choice): number | null {
  const free = people.filter((one) => isPresent(one, now) && one.open < most && one.id !== except);
  const [first] = free.toSorted(
    (a, b) => a.open - b.open || (a.assignedAt ?? 0) - (b.assignedAt ?? 0) || a.id - b.id,
  );
  return first?.id ?? null;
}
