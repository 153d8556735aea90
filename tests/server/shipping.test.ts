/** Parcels: a real one goes out with the carrier and the number that somebody names; a demo's may be invented. */
import { desc, eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { goodsPlain } from '#demo/seed/known.ts';
import { auditLog, jobFailure, message, order as orderTable } from '#lib/server/db/schema.ts';
import { getMyOrder } from '#lib/server/orders/read.ts';
import { shipOrder } from '#lib/server/shipping/ship.ts';
import { runScript } from '#tests/support/backup.ts';
import { expectBooksToAgree } from '#tests/support/books.ts';
import { byStaff } from '#tests/support/context.ts';
import { testDatabase } from '#tests/support/database.ts';
import { contextOf, makeBuyers, makeGoods, order, pay } from '#tests/support/orders.ts';

const { db, pool, url } = await testDatabase();
expectBooksToAgree(pool);
const goodsId = await makeGoods(db, goodsPlain, 100_000);
const parcel = { carrier: '国药物流', trackingNo: 'GY-2026-000123' };

async function paid() {
  const [buyer] = await makeBuyers(db, 1, 1_000_000);
  const made = await order(db, buyer!, [{ goodsId, number: 10 }]);
  await pay(db, buyer!, made.trade_no);
  const no = made.orders[0]!.no;
  const shipments = async () => (await getMyOrder(contextOf(db, buyer!), { no })).shipments;
  return { buyer: buyer!, no, shipments };
}

async function statusOf(no: string): Promise<string> {
  const [row] = await db.select().from(orderTable).where(eq(orderTable.no, no));
  return row!.status;
}

function messagesTo({ companyId }: { companyId: number }) {
  return db.select().from(message).where(eq(message.companyId, companyId)).orderBy(desc(message.id));
}

const ops = (...args: string[]) =>
  runScript('ops', args, process.cwd(), { DATABASE_URL: url, DEMO: '0', AUTH_SECRET: 'x'.repeat(32) });

describe('in the demo', () => {
  it('a parcel without carrier and number gets invented ones', async () => {
    const { no, shipments } = await paid();
    await shipOrder(byStaff(db), { no });
    const [shown] = await shipments();
    expect(shown).toMatchObject({ carrier: '九州通达物流', tracking_no: `YP${no.slice(1)}1` });
    expect(shown!.events.map(({ text }) => text)).toContain('商家已出库');
  });

  it('one with them gets those, and half a parcel is refused', async () => {
    const { no, shipments } = await paid();
    await expect(shipOrder(byStaff(db), { no, carrier: parcel.carrier })).rejects.toMatchObject({
      code: 422,
    });
    await shipOrder(byStaff(db), { no, ...parcel });
    expect(await shipments()).toMatchObject([{ carrier: '国药物流', tracking_no: 'GY-2026-000123' }]);
  });
});

describe('in a real shop', () => {
  // The same database without its mark, which nothing but its owner by hand can take away.
  beforeAll(async () => {
    for (const table of ['demo_goods', 'demo'])
      await pool.query(`alter table ${table} disable trigger user; delete from ${table}`);
  });

  it.each([
    ['neither', {}, '发货须写明承运方和运单号'],
    ['no carrier', { trackingNo: parcel.trackingNo }, '发货须写明承运方和运单号'],
    ['no number', { carrier: parcel.carrier }, '发货须写明承运方和运单号'],
    ['blanks', { carrier: ' ', trackingNo: ' ' }, '发货须写明承运方和运单号'],
    ['a number that is none', { ...parcel, trackingNo: '见备注' }, '运单号须为'],
    ['a carrier of a page', { ...parcel, carrier: '物'.repeat(51) }, '承运方最多50字'],
  ])('%s is refused with a sentence, and nothing goes out', async (_name, given, says) => {
    const { no, shipments } = await paid();
    await expect(shipOrder(byStaff(db), { no, ...given })).rejects.toMatchObject({
      code: 422,
      message: expect.stringContaining(says),
    });
    expect(await statusOf(no)).toBe('to_ship');
    expect(await shipments()).toEqual([]);
  });

  it('the buyer is told the order, the carrier and the number, and nothing that nobody reported', async () => {
    const { buyer, no, shipments } = await paid();
    await shipOrder(byStaff(db), { no, ...parcel });
    expect(await statusOf(no)).toBe('to_receive');
    const [shown] = await shipments();
    expect(shown).toMatchObject({ carrier: '国药物流', tracking_no: 'GY-2026-000123' });
    expect(shown!.events.map(({ text }) => text)).toEqual(['商家已出库，交由国药物流承运']);
    const [notified] = await messagesTo(buyer);
    expect(notified).toMatchObject({
      kind: 'shipment',
      body: `订单${no}已由国药物流承运，运单号GY-2026-000123`,
    });
  });

  it('two orders may go under one number, each buyer is told; one order has a number once', async () => {
    const [first, second] = [await paid(), await paid()];
    await shipOrder(byStaff(db), { no: first.no, isPart: true, ...parcel });
    await shipOrder(byStaff(db), { no: second.no, ...parcel });
    expect((await messagesTo(second.buyer))[0]!.body).toContain(second.no);
    await expect(shipOrder(byStaff(db), { no: first.no, ...parcel })).rejects.toMatchObject({
      code: 409,
      message: expect.stringContaining('已登记过'),
    });
    expect(await statusOf(first.no)).toBe('part_shipped');
    await shipOrder(byStaff(db), { no: first.no, ...parcel, trackingNo: 'GY-2026-000124' });
    expect(await first.shipments()).toHaveLength(2);
  });

  it('ops takes them as --carrier and --tracking, and says what is missing', async () => {
    const { no } = await paid();
    const refused = await ops('ship', no, '--as', '何一');
    expect(refused).toMatchObject({ code: 1, err: `发货须写明承运方和运单号，订单${no}未发货。` });
    const done = await ops('ship', no, '--carrier', '国药物流', '--tracking', 'GY-77777', '--as', '何一');
    expect(done).toMatchObject({ code: 0, out: expect.stringContaining('由国药物流承运，运单号GY-77777') });
    const [entry] = await db.select().from(auditLog).where(eq(auditLog.subjectKey, no));
    expect(entry).toMatchObject({ act: 'order.ship', actorId: '何一' });
  });
});

describe('who looks after the shop', () => {
  it('stands in the audit log, comparing ledgers and letting jobs try again', async () => {
    const at = new Date();
    const row = { tries: 3, nextAt: new Date(at.getTime() + 3_600_000), error: 'x', firstAt: at, lastAt: at };
    await db.insert(jobFailure).values(['R1', 'R2'].map((rowKey) => ({ job: 'runRefunds', rowKey, ...row })));
    expect((await ops('ledgers', '--as', '何一')).out).toContain('账目与余额一致');
    expect((await ops('jobs')).out).toContain('R1');
    expect(await db.$count(auditLog, eq(auditLog.subject, 'job'))).toBe(0);
    expect((await ops('jobs', '--retry', '--as', '何一')).code).toBe(0);
    const [retried] = await db.select().from(auditLog).where(eq(auditLog.subject, 'job'));
    expect(retried).toMatchObject({
      act: 'job.retry',
      actorId: '何一',
      subjectKey: 'runRefunds',
      after: { rows: 2 },
    });
    const [checked] = await db.select().from(auditLog).where(eq(auditLog.subject, 'ledger'));
    expect(checked).toMatchObject({ act: 'ledger.check', actorId: '何一', after: { wrong: [] } });
    expect((await ops('jobs', 'what')).err).toContain('jobs 后面不跟参数');
    expect((await ops('ship', '--what')).err).toContain('有不认识的参数');
  });
});
