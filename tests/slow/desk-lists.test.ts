/** Declared lists of the desks over a million rows: a page costs the same at the beginning and far behind. */
import { expect, test } from 'vitest';
import type { ListAnswer, ListShape } from '#lib/contract/desk/list.ts';
import { audit } from '#lib/contract/desk/lists/audit.ts';
import { companies } from '#lib/contract/desk/lists/companies.ts';
import { byStaff } from '#tests/support/context.ts';
import { testDatabase } from '#tests/support/database.ts';
import { askList } from '#tests/support/desk-list.ts';

const { db, pool } = await testDatabase();
const context = byStaff(db);
const rows = 1_000_000;
const part = 50_000;
/**
 * Ms that a page of 50 rows may take, the count with it: the best of seven. Alone it takes 50 at most; other tests run
 * beside it, on machines of very different speed. A page that reads all rows takes ten times as long.
 */
const bar = 150;

async function timed<T>(read: () => Promise<T>): Promise<{ answer: T; ms: number }> {
  const times: number[] = [];
  let answer = await read();
  for (let nth = 0; nth < 7; nth++) {
    const start = performance.now();
    answer = await read();
    times.push(performance.now() - start);
  }
  return { answer, ms: Math.min(...times) };
}

/** A place far behind the beginning. */
async function placeBehind(list: ListShape, search: Record<string, string>): Promise<string> {
  let after = '';
  for (let nth = 0; nth < 100; nth++) {
    const page: ListAnswer<unknown> = await askList<ListShape>(context, list, { ...search, after });
    after = page.next ?? after;
  }
  return after;
}

test('the audit log and the companies answer a page within the bar', { timeout: 600_000 }, async () => {
  // In parts: a statement has seconds.
  for (let at = 0; at < rows; at += part)
    await pool.query(`insert into audit_log (actor, actor_id, request_id, act, subject, subject_key, at)
      select 'platform', 'many' || n % 100, '', 'order.ship', 'order', n, now() - n * interval '1 second'
      from generate_series(${at + 1}, ${at + part}) n`);
  await pool.query(`insert into company (name, buyer_type, status, province, city, region_code)
    select '压测药房' || n, 'pharmacy', 'approved', '', '', '' from generate_series(1, ${part}) n`);
  await pool.query('analyze audit_log, company');
  const found: Record<string, number> = {};
  const asked: [list: ListShape, search: Record<string, string>][] = [
    [audit, {}],
    [audit, { who: 'many7' }],
    [audit, { subject: 'order', key: '4242' }],
    [audit, { from: '2020-01-01' }],
    [companies, {}],
    [companies, { status: 'approved' }],
    [companies, { sort: 'id' }],
  ];
  for (const [list, search] of asked) {
    const name = `${list.page} ${new URLSearchParams(search)}`;
    const first = await timed(() => askList<ListShape>(context, list, search));
    expect(first.answer.rows.length, name).toBeGreaterThan(0);
    found[name] = first.ms;
    if (first.answer.next === null) continue;
    const after = await placeBehind(list, search);
    found[`${name} behind`] = (await timed(() => askList<ListShape>(context, list, { ...search, after }))).ms;
  }
  for (const [name, ms] of Object.entries(found)) expect.soft(ms, name).toBeLessThan(bar);
});
