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
import { AppError } from '#lib/contract/errors.ts';
import { parseYuan, showYuan } from '#lib/rules/money/money.ts';
import {
  type AfterSaleVerb,
  afterSaleDue,
  afterSaleKinds,
  afterSaleLimits,
  afterSaleTarget,
} from '#lib/rules/orders/after-sale-state.ts';
import { type Context, recordOf } from '../core/context.ts';
import type { Tx } from '../db/client.ts';
import { writeAudit } from '../ledgers/audit-rows.ts';
import { type AfterSalePatch, moveCase, returnToNow } from '../orders/after-sale-rows.ts';
import { caseFacts } from '../orders/cases.ts';
import { namedCarrier, readColdRecord } from '../orders/parcel.ts';
import { runRefunds } from '../payments/refunds.ts';
import { keepApart, keepGiftsApart } from './apart.ts';
import {
  atCase,
  type Doer,
  deskBounds,
  doerOf,
  type HeldCase,
  mayDo,
  recordAct,
  refuseRole,
} from './case.ts';
import { type ExchangeParcel, replaceGoods } from './exchange.ts';
import { needPieces, payCase } from './pay.ts';
import { getDeskCase, getMyCase } from './read.ts';

interface Act {
  verb: AfterSaleVerb;
  /** Text for the other side. */
  text: string;
  patch?: AfterSalePatch;
  /** The parcel of an exchange. */
  parcel?: ExchangeParcel;
  /** The refund that was shown, fen; another amount is refused. Left out where none was shown. */
  expected?: number;
}

const noParcel: ExchangeParcel = { carrier: '', trackingNo: '', coldRecord: null, codes: new Map() };

/** Performs the act on a locked case; answers the payments whose refund runs after the commit. */
export async function perform(
  tx: Tx,
  held: HeldCase,
  doer: Doer,
  { verb, text, patch, parcel, expected }: Act,
  now: Date,
): Promise<string[]> {
  const { row } = held.found;
  const facts = caseFacts(row);
  const to = afterSaleTarget(facts, verb);
  const by = { actor: doer.actor, now };
  const isBack = (verb === 'accept' || verb === 'repay') && row.arrivedAt !== null;
  if (isBack) await keepApart(tx, held, by);
  const paid = to === 'refunding' ? await payCase(tx, held, by) : null;
  if (isBack && paid !== null) await keepGiftsApart(tx, held, paid.gifts, by);
  if (paid !== null && expected !== undefined && paid.amount !== expected)
    throw new AppError(409, `应退金额已变为¥${showYuan(paid.amount)}，请核对后再提交`);
  if (verb === 'accept' && to === 'completed') await replaceGoods(tx, held, parcel ?? noParcel, by);
  const due = afterSaleDue(to, now.getTime());
  const isEnd = to === 'completed' || to === 'rejected' || to === 'withdrawn';
  const change: AfterSalePatch = {
    state: to,
    dueAt: due === null ? null : new Date(due),
    isEscalated: false,
    endedBy: isEnd ? doer.side : null,
    endedAt: isEnd ? now : null,
    ...patch,
    ...paid?.patch,
  };
  const at = change.state ?? to;
  if (at === 'completed') change.endedBy = doer.side;
  if (!(await moveCase(tx, row.id, row.state, change)))
    throw new AppError(409, '这件售后刚刚已由他人处理，请刷新后再试');
  await recordAct(
    tx,
    row,
    { doer, act: verb, text, at: now },
    { notice: wordsOf(held, verb, text, paid?.amount ?? null, at === 'completed') },
  );
  return paid?.openPayments ?? [];
}

/** The message to the company. */
function wordsOf(
  { found: { row, merchant } }: HeldCase,
  verb: AfterSaleVerb,
  text: string,
  amount: number | null,
  isDone: boolean,
): { title: string; body: string } {
  const kind = afterSaleKinds[row.kind].text;
  // The surrounding sentence has its own full stop.
  const said = text === '' ? '' : `：${text.endsWith('。') ? text.slice(0, -1) : text}`;
  const head = `订单${row.orderNo}的${kind}申请`;
  const money =
    amount === null || amount === 0
      ? ''
      : `，退款¥${showYuan(amount)}${isDone ? '已退回' : '已提交，按原支付方式退回'}`;
  switch (verb) {
    case 'agree':
    case 'waive':
      if (amount !== null || isDone)
        return { title: `售后已同意${money}`, body: `${head}已同意${money}${said}。` };
      return {
        title: '售后已同意，请寄回商品',
        body: `${head}已同意${said}。请在7天内寄回并填写运单号，逾期自动撤销。`,
      };
    case 'refuse':
      return { title: '售后申请被驳回', body: `${head}被驳回${said}。7天内可以申请平台介入。` };
    case 'arrive':
      return { title: '退回的商品已到货', body: `${head}：${merchant}已收到退回的商品，将在48小时内验收。` };
    case 'accept':
      return row.kind === 'exchange'
        ? {
            title: '换货商品已发出',
            body: `${head}：退回的商品已验收，换货商品已发出，可在订单的物流里查看。`,
          }
        : { title: `退货已验收${money}`, body: `${head}：退回的商品已验收${money}。` };
    case 'repay':
      return { title: `换货改为退款${money}`, body: `${head}：退回的商品已验收，改为退款${money}${said}。` };
    case 'send':
      return { title: '已填写寄回单号', body: `${head}：${text}，等待${merchant}收货验收。` };
    case 'appeal':
      return { title: '已申请平台介入', body: `${head}已转平台处理${said}。` };
    case 'withdraw':
      return { title: '售后申请已撤销', body: `${head}已撤销。` };
  }
}

type DeskAct = Act & { verb: 'agree' | 'waive' | 'refuse' | 'arrive' | 'accept' | 'repay' };

async function asBuyer(context: Context<'buyer'>, id: number, act: Act): Promise<AfterSaleDetail> {
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
