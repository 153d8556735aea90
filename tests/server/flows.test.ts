/**
 * 票账货款: the nightly pass over orders, the day's root and its proofs, what is found when a row is changed, and who sees
 * what of it.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { companies, goodsPlain, users } from '#demo/seed/known.ts';
import { flows } from '#lib/contract/desk/lists/flows.ts';
import type { OrderFlow } from '#lib/rules/flows/flow.ts';
import { isProven, readProof } from '#lib/rules/flows/proof.ts';
import { dayKey } from '#lib/rules/terms/activity-time.ts';
import type { Context } from '#lib/server/core/context.ts';
import { sha256 } from '#lib/server/core/sha256.ts';
import { listToday } from '#lib/server/desk/today.ts';
import { auditDay, auditFlows } from '#lib/server/flows/audit.ts';
import { listOrderPapers } from '#lib/server/flows/move-rows.ts';
import { noteFlow } from '#lib/server/flows/notes.ts';
import { findProof } from '#lib/server/flows/proof.ts';
import { proveDay, proveFlows } from '#lib/server/flows/prove.ts';
import { getFlowRoot } from '#lib/server/flows/roots.ts';
import { enterInvoice } from '#lib/server/invoices/desk-acts.ts';
import { shipOrder } from '#lib/server/shipping/ship.ts';
import { byStaff } from '#tests/support/context.ts';
import { testDatabase } from '#tests/support/database.ts';
import { askList } from '#tests/support/desk-list.ts';
import { isEach } from '#tests/support/each.ts';
import { askInvoice, makeSeller, makeTaxed } from '#tests/support/invoices.ts';
import {
  accountOf,
  makeBuyers,
  makeGoods,
  pay,
  payFreely,
  order as placeOrder,
} from '#tests/support/orders.ts';
import { callHandler, loginAs } from '#tests/support/request.ts';
import { GET as proofFile } from '../../src/pages/file/proof/[no].ts';

const { db, pool } = await testDatabase();

const dayMs = 86_400_000;
/** Nights after the demo's own, each a day later. */
const start = Date.now();
let nights = 0;
function nextNight(): { now: Date; day: string } {
  nights += 1;
  const now = new Date(start + nights * dayMs);
  return { now, day: dayKey(now.getTime() - dayMs) };
}
async function pass(): Promise<{ now: Date; day: string }> {
  const night = nextNight();
  await proveDay(db, night.day, night.now);
  return night;
}

async function one<T extends object>(text: string, values: unknown[] = []): Promise<T> {
  return (await pool.query<T>(text, values)).rows[0]!;
}
/** As somebody with the database's keys does it: past the triggers of a table. */
async function tamper(table: string, text: string, values: unknown[] = []): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query(`begin; alter table ${table} disable trigger user`);
    await client.query(text, values);
    await client.query(`alter table ${table} enable trigger user; commit`);
  } finally {
    client.release();
  }
}
const breaksOf = async (no: string) =>
  (
    await pool.query<{ id: number; cause: string; about: string; isOpen: boolean; note: string | null }>(
      `select id, cause, about, closed_at is null as "isOpen", note from flow_break where order_no = $1 order by cause, id`,
      [no],
    )
  ).rows;

let day = '';
let order: { no: string; company: number; merchant: number };
beforeAll(async () => {
  await payFreely(db);
  const demo = await accountOf(db, users.demo);
  const goodsId = await makeGoods(db, goodsPlain, 1_000, { packStep: 1 });
  for (const buyer of [demo, ...(await makeBuyers(db, 9, 100_000_000))]) {
    const made = await placeOrder(db, buyer, [{ goodsId, number: 10 }]);
    await pay(db, buyer, made.trade_no);
    await shipOrder(byStaff(db), { no: made.orders[0]!.no });
  }
  ({ day } = await pass());
  order = await one(
    `select no, company_id as company, merchant_id as merchant from "order" where company_id = $1 and paid_at is not null`,
    [companies.demo],
  );
});

