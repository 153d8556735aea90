/** Messages to a company about its orders, written with the event itself: once each, also after a repeat. */
import { path } from '#lib/contract/routes.ts';
import { type Fen, showYuan } from '#lib/rules/money/money.ts';
import { orderIs } from '#lib/rules/orders/order-state.ts';
import { must } from '#lib/rules/terms/must.ts';
import { eachRow, type RowsDone } from '../core/jobs/each-row.ts';
import type { Db, Tx } from '../db/client.ts';
import type { NewMerchantNotice } from '../messages/merchant-notice-rows.ts';
import { type NewMessage, sendMessages } from '../messages/rows.ts';
import { findUnpaidSoon, listUnpaidSoon } from './due-rows.ts';
import type { OrderRow } from './rows.ts';

type MessageOrder = Pick<OrderRow, 'no' | 'companyId' | 'tradeNo' | 'payAmount' | 'status'>;

/** The reminder is sent this long before the deadline to pay, ms. */
const soonMs = 10 * 60_000;

const minutesTo = (end: Date, now: Date) => Math.max(1, Math.ceil((end.getTime() - now.getTime()) / 60_000));

function sumOf(orders: readonly MessageOrder[]): Fen {
  return orders.reduce((sum, { payAmount }) => sum + payAmount, 0);
}

/** A new trade, its buyer and the person who placed it. */
interface PlacedTrade {
  no: string;
  /** The person's name. */
  placedBy: string;
  /** The company's name, and its head office: approvers of a head office get the message too. */
  company: string;
  headId: number | null;
}

/** The trade was placed: what it needs next, and until when. Throws for a trade without orders. */
export function placedMessages(
  trade: PlacedTrade,
  orders: readonly (MessageOrder & Pick<OrderRow, 'deadlineAt'>)[],
  now: Date,
): NewMessage[] {
  // Orders with a flash price have a shorter deadline than the rest.
  const first = must(
    orders.toSorted((a, b) => a.deadlineAt.getTime() - b.deadlineAt.getTime())[0],
    'an order of a new trade',
  );
  const { companyId } = first;
  const ref = `placed:${trade.no}`;
  if (orderIs.toApprove(first.status)) return waitingMessages(trade, orders, companyId, ref);
  return [
    {
      companyId,
      kind: 'order',
      title: `订单已提交，待付款¥${showYuan(sumOf(orders))}`,
      body: `交易${trade.no}共${orders.length}个订单，请在${minutesTo(first.deadlineAt, now)}分钟内付款，超时自动取消。`,
      link: path('/cart/step3/[id]', { id: trade.no }),
      ref,
    },
  ];
}

/** A store's order beyond the limit goes to its head office too: many stores have no approvers of their own. */
function waitingMessages(
  { no, placedBy, company, headId }: PlacedTrade,
  orders: readonly MessageOrder[],
  companyId: number,
  ref: string,
): NewMessage[] {
  const kind = 'approval';
  const link = path('/order/sp/[id]', { id: no });
  const until = '超过单笔限额。请企业管理员或财务在48小时内审核，逾期自动取消。';
  const sum = `共${orders.length}个订单¥${showYuan(sumOf(orders))}`;
  const own = {
    title: '订单已提交，等待企业审核',
    body: `${placedBy}提交的交易${no}${sum}，${until}`,
  };
  const head = {
    title: `${company}的订单等待总部审核`,
    body: `${placedBy}为${company}提交的交易${no}${sum}，${until}`,
  };
  return [
    { companyId, kind, ...own, link, ref },
    ...(headId === null ? [] : [{ companyId: headId, kind, ...head, link, ref }]),
  ];
}

/** Orders were paid: one message a trade. */
export function paidMessages(orders: readonly MessageOrder[], way: string): NewMessage[] {
  const trades = [...Map.groupBy(orders, ({ tradeNo }) => tradeNo).values()];
  return trades.flatMap((own) => {
    const [first] = own;
    if (first === undefined) return [];
    return [
      {
        companyId: first.companyId,
        kind: 'order',
        title: `付款成功¥${showYuan(sumOf(own))}`,
        body: `交易${first.tradeNo}的${own.length}个订单已由${way}付款，商家将尽快发货。`,
        link: own.length === 1 ? path('/order/info/[id]', { id: first.no }) : path('/order'),
        ref: `paid:${first.no}`,
      },
    ];
  });
}

/** Orders were paid: notices to the merchants who ship them. */
export function paidNotices(
  orders: readonly Pick<OrderRow, 'no' | 'merchantId' | 'payAmount' | 'isColdChain'>[],
  now: Date,
): NewMerchantNotice[] {
  return orders.map(({ no, merchantId, payAmount, isColdChain }) => ({
    merchantId,
    kind: 'order_paid',
    title: `新订单待发货¥${showYuan(payAmount)}${isColdChain ? '（冷链）' : ''}`,
    body: `订单${no}已付款，请在48小时内发货。`,
    link: path('/desk/orders/[no]', { no }),
    ref: `paid:${no}`,
    createdAt: now,
  }));
}

/** The buyer cancelled these; cancellations by the shop send their own reason. */
export async function notifyCancelled(
  tx: Tx,
  orders: readonly MessageOrder[],
  reason: string,
): Promise<void> {
  await sendMessages(
    tx,
    ...orders.map(({ no, companyId }) => ({
      companyId,
      kind: 'order',
      title: '订单已取消',
      body: `订单${no}已取消（${reason}），占用的库存和优惠券已退回。`,
      link: path('/order/info/[id]', { id: no }),
      ref: `cancelled:${no}`,
    })),
  );
}

/** The order was received. */
export async function notifyReceived(tx: Tx, { no, companyId }: MessageOrder, note: string): Promise<void> {
  await sendMessages(tx, {
    companyId,
    kind: 'shipment',
    title: '订单已完成',
    body: `订单${no}：${note}。需要再来一单，可在订单里再次购买。`,
    link: path('/order/info/[id]', { id: no }),
    ref: `received:${no}`,
  });
}

/** A job: reminds of trades that must be paid soon, once each. */
export async function remindUnpaid(db: Db, now: Date): Promise<RowsDone> {
  const until = new Date(now.getTime() + soonMs);
  return eachRow(db, {
    job: 'remindUnpaid',
    now,
    list: () => listUnpaidSoon(db, now, until, 200),
    work: async (tradeNo) => {
      const trade = await findUnpaidSoon(db, tradeNo, now, until);
      // Paid or cancelled in between: no reminder is needed.
      if (trade === null) return 0;
      return sendMessages(db, {
        companyId: trade.companyId,
        kind: 'order',
        title: `还有${minutesTo(trade.deadlineAt, now)}分钟付款，超时自动取消`,
        body: `交易${tradeNo}待付款¥${showYuan(trade.amount)}，共${trade.orders}个订单。`,
        link: path('/cart/step3/[id]', { id: tradeNo }),
        ref: `unpaid-soon:${tradeNo}`,
      });
    },
  });
}
