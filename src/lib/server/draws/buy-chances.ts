/** Chances of a wheel for points of the company (rules 6). */
import { AppError } from '#lib/contract/errors.ts';
import type { BuyChancesValues, WheelOutput } from '#lib/contract/wheel.ts';
import { must } from '#lib/rules/terms/must.ts';
import { drawRefusal, wheelState } from '#lib/rules/wheel/wheel.ts';
import type { OnceContext } from '../core/context.ts';
import { idempotent } from '../core/idempotent.ts';
import { lockPoints } from '../points/lot-rows.ts';
import { spendPoints } from '../points/points.ts';
import { grantChances } from '../wheel/chances.ts';
import { countBoughtToday, factsOf, findWheel } from '../wheel/rows.ts';
import { playerRefusal } from './play.ts';
import { getWheel } from './read.ts';

/**
 * `POST /api/draw/{id}/chances`: chances for points, once a key. Throws 403 before the company is approved, 404 for no
 * wheel, 409 where none are sold, above the day's limit, and for too few points.
 */
export async function buyChances(
  context: OnceContext<'buyer'>,
  input: BuyChancesValues,
): Promise<WheelOutput> {
  const { db, now, key, actor } = context;
  const { companyId, userId } = actor.account;
  const refusal = playerRefusal(actor.account);
  if (refusal !== '') throw new AppError(403, refusal);
  await db.transaction((tx) =>
    idempotent(tx, { companyId, key, body: input }, async () => {
      const { id: wheelId, count } = input;
      const wheel = await findWheel(tx, wheelId);
      if (wheel === null || wheel.openedAt === null) throw new AppError(404, '抽奖活动不存在');
      const over = drawRefusal(wheelState(factsOf(wheel), now.getTime()));
      if (over !== '') throw new AppError(409, over);
      if (wheel.pointsPrice === 0) throw new AppError(409, '本次活动不能用积分换抽奖机会');
      // Of two at once the second one counts what the first one got.
      await lockPoints(tx, companyId);
      const left = wheel.pointsDaily - (await countBoughtToday(tx, wheelId, companyId));
      if (count > left)
        throw new AppError(
          409,
          `每企业每天最多用积分换${wheel.pointsDaily}次，今天还可换${Math.max(0, left)}次`,
        );
      const points = wheel.pointsPrice * count;
      const ref = `chance:${wheelId}:${key}`;
      if (!(await spendPoints(tx, { companyId, points, ref, note: `${wheel.name}抽奖机会${count}次` })))
        throw new AppError(409, `积分不足，换${count}次需要${points}积分`);
      const sourceId = `${companyId}:${key}`;
      await grantChances(tx, { wheelId, companyId, userId, count, source: 'points', sourceId });
      return null;
    }),
  );
  return must(await getWheel(context, { id: input.id }), 'the wheel');
}
