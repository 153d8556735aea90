/** How a company gets chances of a wheel, in words (rules 6). */
import { path } from '#lib/contract/routes.ts';
import type { ChanceWay, WheelOutput } from '#lib/contract/wheel.ts';
import { showCount } from '#lib/rules/money/money.ts';
import type { WheelRow } from '../wheel/rows.ts';

function mallWay({ id, points }: { id: number; points: number }): ChanceWay {
  return {
    kind: 'mall',
    text: `积分商城兑换，${showCount(points)}积分1次`,
    link: path('/jfsc/[id]', { id }),
    left: null,
  };
}

function taskWay({ title, chances }: { title: string; chances: number }): ChanceWay {
  return { kind: 'task', text: `任务“${title}”，得${chances}次`, link: path('/deftyel'), left: null };
}

/** The ways of the wheel's own rules. `mine`: what the reader may still buy today. */
export function waysOf(row: WheelRow, mine: WheelOutput['mine']): ChanceWay[] {
  const ways: ChanceWay[] = [];
  const orders = path('/order');
  if (row.perSign > 0)
    ways.push({
      kind: 'sign_in',
      text: `每人每天签到，得${row.perSign}次`,
      link: path('/deftyel'),
      left: null,
    });
  if (row.perOrder > 0)
    ways.push({ kind: 'order', text: `每完成一个订单，得${row.perOrder}次`, link: orders, left: null });
  if (row.perAmount > 0)
    ways.push({
      kind: 'amount',
      text: `完成的订单实付每满${showCount(row.perAmount / 100)}元，得1次`,
      link: orders,
      left: null,
    });
  if (row.pointsPrice > 0)
    ways.push({
      kind: 'points',
      text: `${row.pointsPrice}积分换1次，每企业每天最多${row.pointsDaily}次`,
      link: '',
      left: mine?.points_left ?? null,
    });
  return ways;
}

/** The ways outside the wheel: the chance that the mall offers, null for none, and tasks. */
export function waysElsewhere(
  offered: { id: number; points: number } | null,
  tasks: readonly { title: string; chances: number }[],
): ChanceWay[] {
  return [...(offered === null ? [] : [mallWay(offered)]), ...tasks.map(taskWay)];
}
