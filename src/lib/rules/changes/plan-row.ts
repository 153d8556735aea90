/** What a set does to one row: at the preview, and again when its turn comes (rules 18). */
import { keysOf } from '../terms/keys.ts';
import type { CellFields, CellValue } from './cells.ts';
import { collisionsText, type FieldChange, mergeChange } from './merge.ts';
import type { RowState } from './set-state.ts';

type Values<Name extends string> = Partial<Record<Name, CellValue>>;

/** A kind of rows, as far as a set depends on it. */
export interface RowKind<Name extends string, Facts> {
  fields: CellFields<Name>;
  /** Why the values do not go together; null where they do. */
  fault(values: Readonly<Record<Name, CellValue>>, facts: Facts): string | null;
  /** Why a second person has to look at the change; null where one person may make it. */
  alarm(
    before: Readonly<Record<Name, CellValue>>,
    after: Readonly<Record<Name, CellValue>>,
    facts: Facts,
  ): string | null;
}

/** A row as it is now. */
export interface HeldRow<Name extends string, Facts> {
  values: Readonly<Record<Name, CellValue>>;
  facts: Facts;
}

export interface Planned<Name extends string> {
  /** `ready` becomes done once it is written. */
  state: Extract<RowState, 'ready' | 'same' | 'refused'>;
  /** Changed fields alone. */
  before: Values<Name> | null;
  after: Values<Name> | null;
  /** Why it is refused, or the alarm. */
  note: string;
  hasAlarm: boolean;
  /** Another person has changed one of the fields since it was seen. */
  isCollision: boolean;
  /** All fields after the change; null unless ready. */
  whole: Record<Name, CellValue> | null;
}

/** A row that is not changed. */
export const refused = (note: string) =>
  ({
    state: 'refused',
    before: null,
    after: null,
    note,
    hasAlarm: false,
    isCollision: false,
    whole: null,
  }) as const;

/**
 * What happens to a row. `values` are the new values, `seen` those that the person saw: a field without one was not
 * looked at, and takes the new value whatever it is now.
 */
export function planRow<Name extends string, Facts>(
  { fields, fault, alarm }: RowKind<Name, Facts>,
  { values, seen }: { values: Values<Name>; seen: Values<Name> | null },
  row: HeldRow<Name, Facts>,
): Planned<Name> {
  const now = row.values;
  const changes: Partial<Record<Name, FieldChange>> = {};
  for (const field of keysOf(values)) {
    const mine = values[field];
    if (mine === undefined || !Object.hasOwn(fields, field)) continue;
    changes[field] = {
      seen: seen?.[field] ?? (seen !== null && Object.hasOwn(seen, field) ? null : now[field]),
      mine,
    };
  }
  const { take, collisions, isSame } = mergeChange(changes, now);
  if (collisions.length > 0) return { ...refused(collisionsText(fields, collisions)), isCollision: true };
  if (isSame) return { ...refused(''), state: 'same' };
  const whole: Record<Name, CellValue> = { ...now, ...take };
  const wrong = fault(whole, row.facts);
  if (wrong !== null) return refused(wrong);
  const before: Values<Name> = {};
  for (const field of keysOf(take)) before[field] = now[field];
  const note = alarm(now, whole, row.facts) ?? '';
  return { state: 'ready', before, after: take, note, hasAlarm: note !== '', isCollision: false, whole };
}
