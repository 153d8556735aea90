/** Rows that are due for every job, of each kind one that the database will not let be changed. */
import { and, eq, gt, inArray, isNull, ne, sql } from 'drizzle-orm';
import type pg from 'pg';
import { goodsPlain } from '#demo/seed/known.ts';
import type { Db } from '#lib/server/db/client.ts';
import {
  activity,
  afterSale,
  changeSet,
  companyClosing,
  dataExport,
  goodsAlert,
  invoice,
  invoiceSeller,
  order,
  ownerChange,
  payment,
  pointsGoods,
  pointsLot,
  pointsOrder,
  pointsParcel,
  refund,
  sandboxCharge,
  shipment,
  tracking,
  trade,
} from '#lib/server/db/schema.ts';
import type { Account } from '#lib/server/people/account-rows.ts';
import { grantPoints } from '#lib/server/points/points.ts';
import { receiveOrder } from '#lib/server/shipping/receive.ts';
import { shipOrder } from '#lib/server/shipping/ship.ts';
import type { JobName } from '#lib/server/start/jobs.ts';
import { makeActivity } from './activities.ts';
import { byStaff } from './context.ts';
import { makeBuyers, makeGoods, pay, order as placeOrder } from './orders.ts';

/** What a job has to do. */
export interface Due {
  /** A job of jobs.ts, or `answerWishes`, which runs when goods change. */
  job: JobName | 'answerWishes';
  /** Its rows, the poisoned one counted. */
  rows: number;
  /** How many of them are still open. */
  left: () => Promise<number>;
}

/** Jobs that have no row of their own here, and why. */
export const withoutRows = {
  askProviders:
    'each row asks a counter of its own: tests/server/remote-line.test.ts takes it away from some of them',
  remindUnpaid:
    'writes messages alone, and no row stands in the way of one: tests/server/order-messages.test.ts',
  refusalDue: 'writes messages and timelines alone: tests/server/refusals.test.ts',
  closeMerchants: 'closes what has nothing left, one by one: tests/server/merchant-closing.test.ts',
  carryOutVerdicts: 'takes each application by itself: tests/server/review-withdraw.test.ts',
  countPaperTasks: 'takes each document by itself: tests/server/point-tasks.test.ts',
  remindPoints: 'writes messages alone: tests/server/points.test.ts',
  closeWheels: 'takes each wheel by itself: tests/server/wheel-desk.test.ts',
  remindPapers: 'writes messages alone: tests/server/remind-papers.test.ts',
  runBulk: 'a row that fails has a result of its own: tests/server/desk-bulk.test.ts',
  sendLetters: 'one letter at a time: tests/server/letters.test.ts',
  returnChats: 'takes each talk by itself: tests/server/chat-desk.test.ts',
  closeQuietChats: 'takes each talk by itself: tests/server/chat-desk.test.ts',
  endOverdueRooms: 'takes each room by itself: tests/server/live-desk.test.ts',
  forgetHosts: 'erases the number of each room by itself: tests/server/live-desk.test.ts',
  endSilentPublishes: 'ends each publish by itself: tests/server/live-publish.test.ts',
  tellChats: 'writes messages alone: tests/server/chat-desk.test.ts',
  tellLive: 'writes messages alone: tests/server/live.test.ts',
  playDemoLive: 'the demo alone: tests/server/live.test.ts',
  remindTemplates: 'writes messages alone: tests/server/templates.test.ts',
  remindContracts: 'writes messages alone: tests/server/contracts.test.ts',
  askSigning: 'asks a provider outside for each: tests/server/esign.test.ts',
  fileContracts: 'a file of each, made by a program of its own: tests/server/contracts.test.ts',
  remindLicences: 'writes notices alone: tests/server/licences.test.ts',
  foldAccounts: 'has one row, all bookings that are not folded: tests/server/statements.test.ts',
  foldSales: 'each day by itself, and one that fails is read from its lines: tests/server/figures.test.ts',
  proveFlows: 'goes through all orders of a day: tests/server/flows.test.ts',
  auditFlows: 'hashes the records of a published day: tests/server/flows.test.ts',
  reconcileBills: 'asks a house outside for each day: tests/server/bills.test.ts',
  textDutyPhones: 'asks a provider outside for each: tests/server/merchant-notices.test.ts',
  sendTexts: 'asks a house outside for each: tests/server/text-messages.test.ts',
  sweepFiles: 'takes each file by itself, also where a store fails half-way: tests/server/files.test.ts',
  drawDemoPapers: 'the demo alone: tests/server/demo-papers.test.ts',
  reservePaid: 'takes each goods by itself: tests/server/lot-holds.test.ts',
  drawDemoReports: 'the demo alone: tests/server/demo-life.test.ts',
  drawDemoOnboarding: 'the demo alone: tests/server/demo-life.test.ts',
  writeOffExpired: 'takes each goods by itself: tests/server/lots.test.ts',
  issueShipped: 'takes each order by itself: tests/server/invoices.test.ts',
  issueLongPaid: 'takes each order by itself: tests/server/invoices.test.ts',
  sendInvoices: 'asks a provider outside for each: tests/server/nuonuo.test.ts',
  followInvoices: 'asks a provider outside for each: tests/server/nuonuo.test.ts',
  deliverInvoices: 'asks a house outside for each: tests/server/invoice-delivery.test.ts',
  sendRedForms: 'asks a provider outside for each: tests/server/nuonuo.test.ts',
  pullRedForms: 'asks a provider outside for each merchant: tests/server/nuonuo.test.ts',
  checkInvoiceSellers: 'asks a provider outside for each merchant: tests/server/nuonuo.test.ts',
  purgeRows: 'deletes in one statement a table, which no row can be left out of: tests/server/jobs.test.ts',
  refreshDemo: 'moves dates in one statement a table: tests/server/seed.test.ts',
} as const satisfies Partial<Record<JobName, string>>;

