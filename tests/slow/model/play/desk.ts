/** What merchants and the platform do with orders: by the services that the desk's tool calls. */
import { AppError } from '#lib/contract/errors.ts';
import { approveOrder, rejectOrder } from '#lib/server/orders/approve.ts';
import { refundOrder } from '#lib/server/orders/refund.ts';
import { receiveOrder } from '#lib/server/shipping/receive.ts';
import { shipOrder } from '#lib/server/shipping/ship.ts';
import { byStaff } from '#tests/support/context.ts';
import type { Act } from '../acts.ts';
import { anyTarget, type Game, type Play, paidStatuses, type Target, unpaidStatuses } from '../game.ts';

/** Runs the desk's work on an order. A refusal in words is an answer; any other error is a defect. */
export async function actAtDesk(
  game: Game,
  target: Target | undefined,
  work: (target: Target) => Promise<string>,
): Promise<string> {
  if (!target) return 'nothing to do';
  try {
    return `${target.no}: ${await work(target)}`;
  } catch (error) {
    if (error instanceof AppError) return `${target.no}: ${error.message}`;
    game.book.complaints.push(`the desk at ${target.no}: ${describe(error)}`);
    return `${target.no}: ${error}`;
  }
}

function describe(error: unknown): string {
  const { stack, cause } = error as { stack?: string; cause?: unknown };
  return `${stack ?? error}${cause ? ` ← ${cause}` : ''}`;
}

export const approve: Play = (game, act) =>
  actAtDesk(game, anyTarget(game, act, ['to_approve']), async ({ no }) => {
    const { nos } = await approveOrder(byStaff(game.shop.db, game.shop.now()), { no });
    return `approved ${nos.join(', ')}`;
  });

export const reject: Play = (game, act) =>
  actAtDesk(game, anyTarget(game, act, unpaidStatuses), async ({ no }) => {
    const request = { no, reason: '审核未通过' };
    const { nos } = await rejectOrder(byStaff(game.shop.db, game.shop.now()), request);
    return `rejected ${nos.join(', ')}`;
  });

export const ship: Play = (game, act) =>
  actAtDesk(game, anyTarget(game, act, ['to_ship', 'part_shipped']), async ({ no }) => {
    const done = await shipOrder(byStaff(game.shop.db, game.shop.now()), { no, isPart: act.flag });
    return done.isComplete ? 'shipped' : 'shipped in part';
  });

export const receive: Play = (game, act) =>
  actAtDesk(game, anyTarget(game, act, ['to_receive']), async ({ no }) => {
    await receiveOrder(byStaff(game.shop.db, game.shop.now()), { no });
    return 'received';
  });

export const refund: Play = (game, act) =>
  actAtDesk(game, anyTarget(game, act, paidStatuses), (target) => askRefund(game, act, target, false));

/** 缺货: alone, so that it is known how many pieces were still in the warehouse. */
export const short: Play = (game, act) =>
  actAtDesk(game, anyTarget(game, { ...act, m: 1 }, ['to_ship', 'part_shipped']), async (target) => {
    const toShip = new Map(target.lines.map((line) => [line.id, line]));
    const returns = returnsOf(act, target);
    const said = await askRefund(game, act, target, true, returns);
    for (const { id, quantity } of returns) {
      const { goodsId, toShip: pieces } = toShip.get(id)!;
      const { short: all } = game.book;
      all.set(goodsId, (all.get(goodsId) ?? 0) + Math.max(0, Math.min(quantity, pieces)));
    }
    return said;
  });

/** All that is left, or some pieces of one line. */
function returnsOf(act: Act, target: Target): { id: number; quantity: number }[] {
  const left = target.lines.filter((line) => line.kind !== 'gift' && line.left > 0);
  const all = left.map((line) => ({ id: line.id, quantity: line.left }));
  const one = all[act.n % Math.max(1, all.length)];
  return act.m % 3 === 0 || !one ? all : [{ id: one.id, quantity: 1 + (act.m % one.quantity) }];
}

async function askRefund(
  { shop, book }: Game,
  act: Act,
  target: Target,
  isShort: boolean,
  returns = returnsOf(act, target),
): Promise<string> {
  const { amount, pieces } = await refundOrder(byStaff(shop.db, shop.now()), {
    no: target.no,
    returns,
    reason: isShort ? '商家缺货' : '商家退款',
    ...(isShort && { cause: { kind: 'short', gifts: [] } }),
  });
  book.refund(target.no, amount);
  return `${pieces} pieces back for ${amount}`;
}
