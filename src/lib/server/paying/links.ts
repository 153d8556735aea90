/** 找人代付 for the buyer: a link for one trade, made and revoked (rules 5). */
import { AppError } from '#lib/contract/errors.ts';
import type { PayLink } from '#lib/contract/payments/links.ts';
import { path } from '#lib/contract/routes.ts';
import { isApproved } from '#lib/rules/companies/company-state.ts';
import type { PaymentState } from '#lib/rules/orders/payment-state.ts';
import { sendNews } from '../core/bus/event-rows.ts';
import type { Context } from '../core/context.ts';
import { siteAddress } from '../core/process/site-address.ts';
import type { Tx } from '../db/client.ts';
import { qrPath } from '../engines/pictures/qr.ts';
import { listOrdersOfTrades, type OrderRow } from '../orders/rows.ts';
import { listPayerTrades, lockPayerTrades } from '../orders/trade-rows.ts';
import { mayOthersPay } from '../payments/open-ways.ts';
import { linkToken } from '../ports/payments/link-token.ts';
import { amountOf, payableOf } from './accept.ts';
import {
  closeLinkPayments,
  ensurePayLink,
  findLivePayLink,
  type PayLinkRow,
  revokeLink,
} from './pay-link-rows.ts';

const none: PayLink = { url: '', qr: null, until: '' };
const ended: readonly [PaymentState, PaymentState] = ['pending', 'closed'];

/**
 * `POST /api/pay/link`: the link of a trade; the same one while it is valid. Throws 403 for a company that is not
 * approved, 404 for another company's trade, 409 for one that cannot be paid now, or costs nothing, or where no
 * provider could take it.
 */
export async function makePayLink(
  { db, actor: { account }, now }: Context<'buyer'>,
  { trade_no: tradeNo }: { trade_no: string },
): Promise<PayLink> {
  if (!isApproved(account.companyState)) throw new AppError(403, '企业账号暂不能付款，请联系客服处理');
  if (!(await mayOthersPay(db))) throw new AppError(409, '暂没有可供他人使用的支付方式');
  return db.transaction(async (tx) => {
    await lockOwn(tx, account, tradeNo);
    const payable = payableOf(await listOrdersOfTrades(tx, [tradeNo]), now.getTime());
    if (payable.length === 0) throw new AppError(409, '交易已付款、取消或暂不能付款，不能再找人代付');
    if (amountOf(payable) === 0) throw new AppError(409, '订单无需付款，请选择余额支付完成确认');
    const { companyId, userId } = account;
    return wireOf(await ensurePayLink(tx, { tradeNo, companyId, userId, createdAt: now }), payable);
  });
}

/**
 * `DELETE /api/pay/link`: the link stops working; payments started by it are closed, and money that still comes on them
 * goes back. A repeat changes nothing. Throws 404 for another company's trade.
 */
export async function revokePayLink(
  { db, actor: { account }, now }: Context<'buyer'>,
  { trade_no: tradeNo }: { trade_no: string },
): Promise<PayLink> {
  await db.transaction(async (tx) => {
    await lockOwn(tx, account, tradeNo);
    const link = await findLivePayLink(tx, tradeNo);
    if (link === null) return;
    await revokeLink(tx, link.id, now);
    await closeLinkPayments(tx, link.id, ended, now);
    // Open pages of the link are notified that it is over.
    await sendNews(tx, [{ companyId: account.companyId, kind: 'order' }]);
  });
  return none;
}

/** The link of a trade for its page; null where none can be made. */
export async function readPayLink(
  { db, actor: { account }, now }: Context<'buyer'>,
  tradeNo: string,
): Promise<PayLink | null> {
  if (!(await mayOthersPay(db)) || (await listPayerTrades(db, account, [tradeNo])).length === 0) return null;
  const payable = payableOf(await listOrdersOfTrades(db, [tradeNo]), now.getTime());
  if (amountOf(payable) === 0) return null;
  const link = await findLivePayLink(db, tradeNo);
  return link === null ? none : wireOf(link, payable);
}

/** Locks the trade. Throws 404 where it is another company's. */
async function lockOwn(
  tx: Tx,
  account: Context<'buyer'>['actor']['account'],
  tradeNo: string,
): Promise<void> {
  if ((await lockPayerTrades(tx, account, [tradeNo])).length === 0)
    throw new AppError(404, '交易不存在，请刷新后再试');
}

/** It ends with the last of the orders that it pays. */
function wireOf({ id }: PayLinkRow, payable: readonly OrderRow[]): PayLink {
  const until = new Date(Math.max(...payable.map(({ deadlineAt }) => deadlineAt.getTime())));
  const url = siteAddress() + path('/pay/[token]', { token: linkToken(id, until) });
  return { url, qr: qrPath(url), until: until.toISOString() };
}
