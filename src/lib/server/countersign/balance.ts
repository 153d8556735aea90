/**
 * Manual corrections of a company's balance (rules 2): requested here, entered by another person or within one's limit.
 */
import type { ActWire, AskCorrectionValues } from '#lib/contract/countersign.ts';
import { fieldError } from '#lib/contract/errors.ts';
import { correctionProblem } from '#lib/rules/companies/countersign.ts';
import { parseYuan } from '#lib/rules/money/money.ts';
import { needOpenCompany } from '../acts/hands.ts';
import { propose } from '../acts/propose.ts';
import { getAct } from '../acts/wire.ts';
import type { OnceContext } from '../core/context.ts';
import { idempotent } from '../core/idempotent.ts';
import { findWallet } from '../ports/payments/wallet-rows.ts';
import { closedBalance, passBalance } from './pass-balance.ts';

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
