/**
 * A change that was based on an older version of its row (rules 18): fields collide only where two people gave the same
 * field different values; everything else goes together.
 */
import { keysOf } from '../terms/keys.ts';
import { type CellFields, type CellValue, shownText } from './cells.ts';

/** One changed field: the value that the person saw, and the new one. */
export interface FieldChange {
  seen: CellValue;
  mine: CellValue;
}

export type Changes<Name extends string> = Readonly<Partial<Record<Name, FieldChange>>>;

export interface Collision<Name extends string> extends FieldChange {
  field: Name;
  /** The value that another person gave it meanwhile. */
  theirs: CellValue;
}

export interface Merged<Name extends string> {
  /** The fields to be written, with their new values; nothing is written while there are collisions. */
  take: Partial<Record<Name, CellValue>>;
  collisions: Collision<Name>[];
  /** Nothing has to be written, and nothing collides. */
  isSame: boolean;
}

/** Merges a change with the row as it is now; whoever else changed which field in between does not matter. */
export function mergeChange<Name extends string>(
  changes: Changes<Name>,
  now: Readonly<Record<Name, CellValue>>,
): Merged<Name> {
  const take: Merged<Name>['take'] = {};
  const collisions: Collision<Name>[] = [];
  for (const field of keysOf(changes)) {
    const change = changes[field];
    if (change === undefined) continue;
    const { seen, mine } = change;
    const theirs = now[field];
    // Left as it was seen, or already what is wanted: the person changes nothing here.
    if (mine === seen || mine === theirs) continue;
    if (theirs === seen) take[field] = mine;
    else collisions.push({ field, seen, mine, theirs });
  }
  return { take, collisions, isSame: collisions.length === 0 && Object.keys(take).length === 0 };
}

/** A collision in words, with both values; `by` names the other person, empty where that is not known. */
export function collisionText<Name extends string>(
  fields: CellFields<Name>,
  { field, mine, theirs }: Collision<Name>,
  by = '',
): string {
  const { [field]: cell } = fields;
  const other = by === '' ? '别人' : by;
  return `${cell.label}：您改为${shownText(cell, mine)}，${other}已改为${shownText(cell, theirs)}`;
}

/** All collisions of a row in one sentence; empty without any. */
export function collisionsText<Name extends string>(
  fields: CellFields<Name>,
  collisions: readonly Collision<Name>[],
): string {
  return collisions.map((one) => collisionText(fields, one)).join('；');
}
