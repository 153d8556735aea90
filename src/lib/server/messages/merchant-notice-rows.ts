/** Notices to a merchant's people, and their readers. Every read and mark is bound to the merchant. */
import { and, desc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { MerchantNoticeKind } from '#lib/rules/companies/merchant-notices.ts';
import type { Db, Tx } from '../db/client.ts';
import { merchantNotice } from '../db/schema.ts';
import { type Written, writtenRows } from '../fast/insert-from.ts';

/** A notice to the people of a merchant. */
export interface NewMerchantNotice {
  merchantId: number;
  kind: MerchantNoticeKind;
  /** One line; the duty phone shows it where it is the only one. */
  title: string;
  body: string;
  /** A page of the desk by `path()`; empty for none. */
  link: string;
  /** The cause: a merchant gets one notice of each, also from two writers at once. */
  ref: string;
  createdAt: Date;
}

/** Notices as values of an insert; `on conflict do nothing` has to follow. */
export function writtenNotices(notices: readonly NewMerchantNotice[]): Written {
  return writtenRows(merchantNotice, notices);
}

/**
 * Sends notices to the people of merchants; open desks and the duty phone follow automatically. Answers how many were
 * new. Runs within the transaction of the cause.
 */
export async function notifyMerchant(db: Db | Tx, ...notices: NewMerchantNotice[]): Promise<number> {
  if (notices.length === 0) return 0;
  const { json, into } = writtenNotices(notices);
  const { rowCount } = await db.execute(sql`${into(json)} on conflict do nothing`);
  return rowCount ?? 0;
}

/** The search. */
export interface NoticeSearch {
  merchantId: number;
  /** The reader, whose read marks count. */
  staffId: number;
  /** Kinds for the reader's role; kinds of a newer version are left out. */
  kinds: readonly string[];
  isUnreadOnly: boolean;
}

/** Over `merchant_notice`; drizzle omits the table's name in a select from it alone. */
export const isRead = (staffId: number): SQL<boolean> =>
  sql<boolean>`exists (select 1 from merchant_notice_read r where r.notice_id = merchant_notice.id and r.staff_id = ${staffId})`;

/** Login names of all readers, the first first. */
export const noticeReaders = sql`array(select s.username from merchant_notice_read r join staff s on s.id = r.staff_id
  where r.notice_id = merchant_notice.id order by r.at, s.id)`;

/** Those of a merchant that concern a role. */
export function ofReader({ merchantId, kinds }: Pick<NoticeSearch, 'merchantId' | 'kinds'>): SQL | undefined {
  return and(eq(merchantNotice.merchantId, merchantId), inArray(merchantNotice.kind, [...kinds]));
}

function mine({ staffId, isUnreadOnly, ...reader }: NoticeSearch): SQL | undefined {
  return and(ofReader(reader), isUnreadOnly ? sql`not ${isRead(staffId)}` : undefined);
}

/** Number of unread ones among the reader's newest 1,000. */
export async function countUnreadNotices(
  db: Db,
  { isUnreadOnly: _, ...request }: NoticeSearch,
): Promise<number> {
  const newest = db
    .select({ id: merchantNotice.id })
    .from(merchantNotice)
    .where(mine({ ...request, isUnreadOnly: false }))
    .orderBy(desc(merchantNotice.id))
    .limit(1_000);
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from (${newest.getSQL()}) as newest
    where not exists (select 1 from merchant_notice_read r where r.notice_id = newest.id and r.staff_id = ${request.staffId})`);
  return rows[0]?.count ?? 0;
}

/** Marks notices as read by a person, all of the person's kinds where `ids` is null. Safe to repeat. */
export async function readNotices(
  db: Db | Tx,
  request: Omit<NoticeSearch, 'isUnreadOnly'>,
  ids: readonly number[] | null,
  now: Date,
): Promise<number> {
  const { rowCount } = await db.execute(sql`
    insert into merchant_notice_read (notice_id, staff_id, at)
    select ${merchantNotice.id}, ${request.staffId}, ${now} from ${merchantNotice}
    where ${and(mine({ ...request, isUnreadOnly: true }), ids === null ? undefined : inArray(merchantNotice.id, [...ids]))}
    on conflict do nothing`);
  return rowCount ?? 0;
}
