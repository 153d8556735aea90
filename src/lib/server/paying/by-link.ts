/**
 * 找人代付 for the holder of the link: the amount to pay, and paying it. It names the company that asks, and shows
 * no lines, orders or people (rules 5).
 */
import { AppError, fieldError } from '#lib/contract/errors.ts';
import type { LinkedTrade } from '#lib/contract/payments/links.ts';
import { path } from '#lib/contract/routes.ts';
import { isApproved } from '#lib/rules/companies/company-state.ts';
import { roleMay } from '#lib/rules/companies/roles.ts';
import { formatYuan } from '#lib/rules/money/money.ts';
import { effectiveStatus, orderIs } from '#lib/rules/orders/order-state.ts';
import { type PayLinkState, payLinkState, payLinkTexts } from '#lib/rules/orders/pay-link.ts';
import type { PaymentState } from '#lib/rules/orders/payment-state.ts';
import type { CallContext, Context } from '../core/context.ts';
import { qrPath } from '../engines/pictures/qr.ts';
import { factsOf } from '../orders/facts.ts';
import { listMerchantNames, listOrdersOfTrades, type OrderRow } from '../orders/rows.ts';
import { listOpenWays, mayOthersPay } from '../payments/open-ways.ts';
import { type Account, findAccount, findAccountFor } from '../people/account-rows.ts';
import { listNamed } from '../people/standing-rows.ts';
import { readLinkToken } from '../ports/payments/link-token.ts';
import { listProviders, nameWays } from '../ports/payments/providers.ts';
import { amountOf, payableOf, stateOfTrade } from './accept.ts';
import { startPayment } from './pay.ts';
import { findLinkPayment, findPaidByLink, findPayLink, type PayLinkRow } from './pay-link-rows.ts';
import { askWhileOpen, scannedOf } from './read.ts';

type Asking = Pick<Context, 'db' | 'now' | 'requestId'>;

const pending: PaymentState = 'pending';

interface Opened {
  link: PayLinkRow;
  /** The maker of the link, for the company they act for; null where they may not any more. */
  account: Account | null;
  payable: OrderRow[];
  state: PayLinkState;
}

/**
 * `GET /api/pay/link/{token}`: the state of a link's trade. A payment that was started by it is asked about, which
 * makes up for a lost notify. An invalid token is answered as unknown: it is no error for its holder.
 */
export async function readLinkedTrade(
  context: Asking & Pick<CallContext, 'headers'>,
  { token, pay_no: payNo = '' }: { token: string; pay_no?: string },
): Promise<LinkedTrade> {
  let opened = await open(context, token);
  let waiting = opened?.state === 'open' ? await findLinkPayment(context.db, opened.link.id, pending) : null;
  if (opened !== null && waiting !== null && (await askWhileOpen(context, waiting))) {
    opened = await open(context, token);
    waiting = opened?.state === 'open' ? await findLinkPayment(context.db, opened.link.id, pending) : null;
  }
  const nothing = {
    company: '',
    merchants: [],
    amount: '0.00',
    until: '',
    methods: [],
    waiting: null,
    receipt: null,
  };
  const asked_at = context.now.toISOString();
  if (opened === null) return { state: 'unknown', asked_at, ...nothing };
  const { payable, state } = opened;
  if (state === 'paid')
    return { state, asked_at, ...nothing, receipt: await receiptOf(context.db, opened.link, payNo) };
  if (state !== 'open') return { state, asked_at, ...nothing };
  const names = await listMerchantNames(
    context.db,
    payable.map((order) => order.merchantId),
  );
  const scanned = waiting && scannedOf(waiting, context.now.getTime());
  return {
    state,
    asked_at,
    company: opened.account?.company ?? '',
    receipt: null,
    merchants: [...new Set(payable.map((order) => names.get(order.merchantId) ?? ''))],
    amount: formatYuan(amountOf(payable)),
    until: new Date(Math.min(...payable.map(({ deadlineAt }) => deadlineAt.getTime()))).toISOString(),
    methods: (await listOpenLinkWays(context)).flatMap(({ kind, key, name, describe }) =>
      kind === 'remote' ? [{ provider: key, name, describe }] : [],
    ),
    waiting: waiting && {
      provider_text: nameWays([{ provider: waiting.provider, linkId: null }]),
      qr: scanned && qrPath(scanned.qr),
      qr_until: scanned?.until.toISOString() ?? '',
    },
  };
}

/** None where others may not pay (any more). */
async function listOpenLinkWays(context: Pick<CallContext, 'db' | 'headers'>) {
  return (await mayOthersPay(context.db)) ? listOpenWays(context) : [];
}

