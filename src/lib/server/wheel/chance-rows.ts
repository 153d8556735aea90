/** Chances of companies. A source brings those of a wheel once. */
import { and, eq, sql } from 'drizzle-orm';
import type { ChanceSource } from '#lib/rules/wheel/wheel.ts';
import type { Db, Tx } from '../db/client.ts';
import { wheel, wheelChance } from '../db/schema.ts';
import { bringsChances, hasNotEnded, type WheelRow } from './rows.ts';

/** What brings chances, and to whom. */
export interface Grant {
  wheelId: number;
  companyId: number;
  /** Null where no person of the company did it. */
  userId: string | null;
  count: number;
  source: ChanceSource;
  sourceId: string;
}

/**
 * Writes chances of a wheel that has not ended and has a ticket left, at the database's time, by which limits of a day
 * are counted; `again` where the source has brought them, `over`
 * for another wheel.
 */
export async function insertChance(tx: Tx, grant: Grant): Promise<'given' | 'again' | 'over'> {
  const { wheelId, companyId, userId, count, source, sourceId } = grant;
  const { rows } = await tx.execute(sql`
    insert into wheel_chance (wheel_id, company_id, user_id, source, source_id, count, created_at)
    select id, ${companyId}::int, ${userId}, ${source}, ${sourceId}, ${count}::int, now() from wheel
    where id = ${wheelId} and ${hasNotEnded} and drawn < tickets
    on conflict do nothing returning id`);
  if (rows.length > 0) return 'given';
  // A statement of its own: it sees the row of another transaction that the insert waited for.
  return (await findChance(tx, { wheelId, source, sourceId })) === null ? 'over' : 'again';
}

/** What a source has brought of a wheel, and to whom; null where it has not. */
export async function findChance(
  tx: Tx,
  { wheelId, source, sourceId }: Pick<Grant, 'wheelId' | 'source' | 'sourceId'>,
): Promise<Pick<Grant, 'companyId' | 'count'> | null> {
  const [row] = await tx
    .select({ companyId: wheelChance.companyId, count: wheelChance.count })
    .from(wheelChance)
    .where(
      and(
        eq(wheelChance.wheelId, wheelId),
        eq(wheelChance.source, source),
        eq(wheelChance.sourceId, sourceId),
      ),
    );
  return row ?? null;
}

/** Wheels whose chances can be got now. */
export function listOpenWheels(db: Db | Tx): Promise<WheelRow[]> {
  return db.select().from(wheel).where(bringsChances);
}
