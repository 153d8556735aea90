/** What a prize brings to the company (rules 6), in the transaction of its draw. */
import { path } from '#lib/contract/routes.ts';
import { showYuan } from '#lib/rules/money/money.ts';
import { addressUntilOf } from '#lib/rules/points/points-orders.ts';
import { dayKey, startOfDay } from '#lib/rules/terms/activity-time.ts';
import { must } from '#lib/rules/terms/must.ts';
import type { PrizeKind } from '#lib/rules/wheel/prizes.ts';
import { issueToCompany } from '../coupons/rows.ts';
import type { Tx } from '../db/client.ts';
import { openPrizeOrder } from '../mall/prize-orders.ts';
import { sendMessages } from '../messages/rows.ts';
import { grantPoints } from '../points/points.ts';
import type { PrizeRow } from '../wheel/rows.ts';

export interface Won {
  prize: PrizeRow;
  /** Name of the wheel. */
  wheel: string;
  companyId: number;
  userId: string;
  drawId: number;
  at: Date;
}

const day = 86_400_000;

/** Where a prize is found; empty without one. */
export const prizeLinks: Record<PrizeKind, string> = {
  points: path('/wdqb/jfgl'),
  coupon: path('/wdqb/yhq'),
  voucher: path('/wdqb/xjq'),
  thing: path('/order/jfdd'),
  nothing: '',
};

const give: Record<PrizeKind, (tx: Tx, won: Won) => Promise<void>> = {
  async points(tx, { prize, wheel, companyId, drawId }) {
    await grantPoints(tx, {
      companyId,
      useType: 'prize',
      points: must(prize.points, `the points of prize ${prize.id}`),
      ref: `draw:${drawId}`,
      note: `${wheel}：${prize.name}`,
    });
  },
  coupon: (tx, won) => givePiece(tx, 'coupon', won),
  voucher: (tx, won) => givePiece(tx, 'voucher', won),
  async thing(tx, { prize, wheel, companyId, userId, drawId, at }) {
    const goodsId = must(prize.goodsId, `the thing of prize ${prize.id}`);
    const addressUntil = new Date(addressUntilOf(at.getTime()));
    await openPrizeOrder(tx, { companyId, userId, goodsId, name: prize.name, drawId, at, addressUntil });
    await sendMessages(tx, {
      companyId,
      kind: 'wallet',
      title: `抽中${prize.name}`,
      body: `贵企业在“${wheel}”抽中${prize.name}，请企业管理员在${lastDayText(addressUntil)}以前填写收货地址，逾期收回。`,
      link: prizeLinks.thing,
      ref: `draw:${drawId}`,
    });
  },
  async nothing() {},
};

const lastDayText = (end: Date) => dayKey(end.getTime() - 1);

/** Gives what was won to the company. */
export function givePrize(tx: Tx, won: Won): Promise<void> {
  return give[won.prize.kind](tx, won);
}

async function givePiece(
  tx: Tx,
  kind: 'coupon' | 'voucher',
  { prize, wheel, companyId, drawId, at }: Won,
): Promise<void> {
  const value = must(prize.value, `the value of prize ${prize.id}`);
  const days = must(prize.days, `the days of prize ${prize.id}`);
  await issueToCompany(tx, companyId, {
    kind,
    name: prize.name,
    remarks: wheel,
    threshold: prize.threshold ?? 0,
    value,
    validFrom: at,
    validTo: new Date(startOfDay(at.getTime()) + (days + 1) * day - 1),
  });
  await sendMessages(tx, {
    companyId,
    kind: 'wallet',
    title: `抽中${prize.name}`,
    body: `贵企业在“${wheel}”抽中${prize.name}（¥${showYuan(value)}），${days}天内有效。`,
    link: prizeLinks[kind],
    ref: `draw:${drawId}`,
  });
}
