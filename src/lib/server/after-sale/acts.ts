/** The acts of each side on a case: by the rules' table, once, under the trade's lock (rules 3). */

import type {
  AfterSaleDetail,
  AfterSaleIdValues,
  AppealAfterSaleValues,
  SendAfterSaleValues,
} from '#lib/contract/after-sale/calls.ts';
import type {
  AcceptAfterSaleValues,
  AgreeAfterSaleValues,
  DeskAfterSaleDetail,
  RefuseAfterSaleValues,
  RepayAfterSaleValues,
} from '#lib/contract/after-sale/desk-schema.ts';
import { parseYuan } from '#lib/rules/money/money.ts';
import { afterSaleLimits, afterSaleTarget } from '#lib/rules/orders/after-sale-state.ts';
import { type Context, recordOf } from '../core/context.ts';
import { writeAudit } from '../ledgers/audit-rows.ts';
import { returnToNow } from '../orders/after-sale-rows.ts';
import { caseFacts } from '../orders/cases.ts';
import { namedCarrier, readColdRecord } from '../orders/parcel.ts';
import { runRefunds } from '../payments/refunds.ts';
import { atCase, deskBounds, doerOf, mayDo, refuseRole } from './case.ts';
import { needPieces } from './pay.ts';
import { type CaseAct, perform } from './perform.ts';
import { getDeskCase, getMyCase } from './read.ts';

type DeskAct = CaseAct & { verb: 'agree' | 'waive' | 'refuse' | 'arrive' | 'accept' | 'repay' };

async function asBuyer(context: Context<'buyer'>, id: number, act: CaseAct): Promise<AfterSaleDetail> {
  const { db, now, actor } = context;
  const { account } = actor;
  await atCase(db, id, { companyId: account.companyId }, async (tx, held) => {
    refuseRole(account, held.found.row.stage, held.found.row.kind);
    const doer = doerOf(context, recordOf(context));
    if (!(await mayDo(tx, held, act.verb, doer, now, act.text))) return;
    // Refused pieces could be claimed again meanwhile: they are reserved again.
    if (act.verb === 'appeal') await needPieces(tx, held);
    await perform(tx, held, doer, act, now);
  });
  return getMyCase(context, { id });
}

async function withLockedOrder(
  context: Context<'staff'>,
  id: number,
  act: DeskAct,
): Promise<DeskAfterSaleDetail> {
  const { db, now } = context;
  const record = recordOf(context);
  const payments = await atCase(db, id, deskBounds(context), async (tx, held) => {
    const { row } = held.found;
    const doer = doerOf(context, record);
    if (!(await mayDo(tx, held, act.verb, doer, now, act.text))) return [];
    const open = await perform(tx, held, doer, act, now);
    await writeAudit(tx, record, {
      act: `aftersale.${act.verb}`,
      subject: 'aftersale',
      key: row.id,
      before: { state: row.state, order: row.orderNo },
      after: { state: afterSaleTarget(caseFacts(row), act.verb), text: act.text },
      at: now,
    });
    return open;
  });
  // Remote refunds run after the commit; a job retries the ones that fail.
  for (const payNo of payments) await runRefunds(db, now, payNo);
  return getDeskCase(context, { id });
}

/** `POST /api/aftersale/{id}/withdraw`. Safe to repeat. Throws 409 once it was decided. */
export function withdrawAfterSale(
  context: Context<'buyer'>,
  { id }: AfterSaleIdValues,
): Promise<AfterSaleDetail> {
  return asBuyer(context, id, { verb: 'withdraw', text: '' });
}

/** `POST /api/aftersale/{id}/send`: the return parcel. Throws 422 for an invalid number, 409 in another state. */
export function sendAfterSale(
  context: Context<'buyer'>,
  { id, carrier, tracking_no: trackingNo }: SendAfterSaleValues,
): Promise<AfterSaleDetail> {
  return asBuyer(context, id, {
    verb: 'send',
    text: `${carrier} ${trackingNo}`,
    patch: { carrier, trackingNo, returnTo: returnToNow },
  });
}

/** `POST /api/aftersale/{id}/appeal`: the platform reviews a refusal, once, within seven days. */
export function appealAfterSale(
  context: Context<'buyer'>,
  { id, text }: AppealAfterSaleValues,
): Promise<AfterSaleDetail> {
  const patch = { isEscalated: true, appealedAt: context.now, dueAt: null, endedBy: null, endedAt: null };
  return asBuyer(context, id, { verb: 'appeal', text, patch });
}

/**
 * `POST /api/desk/aftersale/{id}/agree`: a refund at once, a return of the goods, or documents that are on their way.
 */
export function agreeAfterSale(
  context: Context<'staff'>,
  { id, waives, text }: AgreeAfterSaleValues,
): Promise<DeskAfterSaleDetail> {
  return withLockedOrder(context, id, { verb: waives === 1 ? 'waive' : 'agree', text });
}

/** `POST /api/desk/aftersale/{id}/refuse`, with the reason that the buyer reads. */
export function refuseAfterSale(
  context: Context<'staff'>,
  { id, text }: RefuseAfterSaleValues,
): Promise<DeskAfterSaleDetail> {
  return withLockedOrder(context, id, { verb: 'refuse', text });
}

/** `POST /api/desk/aftersale/{id}/arrive`: the goods are back; the 48 hours for their inspection start. */
export function arriveAfterSale(
  context: Context<'staff'>,
  { id }: AfterSaleIdValues,
): Promise<DeskAfterSaleDetail> {
  const dueAt = new Date(context.now.getTime() + afterSaleLimits.answer);
  return withLockedOrder(context, id, { verb: 'arrive', text: '', patch: { arrivedAt: context.now, dueAt } });
}

/**
 * `POST /api/desk/aftersale/{id}/accept`: the returned goods are in order; money goes back, or a replacement is
 * shipped.
 */
export async function acceptAfterSale(
  context: Context<'staff'>,
  { id, carrier, tracking_no: trackingNo, temperature, cooler, recorder, lines = [] }: AcceptAfterSaleValues,
): Promise<DeskAfterSaleDetail> {
  const coldRecord = readColdRecord({ temperature, cooler, recorder });
  const codes = new Map(lines.map(({ line_id: line, codes }) => [line, codes]));
  const parcel = { carrier: namedCarrier(carrier), trackingNo: trackingNo.trim(), coldRecord, codes };
  const text = parcel.trackingNo === '' ? '' : `${parcel.carrier} ${parcel.trackingNo}`;
  return withLockedOrder(context, id, { verb: 'accept', text, parcel });
}

/**
 * `POST /api/desk/aftersale/{id}/repay`: goods of an exchange are back, and a refund replaces the new parcel. Throws
 * 409 where the refund differs from the amount shown, or covers only part of a set.
 */
export function repayAfterSale(
  context: Context<'staff'>,
  { id, text, expected_amount: expected }: RepayAfterSaleValues,
): Promise<DeskAfterSaleDetail> {
  return withLockedOrder(context, id, { verb: 'repay', text, expected: parseYuan(expected) });
}
