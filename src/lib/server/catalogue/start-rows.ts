/** Values at the beginning of the window of watched changes (rules 18), by the sets that were written. */
import { sql } from 'drizzle-orm';
import type { ChangeSubject } from '#lib/rules/changes/set-source.ts';
import { type ValueStep, valueAtStart, watchedDays } from '#lib/rules/changes/watched.ts';
import type { Db, Tx } from '../db/client.ts';

/** Of each row, the fields that have changed in the window. */
export async function listStarts<Field extends string>(
  db: Db | Tx,
  subject: ChangeSubject,
  ids: readonly number[],
  fields: readonly Field[],
): Promise<Map<number, Partial<Record<Field, number>>>> {
  if (ids.length === 0) return new Map();
  const { rows } = await db.execute<{
    id: number;
    before: Partial<Record<string, unknown>> | null;
    after: Partial<Record<string, unknown>> | null;
    isAgreed: boolean;
  }>(sql`
    select r.row_id as id, r.before, r.after, s.decided_by is not null as "isAgreed"
    from change_row r join change_set s on s.id = r.set_id
    where r.row_id = any(${sql.param([...ids])}::int[]) and r.state in ('done', 'undone') and s.subject = ${subject}
      and r.changed_at > now() - ${watchedDays}::int * interval '1 day'
    order by r.changed_at, s.id, r.no`);
  const starts = new Map<number, Partial<Record<Field, number>>>();
  for (const [id, own] of Map.groupBy(rows, (row) => row.id)) {
    const of: Partial<Record<Field, number>> = {};
    for (const field of fields) {
      const steps = own.flatMap(({ before, after, isAgreed }): ValueStep[] => {
        const [from, to] = [before?.[field], after?.[field]];
        return typeof from === 'number' && typeof to === 'number' ? [{ from, to, isAgreed }] : [];
      });
      const start = valueAtStart(steps);
      if (start !== null) of[field] = start;
    }
    starts.set(id, of);
  }
  return starts;
}
