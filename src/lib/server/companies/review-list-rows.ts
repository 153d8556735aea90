/** Applications that wait for the platform, and who has claimed each. */
import { sql } from 'drizzle-orm';
import { reviews } from '#lib/contract/desk/lists/reviews.ts';
import { cellString, listRows, regionCell } from '../db/list-source.ts';

const hourMs = 3_600_000;

export const reviewListRows = listRows(reviews, {
  source: ({ now }) => ({
    from: sql`company_application a`,
    // A claim that has run out is nobody's.
    shown: sql`left join staff s on s.id = a.claimed_by and a.claimed_until > ${now.toISOString()}::timestamptz`,
    key: sql`a.id`,
    // Written like the index of the queue: a parameter instead would not use it.
    bound: sql`a.status = 'waiting' and a.verdict is null`,
    columns: {
      company: sql`a.data ->> 'name'`,
      kind: sql`a.kind`,
      buyer_type: sql`a.data ->> 'buyerType'`,
      handed_in_at: sql`a.handed_in_at`,
    },
    extra: {
      province: sql`a.data ->> 'province'`,
      city: sql`a.data ->> 'city'`,
      district: sql`a.data ->> 'district'`,
      reviewer: sql`s.username`,
      waited: sql`extract(epoch from ${now.toISOString()}::timestamptz - a.handed_in_at) * 1000`,
    },
  }),
  finish: (row, { name }) => ({
    region: regionCell(row),
    waiting: row.waited === null ? '' : waitingText(Math.max(0, Number(row.waited))),
    claimed_by: row.reviewer === name ? '我' : cellString(row.reviewer),
  }),
});

/** Whole hours, from two days on whole days. */
function waitingText(ms: number): string {
  const hours = Math.floor(ms / hourMs);
  return hours < 48 ? `${hours}小时` : `${Math.floor(hours / 24)}天`;
}
