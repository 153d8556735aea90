/** Sets of changes and their rows as desks are answered. */
import type { ChangeRowWire, ChangeSetWire } from '#lib/contract/changes.ts';
import { type CellFields, type CellValue, shownText } from '#lib/rules/changes/cells.ts';
import { changeSourceText, changeSubjectTexts } from '#lib/rules/changes/set-source.ts';
import {
  rowStateText,
  type SetCounts,
  type SetVerb,
  setActions,
  setStateText,
} from '#lib/rules/changes/set-state.ts';
import { subjectsFor } from '#lib/rules/companies/change-readers.ts';
import { isKeyOf } from '#lib/rules/terms/keys.ts';
import { must } from '#lib/rules/terms/must.ts';
import type { Actors } from '../core/context.ts';
import type { Db } from '../db/client.ts';
import type { ChangeRow } from './changed-rows.ts';
import { countRows, listMerchantNames, type SetRow } from './rows.ts';
import { subjectNamed } from './subjects.ts';

/** Acts of the person who made a set; a second person decides about it. */
const ofDeciders: readonly SetVerb[] = ['pass', 'refuse'];

/** Whether a set is of a kind of rows that the person may change. */
export function seesSet({ kind, role }: Actors['staff'], { subject }: Pick<SetRow, 'subject'>): boolean {
  return subjectsFor(kind, role).includes(subject);
}

/** What a person may do with a set: its own verbs at its merchant, the decision for everybody but its maker. */
export function verbsFor(actor: Actors['staff'], set: SetRow, counts: SetCounts): SetVerb[] {
  return setActions(set.state, counts).filter((verb) =>
    ofDeciders.includes(verb) ? actor.name !== set.madeBy : actor.merchantId === set.merchantId,
  );
}

const labelOf = (fields: CellFields<string>, field: string) =>
  isKeyOf(fields, field) ? fields[field]?.label : undefined;

function textOf(fields: CellFields<string>, field: string, value: CellValue): string {
  const cell = isKeyOf(fields, field) ? fields[field] : undefined;
  return cell === undefined ? String(value) : shownText(cell, value);
}

/** Sets with their numbers of rows. */
export async function setsWire(
  db: Db,
  actor: Actors['staff'],
  sets: readonly SetRow[],
): Promise<ChangeSetWire[]> {
  const counts = await countRows(
    db,
    sets.map(({ id }) => id),
  );
  const names = await listMerchantNames(db, [...new Set(sets.map(({ merchantId }) => merchantId))]);
  return sets.map((set) => {
    const own = must(counts.get(set.id), `counts of ${set.id}`);
    const { fields } = subjectNamed(set.subject);
    return {
      id: set.id,
      merchant: names.get(set.merchantId) ?? '',
      subject_text: changeSubjectTexts[set.subject],
      source: set.source,
      source_text: changeSourceText(set.source),
      state: set.state,
      state_text: setStateText(set.state),
      made_by: set.madeBy,
      reason: set.reason,
      decided_by: set.decidedBy ?? '',
      word: set.word,
      what: Object.entries(set.values).map(
        ([field, value]) => `${labelOf(fields, field) ?? field}改为${textOf(fields, field, value)}`,
      ),
      undo_of: set.undoOf ?? 0,
      needs_second: set.needsSecond ? 1 : 0,
      created_at: set.createdAt.toISOString(),
      began_at: set.beganAt?.toISOString() ?? '',
      ended_at: set.endedAt?.toISOString() ?? '',
      counts: own,
      may: verbsFor(actor, set, own),
    };
  });
}

/** One set as it is now. */
export async function setWire(db: Db, actor: Actors['staff'], set: SetRow): Promise<ChangeSetWire> {
  return must((await setsWire(db, actor, [set]))[0], 'the set');
}

/** Changed fields of a row, with both values. */
export function changesOf(
  { subject }: Pick<SetRow, 'subject'>,
  { before, after }: Pick<ChangeRow, 'before' | 'after'>,
): ChangeRowWire['changes'] {
  const { fields } = subjectNamed(subject);
  return Object.entries(after ?? {}).map(([field, value]) => ({
    label: labelOf(fields, field) ?? field,
    before: textOf(fields, field, before?.[field] ?? null),
    after: textOf(fields, field, value),
  }));
}

export function rowWire(set: SetRow, row: ChangeRow): ChangeRowWire {
  return {
    no: row.no,
    id: row.rowId,
    label: row.label,
    state: row.state,
    state_text: rowStateText(row.state),
    changes: changesOf(set, row),
    note: row.note,
  };
}
