/** Points orders of the demo's pharmacy: one in each state, three with a case about a damaged thing. */

import { asc, eq } from 'drizzle-orm';
import { must } from '#lib/rules/terms/must.ts';
import type { Tx } from '#lib/server/db/client.ts';
import {
  address,
  pointsCase,
  pointsGoods,
  pointsOrder,
  pointsParcel,
  pointsParcelEvent,
} from '#lib/server/db/schema.ts';
import { momentFrom } from '../seed/dates.ts';
import { companies, users } from '../seed/known.ts';
import { mallGoodsValues } from '../seed/mall-goods.ts';
import type { Money, Points } from './book.ts';

interface Story {
  goods: string;
  /** Days before today on which it was redeemed, shipped, and completed or cancelled. */
  ago: number;
  sent?: number;
  done?: number;
  quantity?: number;
  /** Why it was cancelled: its points went back. */
  back?: string;
  /** The case about a damaged thing; without `answer` the desk has not answered. */
  damage?: { text: string; state: 'asked' | 'repaid' | 'refused'; answer?: string };
}

const stories: readonly Story[] = [
  { goods: '热敏标签打印机', ago: 63, sent: 62, done: 58 },
  { goods: '全自动折叠晴雨伞', ago: 44, done: 44, quantity: 2, back: '买家取消' },
  {
    goods: '玻璃泡茶壶 800ml',
    ...{ ago: 35, sent: 34, done: 30, back: '商品破损，已退回' },
    damage: { text: '壶身碎裂，包装有压痕', state: 'repaid', answer: '已核实，积分退回，商品不必寄回。' },
  },
  {
    goods: '收纳箱 55L',
    ...{ ago: 26, sent: 25, done: 21 },
    damage: { text: '箱盖有划痕', state: 'refused', answer: '轻微划痕不影响使用，不属于破损。' },
  },
  { goods: '人体工学办公椅', ago: 12, sent: 11 },
  {
    goods: '护眼台灯',
    ...{ ago: 6, sent: 5 },
    damage: { text: '灯罩裂开，开关松动', state: 'asked' },
  },
  { goods: '无线扫码枪', ago: 3, sent: 2 },
  { goods: '316不锈钢保温杯 500ml', ago: 1, quantity: 2 },
];

const companyId = companies.demo;
const userId = users.demo;
const receiveDays = 15;

/** Writes the mall and its orders, and answers what they moved of points and balance. */
export async function writeMall(tx: Tx, now: Date): Promise<{ points: Points[]; money: Money[] }> {
  const offered = mallGoodsValues(now);
  await tx.insert(pointsGoods).values(offered);
  const [to] = await tx
    .select()
    .from(address)
    .where(eq(address.companyId, companyId))
    .orderBy(asc(address.id))
    .limit(1);
  const { receiver, phone, province, city, district, detail, regionCode } = must(to, 'the address of demo');
  const points: Points[] = [];
  const money: Money[] = [];
  for (const [at, story] of stories.entries()) {
    const { goods: name, ago, sent, done, quantity = 1, back, damage } = story;
    const goods = must(
      offered.find((one) => one.name === name),
      name,
    );
    const no = `J2600000000000000${String(at + 1).padStart(3, '0')}`;
    const day = (days: number, hours = 0) => momentFrom(now, -days + hours / 24);
    const createdAt = day(ago);
    const sum = { points: goods.points * quantity, money: (goods.money ?? 0) * quantity };
    const state =
      back !== undefined
        ? 'cancelled'
        : done !== undefined
          ? 'completed'
          : sent !== undefined
            ? 'shipped'
            : 'to_ship';
    await tx.insert(pointsOrder).values({
      ...{ no, companyId, userId, goodsId: goods.id, kind: goods.kind, name, quantity, ...sum },
      status: state,
      address: { receiver, phone, province, city, district, detail, regionCode },
      shippedAt: sent === undefined ? null : day(sent),
      receiveBy: sent === undefined ? null : day(sent - receiveDays),
      completedAt: state === 'completed' ? day(done ?? 0) : null,
      cancelledAt: back === undefined ? null : day(done ?? 0),
      cancelReason: back ?? '',
      createdAt,
    });
    const cause = { companyId, ref: no, note: `兑换${name}` };
    points.push({ ...cause, useType: 'spend', amount: -sum.points, createdAt });
    if (back !== undefined)
      points.push({
        ...{ ...cause, useType: 'give_back', amount: sum.points, note: `${name}：${back}` },
        createdAt: day(done ?? 0, 1),
      });
    if (sum.money > 0) money.push({ ...cause, useType: 'mall', amount: -sum.money, createdAt });
    if (sent !== undefined) {
      const isThere = done !== undefined || damage !== undefined;
      const [parcel] = await tx
        .insert(pointsParcel)
        .values({
          ...{
            orderNo: no,
            carrier: '顺丰速运',
            trackingNo: `SF14${String(50_020_000_017 + at * 7919)}`,
          },
          ...{
            sentAt: day(sent),
            movedAt: day(sent, isThere ? 40 : 20),
            state: isThere ? 'signed' : 'moving',
          },
          ...{ provider: 'demo', code: 'demo', askAt: null },
        })
        .returning({ id: pointsParcel.id });
      const parcelId = must(parcel, 'the parcel').id;
      await tx
        .insert(pointsParcelEvent)
        .values([
          { parcelId, at: day(sent, 3), state: 'taken' as const, text: '顺丰速运已收取快件' },
          { parcelId, at: day(sent, 20), state: 'moving' as const, text: '快件已到达【武汉吴家山集散中心】' },
          ...(isThere
            ? [{ parcelId, at: day(sent, 40), state: 'signed' as const, text: '已签收，签收人：本人' }]
            : []),
        ]);
    }
    if (damage !== undefined)
      await tx.insert(pointsCase).values({
        ...{ orderNo: no, companyId, userId, reason: damage.text, state: damage.state, token: `demo-${no}` },
        answer: damage.answer ?? '',
        createdAt: day((sent ?? 0) - 2),
        endedAt: damage.state === 'asked' ? null : day((done ?? sent ?? 0) - 0.1),
      });
  }
  return { points, money };
}
