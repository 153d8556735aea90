/** Tables of an export: redeemed goods and cases about them, draws and chances of wheels, tasks. */
import { formatYuan } from '#lib/rules/money/money.ts';
import { mallKinds } from '#lib/rules/points/mall.ts';
import { pointsCaseStates, pointsOrderStates } from '#lib/rules/points/points-orders.ts';
import { taskKinds } from '#lib/rules/points/tasks.ts';
import { chanceSources } from '#lib/rules/wheel/wheel.ts';
import type { Db } from '../db/client.ts';
import { secondText } from '../wallet/tables.ts';
import { listOwnDraws, listOwnPointsOrders } from './own-order-rows.ts';
import { listOwnChances, listOwnDeeds, listOwnPointsCases } from './own-play-rows.ts';
import { type Cells, timeText } from './people.ts';
import { readAll } from './read-all.ts';

/** The first row of each table has its column names. */
export async function* playTables(
  db: Db,
  companyId: number,
): AsyncGenerator<{ name: string; rows: Cells[] }> {
  const redeemed = await readAll(
    (last: string) => listOwnPointsOrders(db, companyId, last),
    '',
    ({ no }) => no,
  );
  yield {
    name: '积分订单.csv',
    rows: [
      [
        '积分订单号',
        '商品',
        '种类',
        '数量',
        '积分',
        '余额支付',
        '状态',
        '兑换时间',
        '发货时间',
        '完成时间',
        '取消原因',
      ],
      ...redeemed.map((one) => [
        one.no,
        one.name,
        mallKinds[one.kind],
        one.quantity,
        one.points,
        formatYuan(one.money),
        pointsOrderStates[one.status].text,
        secondText(one.createdAt),
        timeText(one.shippedAt),
        timeText(one.completedAt),
        one.cancelReason,
      ]),
    ],
  };
  const draws = await readAll(
    (last: number) => listOwnDraws(db, companyId, last),
    0,
    ({ id }) => id,
  );
  yield {
    name: '抽奖记录.csv',
    rows: [
      ['大转盘', '序号', '奖品', '奖券', '随机码', '时间'],
      ...draws.map((one) => [
        ...[one.wheel, one.seq, one.prize, one.ticket, one.buyerSeed],
        secondText(one.createdAt),
      ]),
    ],
  };
  const chances = await readAll(
    (last: number) => listOwnChances(db, companyId, last),
    0,
    ({ chance }) => chance.id,
  );
  yield {
    name: '抽奖机会.csv',
    rows: [
      ['大转盘', '来源', '次数', '已用', '时间'],
      ...chances.map(({ chance: one, wheel }) => [
        ...[wheel, chanceSources[one.source], one.count, one.used],
        secondText(one.createdAt),
      ]),
    ],
  };
  const deeds = await readAll(
    (last: { taskId: number; source: string }) => listOwnDeeds(db, companyId, last),
    { taskId: 0, source: '' },
    ({ done }) => done,
  );
  yield {
    name: '完成的任务.csv',
    rows: [
      ['任务', '种类', '计入月份', '时间'],
      ...deeds.map(({ done, title, kind }) => [
        ...[title, taskKinds[kind].text, done.month],
        secondText(done.createdAt),
      ]),
    ],
  };
  const cases = await readAll(
    (last: number) => listOwnPointsCases(db, companyId, last),
    0,
    ({ id }) => id,
  );
  yield {
    name: '积分商品破损申请.csv',
    rows: [
      ['积分订单号', '原因', '状态', '平台答复', '提交时间', '办结时间'],
      ...cases.map((one) => [
        ...[one.orderNo, one.reason, pointsCaseStates[one.state], one.answer],
        ...[secondText(one.createdAt), timeText(one.endedAt)],
      ]),
    ],
  };
}
