/** Requesting after-sale: an order's options, the refund, and the case itself (rules 3). */
import type {
  AfterSaleDetail,
  AfterSaleForm,
  AfterSalePreview,
  AskAfterSaleValues,
  PreviewAfterSaleValues,
} from '#lib/contract/after-sale/calls.ts';
import { AppError, fieldError } from '#lib/contract/errors.ts';
import { isApproved } from '#lib/rules/companies/company-state.ts';
import { type AfterSaleStage, findAskFault, kindsAt, stageVerbs } from '#lib/rules/orders/after-sale.ts';
import { afterSaleKinds } from '#lib/rules/orders/after-sale-state.ts';
import { orderCan, orderLimits, orderStatusText } from '#lib/rules/orders/order-state.ts';
import { must } from '#lib/rules/terms/must.ts';
import type { Context } from '../core/context.ts';
import type { Db, Tx } from '../db/client.ts';
import { productLine } from '../goods/wire.ts';
import { listRecalledOrders } from '../lots/recall-rows.ts';
import { findCaseByToken } from '../orders/after-sale-rows.ts';
import { factsOf } from '../orders/facts.ts';
import { getOwnOrder } from '../orders/read.ts';
import {
  findOrder,
  listLines,
  listMerchantNames,
  listOrdersOfTrades,
  type OrderRow,
} from '../orders/rows.ts';
import { lockTrades } from '../orders/trade-rows.ts';
import { mayAsk, refuseRole } from './case.ts';
import { claimWire, previewBack, readAsked, readClaims } from './claims.ts';
import { openCase } from './open.ts';
import { getMyCase } from './read.ts';

/** The stage at which after-sale, or the return of recalled pieces, may be requested now; null where it may not. */
async function findStage(
  db: Db | Tx,
  order: OrderRow,
  isRecall: boolean,
  now: Date,
): Promise<AfterSaleStage | null> {
  const recalled = isRecall ? await listRecalledOrders(db, [order.no]) : null;
  const facts = factsOf(order, recalled?.has(order.no));
  const stages = isRecall ? (['recalled'] as const) : (['unsent', 'received'] as const);
  return stages.find((stage) => orderCan[stageVerbs[stage]](facts, now.getTime())) ?? null;
}

async function needStage(
  db: Db | Tx,
  order: OrderRow,
  isRecall: boolean,
  now: Date,
): Promise<AfterSaleStage> {
  const stage = await findStage(db, order, isRecall, now);
  if (stage !== null) return stage;
  if (isRecall) throw new AppError(409, `订单${order.no}没有可以退回的召回批号，请刷新后再试`);
  const text = orderStatusText(factsOf(order), now.getTime());
  throw new AppError(409, `订单${text}，现在不能申请售后。收货后7天内可以申请`);
}

/**
 * The page of the form, `isRecall` for the order's recalled pieces: null for an unknown number, another company's, and
 * where nothing may be requested.
 */
export async function findAskForm(
  { db, actor: { account }, now }: Context<'buyer'>,
  no: string,
  isRecall = false,
): Promise<AfterSaleForm | null> {
  const order = await findOrder(db, account.companyId, no);
  const stage = order && (await findStage(db, order, isRecall, now));
  if (!stage) return null;
  const kinds = kindsAt(stage).filter(({ kind }) => mayAsk(account, stage, kind));
  if (kinds.length === 0) return null;
  const all = await listOrdersOfTrades(db, [order.tradeNo]);
  const claims = await readClaims(db, order, all, stage);
  const pictured = new Map((await listLines(db, [no])).map((one) => [one.line.id, one]));
  const names = await listMerchantNames(db, [order.merchantId]);
  const received = order.completedAt ?? order.receiveBy;
  const imageOf = (id: number) => {
    const { line, productId, pictures, otc } = must(pictured.get(id), `line ${id} of ${no}`);
    return productLine({ ...line.snapshot, pictures, otc }, productId, isApproved(account.companyState))
      .image;
  };
  return {
    no,
    stage,
    merchant: names.get(order.merchantId) ?? '',
    kinds: kinds.map(({ kind, text, reasons, needsPicture, takesSeveral }) => ({
      kind,
      text,
      reasons: [...reasons],
      needs_picture: needsPicture ? 1 : 0,
      takes_several: takesSeveral ? 1 : 0,
      refunds: afterSaleKinds[kind].refunds ? 1 : 0,
    })),
    lines: claims.rows.map((row) => claimWire(row, imageOf(row.line.id))),
    until:
      stage === 'received' && received
        ? new Date(received.getTime() + orderLimits.afterSale).toISOString()
        : null,
  };
}

/** `POST /api/aftersale/preview`: the refund. Throws as `readAsked` does, 409 for a set torn apart. */
export async function previewAfterSale(
  context: Context<'buyer'>,
  input: PreviewAfterSaleValues,
): Promise<AfterSalePreview> {
  const {
    db,
    actor: { account },
    now,
  } = context;
  const order = await getOwnOrder(context, input.no);
  const stage = await needStage(db, order, input.is_recall === 1, now);
  refuseRole(account, stage, input.kind);
  const all = await listOrdersOfTrades(db, [order.tradeNo]);
  const claims = await readClaims(db, order, all, stage);
  return previewBack(order, all, claims, input.kind, readAsked(claims, input)).wire;
}

/**
 * `POST /api/aftersale`: opens a case, once a form. Throws 422 for missing fields, 403 for a role that may not, 409
 * where the order or its pieces have changed, or the refund differs from the amount shown.
 */
export async function askAfterSale(
  context: Context<'buyer'>,
  input: AskAfterSaleValues,
): Promise<AfterSaleDetail> {
  const {
    db,
    actor: { account },
    now,
  } = context;
  const { companyId } = account;
  const found = await getOwnOrder(context, input.no);
  const id = await db.transaction(async (tx) => {
    await lockTrades(tx, [found.tradeNo]);
    const before = await findCaseByToken(tx, companyId, input.token);
    if (before !== null) return before;
    const all = await listOrdersOfTrades(tx, [found.tradeNo]);
    const order = must(
      all.find(({ no }) => no === found.no),
      `order ${found.no} in its trade`,
    );
    const stage = await needStage(tx, order, input.is_recall === 1, now);
    refuseRole(account, stage, input.kind);
    const { kind, reasons } = input;
    const fault = findAskFault(stage, { kind, reasons, pictures: input.pictures.length });
    if (fault) throw fieldError(fault.field, fault.text);
    return openCase(context, tx, { order, all, stage }, input);
  });
  return getMyCase(context, { id });
}
