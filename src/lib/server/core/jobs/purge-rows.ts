/** Deletes rows past their use. */
import { type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { recordMs } from '#lib/rules/live/room.ts';
import { isKeyOf, keysOf } from '#lib/rules/terms/keys.ts';
import type { Db } from '../../db/client.ts';
import {
  bulkRun,
  chatEvent,
  chatTokenUse,
  demoMail,
  demoSms,
  goodsAlert,
  idempotencyKey,
  jobFailure,
  liveAdd,
  liveEvent,
  liveQuestion,
  liveViewer,
  merchantNotice,
  message,
  phoneCode,
  purchaseDraft,
  rateLimit,
  session,
  sessionEnd,
  staffSession,
  textMessage,
  verification,
} from '../../db/schema.ts';

const hour = 3_600_000;
const day = 24 * hour;

/** For each kind of row, how long it stays beyond its use (ms), and the column from which that counts. */
const rows = {
  // A window that is over starts again from nothing.
  rateLimit: { table: rateLimit, since: rateLimit.resetsAt, keep: hour },
  session: { table: session, since: session.expiresAt, keep: hour },
  /** A tab that was open then may still be. */
  sessionEnd: { table: sessionEnd, since: sessionEnd.endedAt, keep: 7 * day },
  staffSession: { table: staffSession, since: staffSession.expiresAt, keep: hour },
  phoneCode: { table: phoneCode, since: phoneCode.expiresAt, keep: hour },
  demoMail: { table: demoMail, since: demoMail.createdAt, keep: day },
  demoSms: { table: demoSms, since: demoSms.createdAt, keep: day },
  verification: { table: verification, since: verification.expiresAt, keep: hour },
  /** For a repeat of a request. */
  idempotencyKey: { table: idempotencyKey, since: idempotencyKey.createdAt, keep: 7 * day },
  goodsAlert: { table: goodsAlert, since: goodsAlert.toldAt, keep: 180 * day },
  /** No work on it for this long. */
  purchaseDraft: { table: purchaseDraft, since: purchaseDraft.updatedAt, keep: 30 * day },
  /** With the results of its rows. */
  bulkRun: { table: bulkRun, since: bulkRun.endedAt, keep: 30 * day },
  message: { table: message, since: message.readAt, keep: 365 * day },
  /** Browsers that were away for longer ask for everything again. */
  chatEvent: { table: chatEvent, since: chatEvent.createdAt, keep: 3 * day },
  chatTokenUse: { table: chatTokenUse, since: chatTokenUse.expiresAt, keep: hour },
  merchantNotice: { table: merchantNotice, since: merchantNotice.createdAt, keep: 180 * day },
  /** Records of live streaming: the law asks for three years. */
  liveEvent: { table: liveEvent, since: liveEvent.at, keep: recordMs },
  liveQuestion: { table: liveQuestion, since: liveQuestion.createdAt, keep: recordMs },
  liveViewer: { table: liveViewer, since: liveViewer.lastAt, keep: recordMs },
  liveAdd: { table: liveAdd, since: liveAdd.firstAt, keep: recordMs },
  // Only messages of the last day are looked at.
  textMessage: { table: textMessage, since: textMessage.createdAt, keep: 7 * day },
  // A row that is still due is tried at least every hour, so this one is no longer due.
  jobFailure: { table: jobFailure, since: jobFailure.lastAt, keep: day },
} satisfies Record<string, { table: PgTable; since: { getSQL(): SQL }; keep: number }>;

export type Purgeable = keyof typeof rows;

export const purgeables = keysOf(rows);

export function isPurgeable(name: string): name is Purgeable {
  return isKeyOf(rows, name);
}

/** Deletes up to `limit` rows of a kind; answers how many. A row without a time is in use. */
export async function purgeSome(db: Db, kind: Purgeable, now: Date, limit: number): Promise<number> {
  const { table, since, keep } = rows[kind];
  const before = new Date(now.getTime() - keep);
  const gone = await db.execute(sql`delete from ${table} where ctid = any(array(
    select ctid from ${table} where ${since} < ${before} limit ${limit}))`);
  return gone.rowCount ?? 0;
}
