/** Writes the demo's history: each table at once, money in chronological order. */
import { sql } from 'drizzle-orm';
import type { Tx } from '#lib/server/db/client.ts';
import * as schema from '#lib/server/db/schema.ts';
import { stories } from '../seed/company-stories.ts';
import { momentFrom } from '../seed/dates.ts';
import { companies } from '../seed/known.ts';
import { inParts } from '../seed/parts.ts';
import type { Book, Money, Points } from './book.ts';
import { lifeDays } from './habits.ts';
import { writeMall } from './mall.ts';
import { writeSigns } from './signs.ts';
import { writeTasks } from './tasks.ts';
import { writeWheels } from './wheels.ts';

/** Days for which messages stay unread. */
const unreadDays = 2;

export async function writeBook(tx: Tx, book: Book, now: Date): Promise<void> {
  await inParts(book.trades, (part) => tx.insert(schema.trade).values(part));
  await inParts(book.orders, (part) => tx.insert(schema.order).values(part));
  await inParts(book.lines, (part) => tx.insert(schema.orderLine).values(part));
  const events = byMoment(book.events, ({ at }) => at);
  await inParts(events, (part) => tx.insert(schema.orderEvent).values(part));
  await inParts(book.payments, (part) => tx.insert(schema.payment).values(part));
  await inParts(book.shares, (part) => tx.insert(schema.paymentTrade).values(part));
  await inParts(book.refunds, (part) => tx.insert(schema.refund).values(part));
  await inParts(book.counterOrders, (part) => tx.insert(schema.sandboxOrder).values(part));
  await inParts(book.counterCharges, (part) => tx.insert(schema.sandboxCharge).values(part));
  await inParts(book.counterRefunds, (part) => tx.insert(schema.sandboxRefund).values(part));
  await inParts(book.parcels, (part) => tx.insert(schema.shipment).values(part));
  await inParts(book.colds, (part) => tx.insert(schema.coldRecord).values(part));
  await inParts(book.lots, (part) => tx.insert(schema.shipmentLot).values(part));
  await inParts(book.reports, (part) => tx.insert(schema.shipmentEvent).values(part));
  await tx.execute(sql`insert into tracking (shipment_id, state, moved_at, provider, code, ask_at)
    select s.id, coalesce(e.state, 'sent'), coalesce(e.at, s.shipped_at), 'demo', 'demo',
      case when o.status = 'to_receive' and e.state is distinct from 'signed' then ${now}::timestamptz end
    from shipment s join "order" o on o.no = s.order_no left join lateral (
      select state, at from shipment_event where shipment_id = s.id and state is not null
      order by at desc, id desc limit 1) e on true`);
  await writeMessages(tx, book, now);
  book.points.push(...(await writeSigns(tx, now)));
  const redeemed = await writeMall(tx, now);
  book.points.push(...redeemed.points);
  book.money.push(...redeemed.money);
  book.points.push(...(await writeWheels(tx, now)));
  book.points.push(...(await writeTasks(tx, book, now)));
  await writeWallets(tx, book, now);
  await settle(tx, book);
}

function byMoment<T>(rows: readonly T[], moment: (row: T) => Date | null | undefined): T[] {
  return rows.toSorted((a, b) => (moment(a)?.getTime() ?? 0) - (moment(b)?.getTime() ?? 0));
}

async function writeMessages(tx: Tx, { messages }: Book, now: Date): Promise<void> {
  const unreadSince = momentFrom(now, -unreadDays);
  const rows = byMoment(messages, (row) => row.createdAt);
  const read = rows.map((row) => ({
    ...row,
    readAt: row.createdAt < unreadSince ? momentFrom(row.createdAt, 0.3) : null,
  }));
  await inParts(read, (part) => tx.insert(schema.message).values(part));
}

