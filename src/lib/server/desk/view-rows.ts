/** Saved views of the lists of the desks, bound to their owner; readers see those shared with their role. */
import { and, eq, ne, sql } from 'drizzle-orm';
import type { Db, Tx } from '../db/client.ts';
import { deskView, staff } from '../db/schema.ts';

/** A person who reads and saves views. */
export interface Viewer {
  staffId: number;
  merchantId: number | null;
  role: string;
}

export interface ViewRow {
  id: number;
  name: string;
  search: string;
  role: string;
  owner: string;
  isOwn: boolean;
}

/** Own views first, by name. Others' are of the same side and merchant, and their owners still work there. */
export async function findViews(db: Db | Tx, viewer: Viewer, list: string): Promise<ViewRow[]> {
  const { rows } = await db.execute<ViewRow & Record<string, unknown>>(sql`
    select v.id, v.name, v.search, v.role, s.username as owner, v.staff_id = ${viewer.staffId} as "isOwn"
    from desk_view v join staff s on s.id = v.staff_id
    where v.list = ${list} and (v.staff_id = ${viewer.staffId} or (
      v.role = ${viewer.role} and s.disabled_at is null
      and s.merchant_id is not distinct from ${viewer.merchantId}::int))
    order by v.staff_id <> ${viewer.staffId}, v.name, v.id`);
  return rows;
}

/** One person's writes of views come one after the other. */
export async function lockViewer(tx: Tx, { staffId }: Viewer): Promise<void> {
  await tx.select({ id: staff.id }).from(staff).where(eq(staff.id, staffId)).for('update');
}

export function countViews(tx: Tx, { staffId }: Viewer, list: string): Promise<number> {
  return tx.$count(deskView, and(eq(deskView.staffId, staffId), eq(deskView.list, list)));
}

/** Saves a view, or replaces the own one of this name. */
export async function putView(
  tx: Tx,
  { staffId }: Viewer,
  view: { list: string; name: string; search: string; role: string },
): Promise<void> {
  const { search, role } = view;
  await tx
    .insert(deskView)
    .values({ ...view, staffId })
    .onConflictDoUpdate({ target: [deskView.staffId, deskView.list, deskView.name], set: { search, role } });
}

/** The list of an own view; null where the person has none of this id. */
export async function findOwnView(tx: Tx, { staffId }: Viewer, id: number): Promise<{ list: string } | null> {
  const [row] = await tx
    .select({ list: deskView.list })
    .from(deskView)
    .where(and(eq(deskView.id, id), eq(deskView.staffId, staffId)));
  return row ?? null;
}

/** Another own view of the list has this name. */
export async function hasName(
  tx: Tx,
  { staffId }: Viewer,
  { id, list, name }: { id: number; list: string; name: string },
): Promise<boolean> {
  const mine = and(eq(deskView.staffId, staffId), eq(deskView.list, list), eq(deskView.name, name));
  return (await tx.$count(deskView, and(mine, ne(deskView.id, id)))) > 0;
}

export async function changeView(
  tx: Tx,
  { staffId }: Viewer,
  { id, name, role }: { id: number; name: string; role: string },
): Promise<void> {
  await tx
    .update(deskView)
    .set({ name, role })
    .where(and(eq(deskView.id, id), eq(deskView.staffId, staffId)));
}

export async function dropView(tx: Tx, { staffId }: Viewer, id: number): Promise<void> {
  await tx.delete(deskView).where(and(eq(deskView.id, id), eq(deskView.staffId, staffId)));
}