describe('the nightly pass', () => {
  it('finds every order in agreement', async () => {
    const { rows } = await pool.query(
      `select cause, count(*)::int as count from flow_break where closed_at is null group by 1 order by 1`,
    );
    expect(rows).toEqual([]);
  });

  it('publishes a root of all records, once, whoever runs', async () => {
    const night = nextNight();
    await Promise.all([1, 2, 3].map(() => proveDay(db, night.day, night.now)));
    const row = await one<{ leaves: number; count: number; checked: number; orders: number }>(
      `select d.leaves, d.checked, (select count(*)::int from flow_leaf l where l.day = d.day) as count,
         (select count(*)::int from "order" where paid_at >= $2) as orders
       from flow_day d where day = $1 and published_at is not null`,
      [night.day, new Date(Date.parse(`${night.day}T00:00:00+08:00`) - 400 * dayMs)],
    );
    // Nothing has changed since the night before: nothing is sealed again.
    expect(row).toMatchObject({ leaves: 0, count: 0, checked: row.orders });
    const root = await getFlowRoot({ db }, { day: night.day });
    await proveDay(db, night.day, new Date(night.now.getTime() + 1));
    expect(await getFlowRoot({ db }, { day: night.day })).toEqual(root);
  });

  it('goes on where a process was killed', async () => {
    const night = nextNight();
    await pool.query(
      `insert into flow_day (day, cursor_no, checked)
       select $1, no, 7 from "order" where paid_at is not null order by paid_at desc, no desc offset 3 limit 1`,
      [night.day],
    );
    await proveFlows(db, night.now);
    expect(
      await one(`select checked, published_at is not null as done from flow_day where day = $1`, [night.day]),
    ).toEqual({ checked: 10, done: true });
  });
});

describe('a proof', () => {
  const owner = () => ({ companyId: order.company });

  it('leads to the published root, and not when a word of it is changed', async () => {
    const proof = (await findProof(db, order.no, owner()))!;
    const root = (await getFlowRoot({ db }, { day: proof.day }))!;
    expect(isProven(sha256, proof, root)).toBe(true);
    const changed = { ...proof, flow: { ...proof.flow, refunded: proof.flow.refunded + 1 } };
    expect(isProven(sha256, changed, root)).toBe(false);
  });

  it('is its company’s and its merchant’s alone, and tells nothing of others', async () => {
    const proof = await findProof(db, order.no, owner());
    expect(await findProof(db, order.no, { merchantId: order.merchant })).toEqual(proof);
    expect(await findProof(db, order.no, { companyId: companies.other })).toBeNull();
    expect(await findProof(db, order.no, { merchantId: order.merchant + 1 })).toBeNull();
    const { path, flow, ...rest } = proof!;
    expect(isEach(path, (hash) => /^[0-9a-f]{64}$/.test(hash))).toBe(true);
    expect(flow.order).toBe(order.no);
    expect(Object.keys(rest).sort()).toEqual(['at', 'day', 'kind', 'leaves', 'salt']);
  });

  it('is downloaded by those who handle documents', async () => {
    const get = async (login: 'demo' | 'other' | null) =>
      callHandler(proofFile, {
        path: `/file/proof/${order.no}`,
        params: { no: order.no },
        ...(login !== null && { cookie: await loginAs(login) }),
      });
    const answer = await get('demo');
    expect(answer.headers.get('content-disposition')).toContain(`${order.no}.json`);
    expect(readProof(await answer.text())).toEqual(await findProof(db, order.no, owner()));
    expect((await get('other')).status).toBe(404);
    expect((await get(null)).status).toBe(404);
  });
});

