/** After-sale cases for buyers and desks. */

import type {
  AfterSaleDetail,
  AfterSaleIdValues,
  AfterSaleList,
  AfterSalesValues,
} from '#lib/contract/after-sale/calls.ts';
import type { DeskAfterSaleDetail } from '#lib/contract/after-sale/desk-schema.ts';
import { AppError } from '#lib/contract/errors.ts';
import { formatYuan } from '#lib/rules/money/money.ts';
import { afterSaleStates, isAfterSaleOver, openAfterSaleStates } from '#lib/rules/orders/after-sale-state.ts';
import type { Context } from '../core/context.ts';
import { readElsewhere } from '../db/read-elsewhere.ts';
import { findCase, findOwnCases } from '../orders/after-sale-rows.ts';
import { listTrades } from '../orders/trade-rows.ts';
import { deskBounds, mayAsk } from './case.ts';
import { previewRepay } from './pay.ts';
import { detailOf, rowsOf } from './wire.ts';

/** `GET /api/aftersale`: the company's cases, the newest first. */
export async function listMyCases(
  { db, actor: { account }, now }: Context<'buyer'>,
  { tab, page, size }: AfterSalesValues,
): Promise<AfterSaleList> {
  const states =
    tab === 'open'
      ? openAfterSaleStates
      : tab === 'over'
        ? afterSaleStates.filter(isAfterSaleOver)
        : afterSaleStates;
  const { list, total } = await readElsewhere(db, async (from) => {
    const { rows, total } = await findOwnCases(from, account.companyId, { states }, { page, size });
    return { list: await rowsOf(from, rows, now), total };
  });
  return { list, total, page, size };
}

/** `GET /api/aftersale/{id}`. Throws 404 for another company's. */
export async function getMyCase(
  context: Context<'buyer'>,
  input: AfterSaleIdValues,
): Promise<AfterSaleDetail> {
  const found = await findMyCase(context, input.id);
  if (found === null) throw new AppError(404, '售后单不存在');
  return found;
}

/** The page of a case; null for an unknown one and another company's. */
export async function findMyCase(context: Context<'buyer'>, id: number): Promise<AfterSaleDetail | null> {
  const { db, actor, now } = context;
  const found = await findCase(db, id, { companyId: actor.account.companyId });
  if (found === null) return null;
  const detail = await detailOf(db, found, 'buyer', now);
  if (mayAsk(actor.account, found.row.stage, found.row.kind)) return detail;
  return { ...detail, actions: [], may_talk: 0 };
}

/** `GET /api/desk/aftersale/{id}`. Throws 404 for one that is not this desk's. */
export async function getDeskCase(
  context: Context<'staff'>,
  { id }: AfterSaleIdValues,
): Promise<DeskAfterSaleDetail> {
  const found = await findDeskCase(context, id);
  if (found === null) throw new AppError(404, '售后单不存在');
  return found;
}

/** Its page at a desk. */
export async function findDeskCase(
  context: Context<'staff'>,
  id: number,
): Promise<DeskAfterSaleDetail | null> {
  const { db, actor, now } = context;
  const found = await findCase(db, id, deskBounds(context));
  if (found === null) return null;
  const [trade] = await listTrades(db, found.row.companyId, [found.tradeNo]);
  const detail = await detailOf(db, found, actor.kind, now);
  const isAsked = detail.actions.some(({ verb }) => verb === 'repay');
  const repay = isAsked ? await previewRepay(db, found) : null;
  return {
    ...detail,
    repay_amount: repay !== null && 'amount' in repay ? formatYuan(repay.amount) : '',
    repay_fault: repay !== null && 'fault' in repay ? repay.fault : '',
    company: found.company,
    buyer_phone: trade?.address.phone ?? '',
    is_cold: found.isCold ? 1 : 0,
  };
}
