/**
 * Manual corrections of a company's balance (rules 2): requested here, entered by another person or within one's limit.
 */
import type { ActWire, AskCorrectionValues } from '#lib/contract/countersign.ts';
import { AppError, fieldError } from '#lib/contract/errors.ts';
import { path } from '#lib/contract/routes.ts';
import { correctionProblem } from '#lib/rules/companies/countersign.ts';
import { parseYuan, showYuan } from '#lib/rules/money/money.ts';
import { must } from '#lib/rules/terms/must.ts';
import type { ActRow } from '../acts/countersign-rows.ts';
import { type Carried, needOpenCompany } from '../acts/hands.ts';
import { propose } from '../acts/propose.ts';
import { getAct } from '../acts/wire.ts';
import type { Context, OnceContext } from '../core/context.ts';
import { idempotent } from '../core/idempotent.ts';
import type { Tx } from '../db/client.ts';
import { sendMessages } from '../messages/rows.ts';
import { findWallet, lockWallet, postEntry } from '../ports/payments/wallet-rows.ts';

/**
 * `POST /api/desk/companies/{id}/corrections`: requests one; above the limit of one person nothing moves yet. The same
 * key again is answered as done. Throws 404 for a company, 409 for a closed one, 422 for an amount above the balance.
 */
export async function askCorrection(
  context: OnceContext<'platform'>,
  input: AskCorrectionValues,
): Promise<ActWire> {
  const { db, key } = context;
  const { id: companyId, reason } = input;
  const amount = signedFen(input.amount);
  const { id } = await db.transaction(async (tx) => {
    await needOpenCompany(tx, companyId, closedBalance);
    return idempotent(tx, { companyId, key, body: input }, async () => {
      const problem = correctionProblem(amount, (await findWallet(tx, companyId)).balance);
      if (problem !== null) throw fieldError('amount', problem);
      const { id: made } = await propose(
        tx,
        context,
        { kind: 'balance', companyId, amount, reason },
        passBalance,
      );
      return { id: made };
    });
  });
  return getAct(context, id);
}

function signedFen(text: string): number {
  const fen = parseYuan(text.replace(/^[+-]/, ''));
  return text.startsWith('-') ? -fen : fen;
}

// Enters a correction of a balance.

/** Message for a closed company. */
const closedBalance = '企业已注销，余额不能再调整';

/** Moves the balance of a locked act. Throws 409 for a closed company, and where the balance is too small now. */
export async function passBalance(tx: Tx, _: Context<'staff'>, row: ActRow): Promise<Carried> {
  const { id, companyId, reason } = row;
  const amount = must(row.amount, 'the amount');
  const balance = await lockWallet(tx, companyId);
  await needOpenCompany(tx, companyId, closedBalance);
  const entry = { companyId, useType: 'adjust', amount, ref: `correction:${id}`, note: reason } as const;
  if ((await postEntry(tx, entry)) === null)
    throw new AppError(409, `余额只剩¥${showYuan(balance)}，不能调减¥${showYuan(-amount)}`);
  await sendMessages(tx, {
    companyId,
    kind: 'wallet',
    title: `余额${amount > 0 ? '增加' : '减少'}¥${showYuan(Math.abs(amount))}`,
    body: `平台调整：${reason}`,
    link: path('/wdqb/yegl'),
    ref: `correction:${id}`,
  });
  return {};
}