describe('a change behind the shop’s back', () => {
  it('is found the next night, explained by a person, and sealed anew', async () => {
    const leaves = () => one(`select count(*)::int as count from flow_leaf where order_no = $1`, [order.no]);
    const before = await leaves();
    await tamper('booking', `update booking set amount = amount + 1 where cause = 'sale' and ref = $1`, [
      order.no,
    ]);
    await pass();
    const [booked, sealed] = await breaksOf(order.no);
    expect([booked, sealed]).toMatchObject([
      { cause: 'booked_sale', isOpen: true },
      { cause: 'sealed', about: '账上销售', isOpen: true },
    ]);
    // The record that was sealed stays the last one.
    expect(await leaves()).toEqual(before);
    const note = { id: sealed!.id, note: '测试更正' };
    await Promise.all([noteFlow(byStaff(db), note), noteFlow(byStaff(db), note)]);
    await expect(noteFlow(byStaff(db), { ...note, note: '另一个' })).rejects.toMatchObject({ code: 409 });
    await pass();
    expect(await leaves()).not.toEqual(before);
    await tamper('booking', `update booking set amount = amount - 1 where cause = 'sale' and ref = $1`, [
      order.no,
    ]);
    await pass();
    // Other figures than those that were explained: it is open again, and agrees with the books.
    expect(await breaksOf(order.no)).toMatchObject([
      { cause: 'booked_sale', isOpen: false },
      { cause: 'sealed', isOpen: true, note: null },
    ]);
  });

  it('of a sealed record is found by its hash, of a hash by the root', async () => {
    const leaf = await one<{ at: number; body: string; hash: string; no: string }>(
      `select at, body, hash, order_no as no from flow_leaf where day =
         (select day from flow_day order by leaves desc limit 1) and order_no <> $1 order by at offset 5 limit 1`,
      [order.no],
    );
    const { day: big } = await one<{ day: string }>(
      `select day::text as day from flow_day order by leaves desc limit 1`,
    );
    const changed: OrderFlow = { ...JSON.parse(leaf.body), total: 1 };
    const write = (body: string, hash: string) =>
      tamper('flow_leaf', `update flow_leaf set body = $3, hash = $4 where day = $1 and at = $2`, [
        big,
        leaf.at,
        body,
        hash,
      ]);
    const now = new Date(start + 100 * dayMs);
    expect(await auditDay(db, big, now)).toBeGreaterThan(5);
    await write(JSON.stringify(changed), leaf.hash);
    await auditDay(db, big, now);
    expect(await breaksOf(leaf.no)).toContainEqual(
      expect.objectContaining({ cause: 'leaf', about: big, isOpen: true }),
    );
    await write(
      leaf.body,
      leaf.hash.replace(/^./, (letter) => (letter === '0' ? '1' : '0')),
    );
    await expect(auditDay(db, big, now)).rejects.toThrow('公布的根不符');
    // It is the day that was compared longest ago, and the days behind it are compared all the same.
    await pool.query(`update flow_day set audited_at = now() - interval '1 hour'`);
    await pool.query(`update flow_day set audited_at = now() - interval '2 hours' where day = $1`, [big]);
    const { n: published } = await one<{ n: number }>(
      `select count(*)::int as n from flow_day where published_at is not null`,
    );
    expect((await auditFlows(db, now)).failed).toBe(1);
    const { n: audited } = await one<{ n: number }>(
      `select count(*)::int as n from flow_day where audited_at = $1`,
      [now],
    );
    expect(published).toBeGreaterThan(1);
    expect(audited).toBe(published - 1);
    await write(leaf.body, leaf.hash);
    await auditDay(db, big, now);
    expect((await breaksOf(leaf.no)).filter(({ isOpen, cause }) => isOpen && cause === 'leaf')).toEqual([]);
  });

  it('cannot be made through the shop', async () => {
    await expect(pool.query(`update flow_leaf set body = '{}' where day = $1`, [day])).rejects.toThrow();
    await expect(pool.query(`delete from flow_leaf where day = $1`, [day])).rejects.toThrow();
  });
});

it('a merchant sees its own breaks at the desk, the platform all, and both count them', async () => {
  const now = new Date();
  const base = { db, now, requestId: 'test' };
  const finance = (merchantId: number): Context<'merchant'> => ({
    ...base,
    actor: { kind: 'merchant', name: 'cw', role: 'finance', merchantId },
  });
  const rows = async (context: Context<'staff'>) => (await askList(context, flows, {})).rows;
  const nos = async (context: Context<'staff'>) => (await rows(context)).map(({ no }) => no);
  expect(await nos(finance(order.merchant))).toContain(order.no);
  expect(await nos(finance(order.merchant + 1))).not.toContain(order.no);
  expect(await nos(byStaff(db))).toContain(order.no);
  // Each leads to its order, its invoices, and for the platform to its payment.
  const { id: goodsId } = await one<{ id: number }>(
    `select goods_id as id from order_line where order_no = $1`,
    [order.no],
  );
  await makeSeller(db, await makeTaxed(db, goodsId), 'manual', '91330106MA2AYNWD8M');
  const id = await askInvoice(db, await accountOf(db, users.demo), order.no);
  const number = '26330000000000666666';
  await enterInvoice(byStaff(db), { id, number, issued_on: dayKey(Date.now()) });
  const { no: payment } = await one<{ no: string }>(
    `select pay_no as no from payment_trade pt join "order" o on o.trade_no = pt.trade_no where o.no = $1`,
    [order.no],
  );
  const links = async (context: Context<'staff'>) => (await rows(context)).find(({ no }) => no === order.no);
  const invoiced = { invoices: number, invoice_ids: String(id) };
  expect(await links(byStaff(db))).toMatchObject({ ...invoiced, payments: payment });
  expect(await links(finance(order.merchant))).toMatchObject({ ...invoiced, payments: '' });
  expect(await findProof(db, order.no, { merchantId: null })).not.toBeNull();
  expect((await listOrderPapers(db, [order.no])).get(order.no)).toEqual({
    invoices: [{ id, number }],
    parcels: [expect.any(String)],
  });
  const count = async (context: Context<'staff'>) =>
    (await listToday(context)).find(({ href }) => href === '/desk/flows')?.count;
  expect(await count(byStaff(db))).toBeGreaterThan(0);
  expect(await count(finance(order.merchant))).toBeGreaterThan(0);
  expect(await count(finance(order.merchant + 1))).toBe(0);
});
