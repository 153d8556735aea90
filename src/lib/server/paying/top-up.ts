/** Tops up the balance by a way to pay (rules 5): a separate payment without a trade. */
import { AppError, fieldError } from '#lib/contract/errors.ts';
import type { PayOutput } from '#lib/contract/payments/calls.ts';
import type { TopUp, TopUpValues, TopUpWay } from '#lib/contract/wallet/top-up.ts';
import { isApproved } from '#lib/rules/companies/company-state.ts';
import { type Fen, formatYuan, parseYuan } from '#lib/rules/money/money.ts';
import { goOnWithin, topUpLimits, topUpRefusal } from '#lib/rules/money/top-up.ts';
import { isWayOpen } from '#lib/rules/orders/open-ways.ts';
import { onMoney, type PaymentState, paymentStates } from '#lib/rules/orders/payment-state.ts';
import { nextAsking } from '#lib/rules/orders/remote-state.ts';
import type { CallContext, Context } from '../core/context.ts';
import type { Tx } from '../db/client.ts';
import { qrPath } from '../engines/pictures/qr.ts';
import { newPayNo } from '../orders/numbers.ts';
import { listOpenWays } from '../payments/open-ways.ts';
import type { PaymentRow } from '../payments/rows.ts';
import {
  countOpenTopUps,
  findOpenTopUp,
  findTopUp,
  insertTopUp,
  listTopUps,
  lockTopUps,
} from '../payments/top-up-rows.ts';
import type { Charge } from '../ports/payments/port.ts';
import { findRemote, nameWays } from '../ports/payments/providers.ts';
import { topUpSubject } from '../ports/payments/subject.ts';
import { getSettings } from '../site/settings.ts';
import { handOver } from './pay.ts';
import { askWhileOpen, scannedOf } from './read.ts';

const pending: PaymentState = 'pending';
const shown = 10;

/** The remote ways to pay that work in the caller's browser; none where no provider is open. */
export async function listTopUpWays(context: Pick<CallContext, 'db' | 'headers'>): Promise<TopUpWay[]> {
  return (await listOpenWays(context)).flatMap(({ kind, key, name, describe }) =>
    kind === 'remote' ? [{ provider: key, name, describe }] : [],
  );
}

/**
 * `POST /api/user/top-up`. The same person, way and amount within twenty minutes continue the started payment, so a
 * second press starts no second one. Throws 403 for a company that is not approved, 422 for an amount out of bounds, an
 * unknown way or a sixth one that waits, 503 when the provider does not answer.
 */
export async function startTopUp(context: Context<'buyer'>, input: TopUpValues): Promise<PayOutput> {
  const { db, actor } = context;
  if (!isApproved(actor.account.companyState)) throw new AppError(403, '企业审核通过后才能充值');
  const provider = findRemote(input.provider);
  if (!provider || !isWayOpen(provider.kind, await getSettings(db)))
    throw fieldError('provider', '该充值方式不可用，请换用其他方式');
  const amount = parseYuan(input.amount);
  const refusal = topUpRefusal(amount);
  if (refusal !== null) throw fieldError('amount', refusal);
  const charge = await db.transaction((tx) => beginTopUp(tx, context, { provider: provider.key, amount }));
  return handOver(context, provider, charge);
}

/** This person's waiting top-up by this way and amount, or a new one. Throws 422 for a sixth that waits. */
export async function beginTopUp(
  tx: Tx,
  { actor, now }: Pick<Context<'buyer'>, 'actor' | 'now'>,
  { provider, amount }: { provider: string; amount: Fen },
): Promise<Charge> {
  const { companyId, userId } = actor.account;
  await lockTopUps(tx, companyId);
  const since = new Date(now.getTime() - goOnWithin);
  const begun = await findOpenTopUp(tx, { companyId, userId, provider, amount, since }, pending);
  const subject = topUpSubject;
  if (begun !== null) return { payNo: begun.no, companyId, amount, subject, now: begun.createdAt };
  if ((await countOpenTopUps(tx, companyId, pending)) >= topUpLimits.open)
    throw fieldError('amount', `还有${topUpLimits.open}笔充值没有结果，请先完成或稍后再试`);
  const payNo = newPayNo(now);
  await insertTopUp(tx, {
    no: payNo,
    companyId,
    userId,
    provider,
    amount,
    status: pending,
    remoteState: 'requested',
    askAt: nextAsking(now, now),
    createdAt: now,
  });
  return { payNo, companyId, amount, subject, now };
}

/**
 * `GET /api/user/top-up/{no}`: its state. While it is open the provider is asked, which makes up for a lost notify.
 * Throws 404 for another company's.
 */
export async function getTopUp(context: Context<'buyer'>, { no }: { no: string }): Promise<TopUp> {
  const { companyId } = context.actor.account;
  const found = await findTopUp(context.db, companyId, no);
  if (found === null) throw new AppError(404, '充值不存在');
  await askWhileOpen(context, found);
  return toWire((await findTopUp(context.db, companyId, no)) ?? found, context.now);
}

/** A top-up for its page; null for any other payment and another company's. */
export async function findTopUpOf(context: Context<'buyer'>, no: string): Promise<TopUp | null> {
  return (await isOwnTopUp(context, no)) ? getTopUp(context, { no }) : null;
}

/** True for the number of a top-up of this company. */
export async function isOwnTopUp({ db, actor }: Context<'buyer'>, no: string): Promise<boolean> {
  return (await findTopUp(db, actor.account.companyId, no)) !== null;
}

/** The company's newest top-ups, for their page. */
export async function listOwnTopUps({ db, actor, now }: Context<'buyer'>): Promise<TopUp[]> {
  return (await listTopUps(db, actor.account.companyId, shown)).map((row) => toWire(row, now));
}

function toWire(row: PaymentRow, now: Date): TopUp {
  const scanned = scannedOf(row, now.getTime());
  return {
    pay_no: row.no,
    status: row.status,
    status_text: textOf(row.status),
    is_open: onMoney(row.status, true) === 'accept' && row.askAt !== null ? 1 : 0,
    provider: row.provider,
    provider_text: nameWays([row]),
    amount: formatYuan(row.amount),
    reason: row.failReason ?? '',
    created_at: row.createdAt.toISOString(),
    paid_at: row.paidAt?.toISOString() ?? null,
    qr: scanned && qrPath(scanned.qr),
  };
}

const texts: Partial<Record<PaymentState, string>> = { paid: '已到账', refunded: '已退回' };

function textOf(state: PaymentState): string {
  return texts[state] ?? paymentStates[state].text;
}