/** A text that differs whenever the link shows something else; null for an unknown token. */
export async function findLinkFace(
  context: Asking,
  token: string,
): Promise<{ id: number; companyId: number; isOpen: boolean; face: string } | null> {
  const opened = await open(context, token);
  if (opened === null) return null;
  const { link, state, payable } = opened;
  const isOpen = state === 'open';
  const waiting = isOpen ? await findLinkPayment(context.db, link.id, pending) : null;
  // A closed link reveals nothing of its trade.
  const face = isOpen ? `${state} ${amountOf(payable)} ${waiting?.no ?? ''}` : state;
  return { id: link.id, companyId: link.companyId, isOpen, face };
}

/**
 * `POST /api/pay/link/{token}`: starts a payment of the whole trade by a remote provider, as its buyer would; open
 * payments of the trade are closed. Throws 404 for no link, 409 where it is over, 422 for a way that is not open to
 * others, and what {@link startPayment} throws.
 */
export async function payByLink(
  context: Asking,
  { token, provider }: { token: string; provider: string },
): Promise<{ pay_no: string; redirect?: string }> {
  const opened = await open(context, token);
  if (opened === null) throw new AppError(404, payLinkTexts.unknown.title);
  const { account, link, state } = opened;
  if (state !== 'open' || account === null) {
    const { title, text } = payLinkTexts[state === 'open' ? 'revoked' : state];
    throw new AppError(409, `${title}：${text}`);
  }
  if (!listProviders().some(({ kind, key }) => kind === 'remote' && key === provider))
    throw fieldError('provider', '该支付方式不可用，请换用其他支付方式');
  const { db, now, requestId } = context;
  if (!(await mayOthersPay(db))) throw new AppError(409, '暂不能找人代付，请订单的主人自己付款');
  const { pay_no, redirect } = await startPayment(
    { db, now, requestId, actor: { kind: 'buyer', account } },
    { trade_no: [link.tradeNo], provider },
    { id: link.id, address: path('/pay/[token]', { token }) },
  );
  return redirect === undefined ? { pay_no } : { pay_no, redirect };
}

/** The receipt of a payment that was begun by this link and has paid; null for any other number. */
async function receiptOf(
  db: Asking['db'],
  { id, tradeNo, companyId }: PayLinkRow,
  payNo: string,
): Promise<LinkedTrade['receipt']> {
  const payment = payNo === '' ? null : await findPaidByLink(db, id, payNo);
  if (payment === null) return null;
  const orders = await listOrdersOfTrades(db, [tradeNo]);
  const paid = orders.filter(({ paidAt }) => paidAt !== null);
  const [names, buyers] = await Promise.all([
    listMerchantNames(
      db,
      paid.map(({ merchantId }) => merchantId),
    ),
    listNamed(db, [companyId]),
  ]);
  return {
    pay_no: payment.no,
    company: buyers.get(companyId)?.name ?? '',
    merchants: [...new Set(paid.map(({ merchantId }) => names.get(merchantId) ?? ''))],
    amount: formatYuan(payment.amount),
    provider_text: nameWays([{ provider: payment.provider, linkId: null }]),
    paid_at: payment.paidAt?.toISOString() ?? '',
  };
}

/** The link of a token with its trade as it is now; null for an unknown token. */
async function open({ db, now }: Asking, token: string): Promise<Opened | null> {
  const signed = readLinkToken(token);
  const link = signed && (await findPayLink(db, signed.id));
  if (!signed || !link) return null;
  const [account, orders] = await Promise.all([makerOf(db, link), listOrdersOfTrades(db, [link.tradeNo])]);
  const moment = now.getTime();
  const payable = payableOf(orders, moment);
  const waiting = orders.filter((order) => orderIs.unpaid(effectiveStatus(factsOf(order), moment)));
  const state = payLinkState({
    isRevoked: link.revokedAt !== null,
    isOver: signed.until.getTime() <= moment,
    mayPay: account !== null,
    trade: stateOfTrade(orders, moment),
    isPayable: payable.length > 0 && payable.length === waiting.length && amountOf(payable) > 0,
  });
  return { link, account, payable, state };
}

/** The maker of a link, while they may pay. */
async function makerOf(db: Asking['db'], { userId, companyId }: PayLinkRow): Promise<Account | null> {
  const own = await findAccount(db, userId);
  const acting = own?.companyId === companyId ? own : await findAccountFor(db, userId, companyId);
  const may = acting !== null && !acting.isDisabled && isApproved(acting.companyState);
  return may && roleMay(acting.role, 'pay') ? acting : null;
}
