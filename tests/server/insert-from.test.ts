/** Rows that are written through one JSON value are the rows that the builder would have written. */
import { eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { expect, test } from 'vitest';
import { company, message, payment, user } from '#lib/server/db/schema.ts';
import { writtenRows } from '#lib/server/fast/insert-from.ts';
import { testDatabase } from '#tests/support/database.ts';

function insertFrom<T extends PgTable>(table: T, rows: readonly T['$inferInsert'][]): SQL {
  const { json, into } = writtenRows(table, rows);
  return into(json);
}

const { db } = await testDatabase();
const [owner] = await db.select({ id: company.id }).from(company).limit(1);
const companyId = owner!.id;
const one = { companyId, kind: 'order', title: "“引号” \\ ' ; --", body: '行一\n行二', ref: 'insert:1' };

test('each value is as it was given, what is left out or undefined takes its default', async () => {
  await db.execute(insertFrom(message, [{ ...one, link: undefined, readAt: null }]));
  const [row] = await db.select().from(message).where(eq(message.ref, one.ref));
  expect(row).toMatchObject({ ...one, link: '', readAt: null, createdAt: expect.any(Date) });
});

test('several at once, and what is there already is left to the statement that it is part of', async () => {
  const more = ['insert:1', 'insert:2', 'insert:3'].map((ref) => ({ ...one, ref }));
  const { rows } = await db.execute(sql`${insertFrom(message, more)} on conflict do nothing returning ref`);
  expect(rows).toEqual([{ ref: 'insert:2' }, { ref: 'insert:3' }]);
});

test('moments and amounts come back as they were', async () => {
  const [person] = await db.select({ id: user.id }).from(user).limit(1);
  const row = {
    ...{ no: 'P-insert', companyId, userId: person!.id, provider: 'balance', status: 'paid' as const },
    ...{ providerNo: null, amount: 9_007_199_254_740, paidAt: new Date('2026-11-26T01:02:03.456Z') },
  };
  // The payment is nobody's: what must be true of it at the end of a transaction is not asked.
  await db
    .transaction(async (tx) => {
      await tx.execute(insertFrom(payment, [row]));
      const [made] = await tx.select().from(payment).where(eq(payment.no, row.no));
      expect(made).toMatchObject({ ...row, purpose: 'order', createdAt: expect.any(Date) });
      throw new Error('enough');
    })
    .catch((error) => expect(error.message).toBe('enough'));
});

test('half of a sign that was cut in two is written as the driver would', async () => {
  const title = '急需😀'.slice(0, 3);
  await db.execute(insertFrom(message, [{ ...one, title, ref: 'insert:6' }]));
  const [row] = await db.select({ title: message.title }).from(message).where(eq(message.ref, 'insert:6'));
  expect(row?.title).toBe('急需\ufffd');
});

test('what one of several does not say is null there', async () => {
  const rows = [
    { ...one, ref: 'insert:4', readAt: undefined },
    { ...one, ref: 'insert:5', readAt: new Date(0) },
  ];
  await db.execute(insertFrom(message, rows));
  const found = await db
    .select({ readAt: message.readAt })
    .from(message)
    .where(inArray(message.ref, ['insert:4', 'insert:5']))
    .orderBy(message.ref);
  expect(found).toEqual([{ readAt: null }, { readAt: new Date(0) }]);
});

test('rows of different columns are refused: one would lose its default', () => {
  expect(() => insertFrom(message, [one, { ...one, link: '/order' }])).toThrow(RangeError);
  // The order in which they are named is none.
  const { kind, ...rest } = one;
  expect(() => insertFrom(message, [one, { ...rest, kind }])).not.toThrow();
});