/** The balance of a company is what remains of its top-ups after the history. */
async function writeWallets(tx: Tx, book: Book, now: Date): Promise<void> {
  const of = <T extends { companyId: number }>(rows: readonly T[], companyId: number) =>
    rows.filter((row) => row.companyId === companyId);
  for (const companyId of new Set(book.trades.map((trade) => trade.companyId))) {
    const story = stories.find(({ login }) => companies[login] === companyId);
    const money = balancesOf(of(book.money, companyId), { companyId, balance: story?.balance ?? 0, now });
    const opening: Points = {
      companyId,
      useType: 'adjust',
      amount: story?.points ?? 0,
      ref: 'seed',
      note: '演示账户积分',
      createdAt: momentFrom(now, -lifeDays - 1),
    };
    const points = running([opening, ...byMoment(of(book.points, companyId), (row) => row.createdAt)]);
    await tx.insert(schema.wallet).values({
      companyId,
      balance: money.at(-1)?.balanceAfter ?? 0,
      points: points.at(-1)?.balanceAfter ?? 0,
    });
    await inParts(money, (part) => tx.insert(schema.walletLedger).values(part));
    await inParts(points, (part) => tx.insert(schema.pointsLedger).values(part));
  }
  // The opening points are last year's.
  await tx.execute(sql`update points_lot set expires_at = expires_at - interval '1 year'
    where id in (select id from points_ledger where ref = 'seed')`);
}

function running(rows: readonly Points[]) {
  let balanceAfter = 0;
  return rows.map((row) => {
    balanceAfter += row.amount;
    return { ...row, balanceAfter };
  });
}

/** Effects of the orders on other tables: coupons used, items sold, companies that have bought. */
async function settle(tx: Tx, book: Book): Promise<void> {
  const used = JSON.stringify(
    book.coupons.map(({ id, tradeNo, usedAt }) => ({ id, trade_no: tradeNo, used_at: usedAt })),
  );
  await tx.execute(sql`update company_coupon c set status = 'used', trade_no = u.trade_no, used_at = u.used_at
    from jsonb_to_recordset(${used}::jsonb) as u(id int, trade_no text, used_at timestamptz) where c.id = u.id`);
  const sold = JSON.stringify([...book.sold].map(([id, pieces]) => ({ id, pieces })));
  await tx.execute(sql`update goods g set sales = g.sales + s.pieces
    from jsonb_to_recordset(${sold}::jsonb) as s(id int, pieces int) where g.id = s.id`);
  await tx.execute(sql`update company c set first_paid_at = t.paid_at
    from (select company_id, min(paid_at) as paid_at from trade group by company_id) t where t.company_id = c.id`);
}

/** A company's balance during the history, topped up monthly. Pure. */
type Entry = Money & { balanceAfter: number };

const month = 30;

/**
 * The entries with their running balance. The opening equals the final balance; each month begins with a top-up of what
 * that month spends, so it never falls below the opening.
 */
function balancesOf(
  moves: readonly Money[],
  { companyId, balance, now }: { companyId: number; balance: number; now: Date },
): Entry[] {
  const top = (amount: number, at: Date, ref: string): Money => ({
    companyId,
    useType: 'top_up',
    amount,
    ref,
    note: ref === 'seed' ? '演示账户充值' : '对公转账充值',
    createdAt: at,
  });
  const months = Array.from({ length: Math.ceil(lifeDays / month) }, (_, i) => {
    const from = momentFrom(now, -lifeDays + i * month - 1);
    const to = i + 1 === Math.ceil(lifeDays / month) ? now : momentFrom(now, -lifeDays + (i + 1) * month - 1);
    const own = moves.filter(({ createdAt }) => from <= createdAt && createdAt < to);
    return { from, i, spent: -own.reduce((sum, { amount }) => sum + amount, 0) };
  });
  const all = [
    top(balance, momentFrom(now, -lifeDays - 2), 'seed'),
    ...months.filter(({ spent }) => spent > 0).map(({ from, i, spent }) => top(spent, from, `seed-${i + 1}`)),
    ...moves,
  ].toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime());
  let balanceAfter = 0;
  return all.map((entry) => {
    balanceAfter += entry.amount;
    return { ...entry, balanceAfter };
  });
}
