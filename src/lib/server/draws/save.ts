/** Wheels at the platform's desk: drafts, changes of opened ones, and chances that are given by hand (rules 6). */
import { AppError, fieldError } from '#lib/contract/errors.ts';
import { path } from '#lib/contract/routes.ts';
import type { DeskWheel, GiveChancesValues, SaveWheelValues } from '#lib/contract/wheel-desk.ts';
import { must } from '#lib/rules/terms/must.ts';
import { maxDeskChances, type PrizeDraft } from '#lib/rules/wheel/wheel.ts';
import { needOpenCompany } from '../acts/hands.ts';
import { type Context, recordOf } from '../core/context.ts';
import type { Tx } from '../db/client.ts';
import { writeAudit } from '../ledgers/audit-rows.ts';
import { sendMessages } from '../messages/rows.ts';
import { lockPoints } from '../points/lot-rows.ts';
import { findChance } from '../wheel/chance-rows.ts';
import { grantChances } from '../wheel/chances.ts';
import { countGotToday, findWheel, listPrizes } from '../wheel/rows.ts';
import {
  addedCost,
  addedPrizes,
  changeOpened,
  columnsOf,
  isSame,
  needOwnPrizes,
  record,
  writtenOf,
} from './change.ts';
import { insertWheel, replacePrizes, updateWheel } from './desk-rows.ts';
import { getDeskWheel } from './desk-wire.ts';
import { lockWheel } from './draw-rows.ts';
import { askMore } from './open.ts';
import { findPrizeFault } from './prize-faults.ts';

type AtDesk = Context<'platform'>;

/**
 * `POST /api/desk/wheels`: makes a draft, changes one, or an opened wheel in the buyers' favour: what costs more waits for
 * a second person. The same again writes nothing. Throws 404, 409 where another person changed it meanwhile or a change is refused, 422
 * for what is wrong in the form.
 */
export async function saveWheel(context: AtDesk, input: SaveWheelValues): Promise<DeskWheel> {
  const id = await context.db.transaction((tx) => save(tx, context, input));
  return getDeskWheel(context, { id });
}

/** Refuses prizes that cannot be offered: 422. */
async function needPrizes(tx: Tx, { db }: AtDesk, prizes: readonly PrizeDraft[]): Promise<void> {
  const fault = await findPrizeFault(tx, db, prizes);
  if (fault !== null) throw fieldError('prizes', fault);
}

async function save(tx: Tx, context: AtDesk, input: SaveWheelValues): Promise<number> {
  if (input.id === 0) {
    const typed = writtenOf(input);
    await needPrizes(tx, context, typed.prizes);
    const { id, isNew } = await insertWheel(tx, typed.values, input.token);
    if (!isNew) return id;
    await replacePrizes(tx, id, typed.prizes.map(columnsOf));
    await record(tx, context, 'wheel.save', id, null, typed);
    return id;
  }
  const row = await lockWheel(tx, input.id);
  if (row === null) throw new AppError(404, `没有大转盘${input.id}`);
  const before = await listPrizes(tx, row.id);
  const written = writtenOf(input, row);
  if (isSame(row, before, written)) return row.id;
  if (row.revision !== input.revision) throw new AppError(409, '这个大转盘刚被修改过，请核对后再保存');
  needOwnPrizes(row, before, written);
  await needPrizes(tx, context, row.openedAt === null ? written.prizes : addedPrizes(before, written));
  if (row.openedAt !== null) {
    const change = { row, before, written };
    const cost = addedCost(before, written);
    if (cost > 0) await askMore(tx, context, { ...change, input, cost });
    else await changeOpened(tx, context, change);
    return row.id;
  }
  await updateWheel(tx, row.id, written.values);
  await replacePrizes(tx, row.id, written.prizes.map(columnsOf));
  await record(tx, context, 'wheel.save', row.id, { values: row, prizes: before }, written);
  return row.id;
}

/**
 * `POST /api/desk/wheels/{id}/chances`: gives a company chances, and tells it; the same token gives once. Throws 404 for a
 * company or wheel, 409 for a closed company, a wheel that has ended or is a draft, above the day's limit, and where the
 * token has given something else: the answer of the first press was lost, and the form changed since.
 */
export async function giveChances(context: AtDesk, input: GiveChancesValues): Promise<DeskWheel> {
  const { db, now } = context;
  const { id: wheelId, company_id: companyId, count, reason, token: sourceId } = input;
  await db.transaction(async (tx) => {
    await needOpenCompany(tx, companyId, '企业已注销，不能赠送');
    const grant = { wheelId, companyId, userId: null, count, source: 'desk', sourceId } as const;
    // Of two at once the second one counts what the first one gave.
    await lockPoints(tx, companyId);
    if (!(await grantChances(tx, grant))) {
      const done = must(await findChance(tx, grant), `what ${sourceId} has given`);
      if (done.companyId === companyId && done.count === count) return;
      throw new AppError(409, `已赠送给企业（编号${done.companyId}）${done.count}次，再赠送请关闭后重新填写`);
    }
    const given = await countGotToday(tx, { wheelId, companyId, source: 'desk' });
    if (given > maxDeskChances) {
      const left = Math.max(0, maxDeskChances - (given - count));
      throw new AppError(409, `每企业每天最多赠送${maxDeskChances}次，今天还可送${left}次`);
    }
    await writeAudit(tx, recordOf(context), {
      act: 'wheel.grant',
      subject: 'wheel',
      key: wheelId,
      before: null,
      after: { companyId, count, reason },
      at: now,
    });
    const { name } = must(await findWheel(tx, wheelId), `wheel ${wheelId}`);
    await sendMessages(tx, {
      companyId,
      kind: 'wallet',
      title: `获赠${count}次抽奖机会`,
      body: `平台赠送贵企业${count}次“${name}”的抽奖机会，请在活动结束前使用。`,
      link: path('/zpcj'),
      ref: `chance:${wheelId}:${sourceId}`,
    });
  });
  return getDeskWheel(context, { id: wheelId });
}
