/** Changes of rows at the desks: one cell, many rows, a table. All reject as `deskCall` does. */
import { api } from '#lib/contract/api.ts';
import type { ChangeSetWire, MadeTable } from '#lib/contract/changes.ts';
import type { ChangeSubject } from '#lib/rules/changes/set-source.ts';
import { deskCall } from './session.ts';

/** Changes one cell; `seen` is the text that the person saw. Answers all changeable cells of the row as they are then. */
export async function makeChange(
  subject: ChangeSubject,
  id: string | number,
  field: string,
  { text, seen }: { text: string; seen: string },
): Promise<{ cells: Readonly<Record<string, string>>; isWaiting: boolean }> {
  const { set, cells } = await deskCall(api.makeChange, {
    token: crypto.randomUUID(),
    subject,
    source: 'row',
    ids: [Number(id)],
    values: { [field]: text },
    seen: { [field]: seen },
  });
  return { cells: cells ?? {}, isWaiting: set.state === 'waiting' };
}

/** The rows that many changes are made to: ticked ones, or all of a search. */
export type ChangeTarget =
  | readonly (string | number)[]
  | { values: Readonly<Record<string, string>>; count: number };

/** Makes a set of changes to many rows, to be looked at before it is carried out. */
export async function makeManyChanges(
  target: ChangeTarget,
  values: Readonly<Record<string, string>>,
  { subject, token, reason }: { subject: ChangeSubject; token: string; reason: string },
): Promise<ChangeSetWire> {
  const rows =
    'count' in target
      ? { source: 'found' as const, ...target.values, found: target.count }
      : { source: 'ticked' as const, ids: target.map(Number) };
  const { set } = await deskCall(api.makeChange, { ...rows, subject, token, reason, values });
  return set;
}

/** Reads a table, or cells that were pasted; without a set the answer has questions about its columns. */
export function makeTableChanges(input: {
  subject: ChangeSubject;
  token: string;
  file?: File;
  text?: string;
  columns?: string[];
  reason: string;
}): Promise<MadeTable> {
  return deskCall(api.makeChangeTable, input);
}
