/** Opens a case: its pieces are claimed, its amount is saved, and the company gets a message (rules 3). */
import type { AskAfterSaleValues } from '#lib/contract/after-sale/calls.ts';
import { AppError } from '#lib/contract/errors.ts';
import { parseYuan, showYuan } from '#lib/rules/money/money.ts';
import { type AfterSaleStage, firstStateAt } from '#lib/rules/orders/after-sale.ts';
import { afterSaleDue, afterSaleKinds } from '#lib/rules/orders/after-sale-state.ts';
import { must } from '#lib/rules/terms/must.ts';
import { piecesText } from '#lib/rules/terms/pieces.ts';
import { type Context, recordOf } from '../core/context.ts';
import type { Tx } from '../db/client.ts';
import { holdPictures } from '../files/upload.ts';
import { insertCase } from '../orders/after-sale-rows.ts';
import type { OrderRow } from '../orders/rows.ts';
import { doerOf, recordAct } from './case.ts';
import { piecesByLine, previewBack, readAsked, readClaims } from './claims.ts';

/**
 * Opens a case of an order whose trade is locked; answers its number. The caller has checked the order and the member.
 * Throws 404, 409 and 422 as `readAsked`, 409 where the refund differs from the amount shown.
 */
export async function openCase(
  context: Context<'buyer'>,
  tx: Tx,
  { order, all, stage }: { order: OrderRow; all: readonly OrderRow[]; stage: AfterSaleStage },
  input: AskAfterSaleValues,
): Promise<number> {
  const { now, actor } = context;
  const { companyId, userId } = actor.account;
  const { kind, reasons } = input;
  const claims = await readClaims(tx, order, all, stage);
  const lines = readAsked(claims, input);
  const { amount, wire } = previewBack(order, all, claims, kind, lines);
  if (amount !== parseYuan(input.expected_amount))
    throw new AppError(409, `可退金额已变为¥${showYuan(amount)}，请核对后再提交`, wire);
  const state = firstStateAt(stage);
  const files = await holdPictures(tx, { companyId }, input.pictures);
  const made = await insertCase(
    tx,
    {
      orderNo: order.no,
      companyId,
      merchantId: order.merchantId,
      userId,
      stage,
      kind,
      reasons: [...reasons],
      amount,
      state,
      dueAt: new Date(must(afterSaleDue(state, now.getTime()), 'the time of whoever acts first')),
      token: input.token,
      createdAt: now,
    },
    lines,
  );
  const units = new Map(claims.lines.map((line) => [line.id, line.snapshot.unit]));
  const pieces = piecesText(
    piecesByLine(lines).map(({ id, quantity }) => ({ unit: units.get(id) ?? '', quantity })),
  );
  await recordAct(
    tx,
    { id: made, companyId, merchantId: order.merchantId, orderNo: order.no, kind },
    { doer: doerOf(context, recordOf(context)), act: 'ask', text: input.text, at: now },
    {
      files,
      notice: {
        title: stage === 'recalled' ? '召回退货已登记，请寄回商品' : `已申请${afterSaleKinds[kind].text}`,
        body: `订单${order.no}：${reasons.join('、')}，共${pieces}${amount > 0 ? `，预计退款¥${showYuan(amount)}` : ''}。${stage === 'recalled' ? '请在7天内寄回并填写运单号，运费由商家承担；逾期自动撤销，可以重新登记。' : '商家将在48小时内答复，超时由平台处理。'}`,
      },
    },
  );
  return made;
}
