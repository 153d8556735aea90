/** A case under its trade's lock, and who may act on it (rules 3). */
import { AppError } from '#lib/contract/errors.ts';
import { path } from '#lib/contract/routes.ts';
import type { Actor } from '#lib/rules/companies/actors.ts';
import { roleMay, roleRefusal } from '#lib/rules/companies/roles.ts';
import type { AfterSaleStage } from '#lib/rules/orders/after-sale.ts';
import { stageVerbs } from '#lib/rules/orders/after-sale.ts';
import {
  type AfterSaleKind,
  type AfterSaleSide,
  type AfterSaleVerb,
  afterSaleActions,
  afterSaleKinds,
  afterSaleStateText,
} from '#lib/rules/orders/after-sale-state.ts';
import type { OrderVerb } from '#lib/rules/orders/order-state.ts';
import { must } from '#lib/rules/terms/must.ts';
import type { Context } from '../core/context.ts';
import type { Db, Tx } from '../db/client.ts';
import { notifyMerchant } from '../messages/merchant-notice-rows.ts';
import { sendMessages } from '../messages/rows.ts';
import { insertNote, listNotes } from '../orders/after-sale-note-rows.ts';
import { type AfterSaleRow, type CaseBounds, type CaseFound, findCase } from '../orders/after-sale-rows.ts';
import { caseFacts } from '../orders/cases.ts';
import { verbPermissions } from '../orders/facts.ts';
import { type HeldOrder, readHeld } from '../orders/held-order.ts';
import { lockTrades } from '../orders/trade-rows.ts';
import type { Account } from '../people/account-rows.ts';

/** The bounds of a desk: a merchant's people see their own, the platform all. */
export function deskBounds({ actor }: Context<'staff'>): CaseBounds {
  return { merchantId: actor.merchantId };
}

/** True when a member's role may request it at this stage; roles with invoices may request documents. */
export function mayAsk(account: Account, stage: AfterSaleStage, kind: AfterSaleKind): boolean {
  const may = (verb: OrderVerb) => roleMay(account.role, verbPermissions[verb]);
  return may(stageVerbs[stage]) || (kind === 'papers' && may('invoice'));
}

/** Throws 403 for a member whose role may not. */
export function refuseRole(account: Account, stage: AfterSaleStage, kind: AfterSaleKind): void {
  const permission = verbPermissions[stageVerbs[stage]];
  if (!mayAsk(account, stage, kind)) throw new AppError(403, roleRefusal(account.role, permission));
}

/** A case with its order, locked until the transaction ends. */
export interface HeldCase extends HeldOrder {
  found: CaseFound;
}

/** Runs work on a case under its trade's lock. Throws 404 for one that is not within the bounds. */
export async function atCase<T>(
  db: Db,
  id: number,
  bounds: CaseBounds,
  work: (tx: Tx, held: HeldCase) => Promise<T>,
): Promise<T> {
  const before = await findCase(db, id, bounds);
  if (before === null) throw new AppError(404, '售后单不存在');
  return db.transaction(async (tx) => {
    await lockTrades(tx, [before.tradeNo]);
    const found = must(await findCase(tx, id, bounds), `case ${id} under its lock`);
    const held = await readHeld(tx, { tradeNo: before.tradeNo, no: found.row.orderNo });
    return work(tx, { ...held, found });
  });
}

/** The acting person, as notes store them. */
export interface Doer {
  side: AfterSaleSide;
  actor: Actor;
}

export function doerOf({ actor }: Pick<Context<'buyer' | 'staff' | 'system'>, 'actor'>, record: Actor): Doer {
  return { side: actor.kind === 'buyer' ? 'buyer' : actor.kind, actor: record };
}

/**
 * True when a side may do this with a locked case now, false where the same side has done the same already: a repeat.
 * Throws 409 in words otherwise.
 */
export async function mayDo(
  tx: Tx,
  { found: { row } }: HeldCase,
  verb: AfterSaleVerb,
  { side }: Doer,
  now: Date,
  text: string,
): Promise<boolean> {
  const facts = caseFacts(row);
  if (afterSaleActions(facts, side, now.getTime()).includes(verb)) return true;
  const last = (await listNotes(tx, row.id)).filter(({ act }) => act !== 'talk' && act !== 'done').at(-1);
  if (last?.act === verb && last.side === side && last.text === text) return false;
  throw new AppError(409, `这件售后${afterSaleStateText(facts, now.getTime())}，请刷新后再试`);
}

/** Texts for a merchant about acts of others; acts without a text do not concern it. */
const merchantWords: Partial<Record<string, string>> = {
  ask: '新的售后申请',
  talk: '售后有新留言',
  send: '买家已寄回商品',
  withdraw: '买家撤销了售后',
  appeal: '买家申请平台介入',
  agree: '平台同意了售后',
  waive: '平台同意了售后，无需寄回',
  refuse: '平台驳回了售后',
  accept: '平台通过了退货验收',
  repay: '平台将换货改为退款',
};

/** Saves the act, and notifies the company and the merchant, where there is a text. */
export async function recordAct(
  tx: Tx,
  row: Pick<AfterSaleRow, 'id' | 'companyId' | 'merchantId' | 'orderNo' | 'kind'>,
  note: { doer: Doer; act: string; text: string; at: Date; token?: string },
  more: { files?: readonly number[]; notice?: { title: string; body: string } } = {},
): Promise<void> {
  const { doer, ...rest } = note;
  const noteId = await insertNote(
    tx,
    {
      ...rest,
      afterSaleId: row.id,
      companyId: row.companyId,
      side: doer.side,
      actorId: doer.actor.id,
    },
    more.files,
  );
  if (noteId === null) return;
  const words = merchantWords[note.act];
  if (doer.side !== 'merchant' && words !== undefined)
    await notifyMerchant(tx, {
      merchantId: row.merchantId,
      kind: 'after_sale',
      title: `${words}：${afterSaleKinds[row.kind].text}`,
      body: `订单${row.orderNo}${note.text === '' ? '' : `：${note.text}`}`,
      link: path('/desk/aftersale/[id]', { id: row.id }),
      ref: `aftersale:${row.id}:${noteId}`,
      createdAt: note.at,
    });
  if (!more.notice) return;
  await sendMessages(tx, {
    companyId: row.companyId,
    kind: 'aftersale',
    ...more.notice,
    link: path('/order/sh/[id]', { id: row.id }),
    ref: `aftersale:${row.id}:${noteId}`,
  });
}