/** From now on no row whose key stands in the table `poison` can be changed or deleted. */
export async function layPoison(pool: pg.Pool): Promise<(...keys: (string | number)[]) => Promise<void>> {
  await pool.query(`create table poison (key text primary key);
    create function poisoned() returns trigger language plpgsql as $$
    begin
      if exists (select 1 from poison where key = tg_table_name || ':' || (to_jsonb(old) ->> tg_argv[0])) then
        raise exception 'this row is poisoned';
      end if;
      return case tg_op when 'DELETE' then old else new end;
    end $$`);
  for (const [table, key] of [
    ['order', 'no'],
    ['refund', 'no'],
    ['activity', 'id'],
    ['sandbox_charge', 'no'],
    ['goods_alert', 'id'],
    ['session', 'id'],
    ['company_closing', 'id'],
    ['tracking', 'shipment_id'],
    ['after_sale', 'id'],
    ['data_export', 'id'],
    ['owner_change', 'id'],
    ['change_set', 'id'],
    ['wallet', 'company_id'],
    ['points_order', 'no'],
    ['points_parcel', 'id'],
  ])
    await pool.query(
      `create trigger poisoned before update or delete on "${table}" for each row execute function poisoned('${key}')`,
    );
  return async (...keys) => {
    await pool.query('insert into poison select unnest($1::text[])', [keys.map(String)]);
  };
}

/** Orders of as many buyers, each of one goods. */
async function placed(db: Db, buyers: readonly Account[], goodsId: number): Promise<string[]> {
  const nos: string[] = [];
  for (const buyer of buyers) {
    const { orders, trade_no: tradeNo } = await placeOrder(db, buyer, [{ goodsId, number: 10 }]);
    nos.push(orders[0]!.no);
    await pay(db, buyer, tradeNo);
  }
  return nos;
}

