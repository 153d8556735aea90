/** Duty phones of merchants, which get text messages about notices. */
import { eq, sql } from 'drizzle-orm';
import { dutyPhonePause, dutyPhoneWithin, urgentNoticeKinds } from '#lib/rules/companies/merchant-notices.ts';
import { isReady } from '../core/jobs/job-rows.ts';
import type { Db, Tx } from '../db/client.ts';
import { dutyPhone } from '../db/schema.ts';

export type DutyPhoneRow = typeof dutyPhone.$inferSelect;

/** A merchant's own; null where it has set none. `isHeld` locks it until the transaction ends. */
export async function findDutyPhone(
  db: Db | Tx,
  merchantId: number,
  { isHeld = false } = {},
): Promise<DutyPhoneRow | null> {
  const found = db.select().from(dutyPhone).where(eq(dutyPhone.merchantId, merchantId));
  const [row] = await (isHeld ? found.for('update') : found);
  return row ?? null;
}

/** Saves a merchant's setting. */
export async function setDutyPhone(
  tx: Tx,
  row: Pick<DutyPhoneRow, 'merchantId' | 'phone' | 'kinds' | 'fromHour' | 'toHour' | 'updatedAt'>,
): Promise<void> {
  const { merchantId: _, ...set } = row;
  await tx.insert(dutyPhone).values(row).onConflictDoUpdate({ target: dutyPhone.merchantId, set });
}

/** An hour of Shanghai in SQL, like `isDutyHour` of the rules. */
const localHour = (now: Date) => sql`extract(hour from ${now}::timestamptz at time zone 'Asia/Shanghai')`;

/**
 * Notices to send to a merchant's phone at `now`, over `n` and `d`: of a selected kind, not older than a day, within
 * its hours unless they are urgent.
 */
const isToText = (now: Date) => sql`n.texted_at is null and n.kind = any(d.kinds)
  and n.created_at > ${new Date(now.getTime() - dutyPhoneWithin)}::timestamptz
  and n.created_at <= ${now}::timestamptz
  and (n.kind = any(${sql.param([...urgentNoticeKinds])}::text[])
    or (${localHour(now)} >= d.from_hour and ${localHour(now)} < d.to_hour))`;

/** Merchants who are due for a text message, the longest waiting first: ten minutes after the last one. */
export async function listDutyPhonesDue(db: Db, job: string, now: Date, limit: number): Promise<number[]> {
  const paused = new Date(now.getTime() - dutyPhonePause);
  const { rows } = await db.execute<{ merchant_id: number }>(sql`
    select d.merchant_id from merchant_notice n join duty_phone d on d.merchant_id = n.merchant_id
    where d.phone <> '' and (d.texted_at is null or d.texted_at <= ${paused}) and ${isToText(now)}
      and ${isReady(job, sql`d.merchant_id`, now)}
    group by d.merchant_id order by min(n.id) limit ${limit}`);
  return rows.map((row) => row.merchant_id);
}

/** Content and receiver of one text message. */
export interface DutyText {
  phone: string;
  /** Start of the message before it. */
  before: Date | null;
  notices: { id: number; kind: string; title: string }[];
}

/**
 * Begins a text message to a merchant's phone: no other process begins one for ten minutes. Null where another process
 * has, or where no notice is left to send.
 */
export async function takeDutyText(db: Db, merchantId: number, now: Date): Promise<DutyText | null> {
  const paused = new Date(now.getTime() - dutyPhonePause);
  const { rows } = await db.execute<{
    phone: string;
    before: string | null;
    notices: DutyText['notices'] | null;
  }>(sql`
    with due as (
      select d.merchant_id, d.phone, d.texted_at from duty_phone d
      where d.merchant_id = ${merchantId} and d.phone <> '' and (d.texted_at is null or d.texted_at <= ${paused})
      for update),
    taken as (update duty_phone d set texted_at = ${now} from due where d.merchant_id = due.merchant_id)
    select due.phone, due.texted_at as before, (
      select json_agg(json_build_object('id', n.id, 'kind', n.kind, 'title', n.title) order by n.id)
      from merchant_notice n join duty_phone d on d.merchant_id = n.merchant_id
      where n.merchant_id = due.merchant_id and ${isToText(now)}) as notices
    from due`);
  const [row] = rows;
  if (row === undefined || row.notices === null) return null;
  return {
    phone: row.phone,
    before: row.before === null ? null : new Date(row.before),
    notices: row.notices,
  };
}

/** The message was handed over. */
export async function recordTexted(db: Db, ids: readonly number[], now: Date): Promise<void> {
  await db.execute(
    sql`update merchant_notice set texted_at = ${now} where id = any(${sql.param([...ids])}::int[]) and texted_at is null`,
  );
}

/** No provider took the message: the phone is due again as before. */
export async function leaveDutyText(
  db: Db,
  merchantId: number,
  before: Date | null,
  now: Date,
): Promise<void> {
  await db.execute(
    sql`update duty_phone set texted_at = ${before} where merchant_id = ${merchantId} and texted_at = ${now}`,
  );
}