/** Makes `rows` due rows for every job, one of each poisoned; `shop` is where the sandbox calls. */
export async function makeDue(db: Db, pool: pg.Pool, rows: number, shop: string): Promise<Due[]> {
  const poison = await layPoison(pool);
  // Nobody listens where the demo's counterpart of invoices stands.
  await db.update(invoiceSeller).set({ provider: 'manual' });
  await db.update(invoice).set({ provider: 'manual' });
  const buyers = await makeBuyers(db, rows, 10_000_000);
  const goodsId = await makeGoods(db, goodsPlain, 1_000_000);
  const past = sql`now() - interval '1 minute'`;
  const now = new Date();
  const open = (nos: readonly string[], where: ReturnType<typeof eq>) =>
    db.$count(order, and(inArray(order.no, [...nos]), where));

  const unpaid: string[] = [];
  for (const buyer of buyers)
    unpaid.push((await placeOrder(db, buyer, [{ goodsId, number: 10 }])).orders[0]!.no);
  const received = await placed(db, buyers, goodsId);
  const promised = await placed(db, buyers, goodsId);
  for (const no of [...received, ...promised]) await shipOrder(byStaff(db, now), { no });
  for (const no of promised) await receiveOrder(byStaff(db, now), { no });
  await db.update(order).set({ deadlineAt: past }).where(inArray(order.no, unpaid));
  await db.update(trade).set({ deadlineAt: past }).where(isNull(trade.paidAt));
  await db.update(order).set({ receiveBy: past }).where(inArray(order.no, received));
  await db
    .update(order)
    .set({ completedAt: sql`now() - interval '8 days'`, creditedAt: null, rebateAmount: 100 })
    .where(inArray(order.no, promised));

  const parcels = await db
    .select({ id: shipment.id })
    .from(shipment)
    .where(inArray(shipment.orderNo, received));
  const followed = parcels.map(({ id }) => id);

  const payments = await db
    .select()
    .from(payment)
    .where(
      and(
        inArray(
          payment.companyId,
          buyers.map(({ companyId }) => companyId),
        ),
        eq(payment.provider, 'balance'),
      ),
    )
    .limit(rows);
  await db.insert(refund).values(
    payments.map(({ no, companyId, provider, providerNo }, at) => ({
      no: `RP${at}-${no}`,
      payNo: no,
      companyId,
      provider,
      providerNo: providerNo ?? '',
      amount: 1,
      reason: '测试',
      status: 'requested' as const,
    })),
  );
  const refunds = await db.select({ no: refund.no }).from(refund).where(ne(refund.status, 'done'));

  const groups: number[] = [];
  for (let at = 0; at < rows; at++) {
    const times = {
      startsAt: new Date(now.getTime() - 7_200_000),
      endsAt: new Date(now.getTime() - 3_600_000),
    };
    const item = {
      goodsId: await makeGoods(db, goodsPlain, 100),
      price: 100,
      stock: 50,
      role: 'subject' as const,
    };
    groups.push((await makeActivity(db, { kind: 'group_buy', config: { goal: 10 }, ...times }, [item])).id);
  }

  const charges = Array.from({ length: rows }, (_, at) => `SBP${at}`);
  await db.insert(sandboxCharge).values(
    charges.map((no) => ({
      no,
      payNo: `P${no}`,
      merchant: 'yaopi',
      amount: 100,
      isPaid: false,
      notifyUrl: shop,
      notifyAt: new Date(now.getTime() - 1000),
      notifiesLeft: 1,
    })),
  );

  const requests = await db
    .insert(goodsAlert)
    .values(buyers.map(({ userId, companyId }) => ({ userId, companyId, goodsId, kind: 'stock' as const })))
    .returning({ id: goodsAlert.id });

  const leaving = await makeBuyers(db, rows);
  const closings = await db
    .insert(companyClosing)
    .values(leaving.map(({ userId, companyId }) => ({ userId, companyId, dueAt: past })))
    .returning({ id: companyClosing.id });

  const exports = (name: string, lain: { readyAt: Date; bytes: number } | null) =>
    db
      .insert(dataExport)
      .values(
        buyers.map(({ userId, companyId }, at) => ({ userId, companyId, token: `${name}${at}`, ...lain })),
      )
      .returning({ id: dataExport.id });
  const stale = new Date(now.getTime() - 30 * 86_400_000);
  const lying = (await exports('lying', { readyAt: stale, bytes: 1 })).map(({ id }) => id);
  const asked = (await exports('asked', null)).map(({ id }) => id);
  const drafts = await db
    .insert(changeSet)
    .values(
      buyers.map(({ userId }) => ({
        ...({
          subject: 'goods',
          merchantId: 1,
          source: 'ticked',
          state: 'draft',
          madeBy: 'shangjia',
        } as const),
        token: userId,
      })),
    )
    .returning({ id: changeSet.id });

  const ending = (await makeBuyers(db, rows)).map(({ companyId }) => companyId);
  for (const companyId of ending)
    await db.transaction((tx) =>
      grantPoints(tx, { companyId, useType: 'sign_in', points: 5, ref: 'x', note: '' }),
    );
  await db.update(pointsLot).set({ expiresAt: past }).where(inArray(pointsLot.companyId, ending));

  const [offered] = await db
    .insert(pointsGoods)
    .values({ kind: 'thing', name: '杯', points: 10, stock: 1, onFrom: now })
    .returning({ id: pointsGoods.id });
  const redeemed = (status: 'to_address' | 'shipped', due: object) =>
    db
      .insert(pointsOrder)
      .values(
        buyers.map(({ companyId, userId }, at) => ({
          ...{
            no: `J${status}${at}`,
            companyId,
            userId,
            goodsId: offered!.id,
            kind: 'thing' as const,
            name: '杯',
          },
          ...{
            quantity: 1,
            points: 0,
            money: 0,
            status,
            address: sql`'{"phone":"13900000000"}'::jsonb`,
            ...due,
          },
        })),
      )
      .returning({ no: pointsOrder.no });
  const prizes = (await redeemed('to_address', { addressUntil: past })).map(({ no }) => no);
  const gifts = (await redeemed('shipped', { receiveBy: past })).map(({ no }) => no);
  const giftParcels = await db
    .insert(pointsParcel)
    .values(
      gifts.map((orderNo) => ({
        orderNo,
        carrier: '顺丰速运',
        trackingNo: `SF${orderNo}`,
        movedAt: now,
        askAt: past,
      })),
    )
    .returning({ id: pointsParcel.id });
  const giftIds = giftParcels.map(({ id }) => id);

  const lost = await makeBuyers(db, rows);
  const changes = await db
    .insert(ownerChange)
    .values(
      lost.map(({ userId, companyId }, at) => ({
        ...{ userId, companyId, fromPhone: '', toPhone: `1370009${String(at).padStart(4, '0')}` },
        ...{ reason: '测试', state: 'passed' as const, askedBy: '何一', dueAt: past },
      })),
    )
    .returning({ id: ownerChange.id });
  const moving = changes.map(({ id }) => id);

  // Of orders that no other job has to do with.
  const claimed = await placed(db, buyers, goodsId);
  const cases = (state: 'reviewing' | 'refunding', dueAt: Date | null) =>
    db
      .insert(afterSale)
      .values(
        claimed.map((orderNo, at) => ({
          orderNo,
          companyId: buyers[at]!.companyId,
          userId: buyers[at]!.userId,
          merchantId: sql`(SELECT merchant_id FROM goods WHERE id = ${goodsId})`,
          stage: 'unsent' as const,
          kind: 'refund_only' as const,
          state,
          reasons: ['测试'],
          dueAt,
          token: `${state}${at}`,
        })),
      )
      .returning({ id: afterSale.id });
  const unanswered = (await cases('reviewing', new Date(now.getTime() - 60_000))).map(({ id }) => id);
  const refunding = (await cases('refunding', null)).map(({ id }) => id);

  const middle = Math.floor(rows / 2);
  await poison(
    `order:${unpaid[0]}`,
    `order:${received[0]}`,
    `order:${promised[0]}`,
    `refund:${refunds[0]!.no}`,
    `activity:${groups[0]}`,
    `sandbox_charge:${charges[middle]}`,
    `goods_alert:${requests[0]!.id}`,
    `company_closing:${closings[0]!.id}`,
    `tracking:${followed[0]}`,
    `after_sale:${unanswered[0]}`,
    `after_sale:${refunding[0]}`,
    `data_export:${asked[0]}`,
    `change_set:${drafts[0]!.id}`,
    `data_export:${lying[0]}`,
    `owner_change:${moving[0]}`,
    `wallet:${ending[0]}`,
    `points_order:${prizes[0]}`,
    `points_order:${gifts[0]}`,
    `points_parcel:${giftIds[0]}`,
  );
  return [
    { job: 'cancelOverdue', rows, left: () => open(unpaid, ne(order.status, 'cancelled')) },
    { job: 'completeOverdue', rows, left: () => open(received, ne(order.status, 'completed')) },
    { job: 'creditPromises', rows, left: () => open(promised, isNull(order.creditedAt)) },
    {
      job: 'followParcels',
      rows,
      left: () => db.$count(tracking, and(inArray(tracking.shipmentId, followed), isNull(tracking.provider))),
    },
    { job: 'runRefunds', rows: refunds.length, left: () => db.$count(refund, ne(refund.status, 'done')) },
    {
      job: 'settleGroupBuys',
      rows,
      left: () => db.$count(activity, and(inArray(activity.id, groups), isNull(activity.settledAt))),
    },
    {
      job: 'callFromSandbox',
      rows,
      left: () =>
        db.$count(
          sandboxCharge,
          and(inArray(sandboxCharge.no, charges), sql`${sandboxCharge.notifyAt} is not null`),
        ),
    },
    {
      job: 'closeCompanies',
      rows,
      left: () =>
        db.$count(
          companyClosing,
          and(
            inArray(
              companyClosing.id,
              closings.map(({ id }) => id),
            ),
            isNull(companyClosing.closedAt),
          ),
        ),
    },
    {
      job: 'afterSaleDue',
      rows,
      left: () =>
        db.$count(afterSale, and(inArray(afterSale.id, unanswered), eq(afterSale.isEscalated, false))),
    },
    {
      job: 'afterSaleRefunded',
      rows,
      left: () =>
        db.$count(afterSale, and(inArray(afterSale.id, refunding), eq(afterSale.state, 'refunding'))),
    },
    {
      job: 'makeExports',
      rows,
      left: () => db.$count(dataExport, and(inArray(dataExport.id, asked), isNull(dataExport.readyAt))),
    },
    {
      job: 'runChanges',
      rows,
      left: () => db.$count(changeSet, eq(changeSet.state, 'draft')),
    },
    {
      job: 'sweepExports',
      rows,
      left: () => db.$count(dataExport, and(inArray(dataExport.id, lying), isNull(dataExport.removedAt))),
    },
    {
      job: 'moveOwnerPhones',
      rows,
      left: () =>
        db.$count(ownerChange, and(inArray(ownerChange.id, moving), eq(ownerChange.state, 'passed'))),
    },
    {
      job: 'lapsePoints',
      rows,
      left: () => db.$count(pointsLot, and(inArray(pointsLot.companyId, ending), gt(pointsLot.remaining, 0))),
    },
    {
      job: 'cancelUnaddressed',
      rows,
      left: () =>
        db.$count(pointsOrder, and(inArray(pointsOrder.no, prizes), ne(pointsOrder.status, 'cancelled'))),
    },
    {
      job: 'completePointsOrders',
      rows,
      left: () =>
        db.$count(pointsOrder, and(inArray(pointsOrder.no, gifts), ne(pointsOrder.status, 'completed'))),
    },
    {
      job: 'followPointsParcels',
      rows,
      left: () =>
        db.$count(pointsParcel, and(inArray(pointsParcel.id, giftIds), isNull(pointsParcel.provider))),
    },
    { job: 'answerWishes', rows, left: () => db.$count(goodsAlert, isNull(goodsAlert.toldAt)) },
  ];
}
