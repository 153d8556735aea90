/**
 * What moves money by hand takes two people of the platform: one asks with a reason, another passes or refuses. Balances
 * here; what is given as a coupon or a voucher in `issue.ts`, decided here too.
 */
import type {
  AskCorrectionValues,
  CorrectionsList,
  CorrectionsValues,
  CorrectionWire,
  PassCorrectionValues,
  RefuseCorrectionValues,
} from '#lib/contract/corrections/schema.ts';
import { AppError, fieldError } from '#lib/contract/errors.ts';
import { path } from '#lib/contract/routes.ts';
import { mayLogIn } from '#lib/rules/companies/company-state.ts';
import {
  type CorrectionState,
  canCorrectionMove,
  correctionProblem,
  correctionStateText,
  deciderProblem,
  newCorrection,
} from '#lib/rules/companies/correction.ts';
import { parseYuan, showYuan } from '#lib/rules/money/money.ts';
import { type Context, type OnceContext, recordOf } from '../../context.ts';
import type { Tx } from '../../db/client.ts';
import { once } from '../../once.ts';
import { writeAudit } from '../../repos/audit.ts';
import {
  type CorrectionRow,
  decideCorrection,
  findCorrections,
  insertCorrection,
  lockCorrection,
} from '../../repos/corrections.ts';
import { sendMessages } from '../../repos/messages.ts';
import { findCompanyState } from '../../repos/top-ups.ts';
import { findWallet, lockWallet, postEntry } from '../../repos/wallet.ts';
import { giveIssue, isIssue } from './issue.ts';
import { correctionOf, getCorrection } from './wire.ts';

/** `GET /api/desk/corrections`: what waits the longest waiting first, else the newest first. */
export async function listCorrections(
  { db, actor }: Context<'platform'>,
  { state, company, ...asked }: CorrectionsValues,
): Promise<CorrectionsList> {
  const { rows, total } = await findCorrections(db, { state, company }, asked);
  return { list: rows.map((row) => correctionOf(row, actor.name)), total };
}

/**
 * `POST /api/desk/companies/{id}/corrections`: asks for it; nothing moves yet. The same key again is answered as done.
 * Throws 404 for a company, 409 for a closed one, 422 for an amount that the balance does not hold.
 */
export async function askCorrection(
  context: OnceContext<'platform'>,
  input: AskCorrectionValues,
): Promise<CorrectionWire> {
  const { db, now, actor, key } = context;
  const { id: companyId, reason } = input;
  const amount = signedFen(input.amount);
  const { id } = await db.transaction(async (tx) => {
    await checkCompany(tx, companyId);
    return once(tx, { companyId, key, body: input }, async () => {
      const problem = correctionProblem(amount, (await findWallet(tx, companyId)).balance);
      if (problem !== null) throw fieldError('amount', problem);
      const row = { companyId, amount, reason, askedBy: actor.name, state: newCorrection, createdAt: now };
      const made = await insertCorrection(tx, row);
      await writeAudit(tx, recordOf(context), {
        act: 'correction.ask',
        subject: 'correction',
        key: made,
        before: null,
        after: { companyId, amount, reason },
        at: now,
      });
      return { id: made };
    });
  });
  return getCorrection(db, id, actor.name);
}

/**
 * `POST /api/desk/corrections/{id}/pass`: moves the balance, or gives the piece. Passed again by the same person it is
 * answered as done. Throws 404, 403 for who asked for it, 409 where it was decided otherwise, the balance is too small by
 * now, the piece's last day is over or the company is closed.
 */
export async function passCorrection(
  context: Context<'platform'>,
  { id }: PassCorrectionValues,
): Promise<CorrectionWire> {
  return decide(context, id, { state: 'passed', word: '' }, async (tx, row) => {
    if (isIssue(row)) return giveIssue(tx, row, context.now);
    const { companyId, amount, reason } = row;
    const balance = await lockWallet(tx, companyId);
    await checkCompany(tx, companyId);
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
    return null;
  });
}

/** `POST /api/desk/corrections/{id}/refuse`: nothing is moved. Throws as passing does. */
export async function refuseCorrection(
  context: Context<'platform'>,
  { id, word }: RefuseCorrectionValues,
): Promise<CorrectionWire> {
  return decide(context, id, { state: 'refused', word }, async () => null);
}

async function decide(
  context: Context<'platform'>,
  id: number,
  to: { state: Exclude<CorrectionState, 'waiting'>; word: string },
  carryOut: (tx: Tx, row: CorrectionRow) => Promise<number | null>,
): Promise<CorrectionWire> {
  const { db, now, actor } = context;
  await db.transaction(async (tx) => {
    const row = await lockCorrection(tx, id);
    if (row === null) throw new AppError(404, '没有这一条，请刷新');
    const problem = deciderProblem(row.askedBy, actor.name);
    if (problem !== null) throw new AppError(403, problem);
    if (row.state === to.state && row.decidedBy === actor.name && row.word === to.word) return;
    if (!canCorrectionMove(row.state, to.state))
      throw new AppError(409, `已由${row.decidedBy}处理：${correctionStateText(row.state, row.kind)}`);
    const companyCouponId = await carryOut(tx, row);
    await decideCorrection(tx, id, { ...to, decidedBy: actor.name, decidedAt: now, companyCouponId });
    const { companyId, kind, amount, askedBy } = row;
    const isPassed = to.state === 'passed';
    const before = { companyId, kind, amount, askedBy, state: row.state };
    // Who may ask for a piece and look after no money reads on the company's page what became of it.
    await writeAudit(tx, recordOf(context), {
      ...(isIssue(row)
        ? { act: isPassed ? 'company.issue' : 'issue.refuse', subject: 'company', key: companyId }
        : { act: isPassed ? 'correction.pass' : 'correction.refuse', subject: 'correction', key: id }),
      before,
      after: { ...to, id, ...(companyCouponId !== null && { companyCouponId }) },
      at: now,
    });
  });
  return getCorrection(db, id, actor.name);
}

/** Throws 404 for a company that there is not, 409 for one that is closed. */
async function checkCompany(tx: Tx, companyId: number): Promise<void> {
  const state = await findCompanyState(tx, companyId);
  if (state === null) throw new AppError(404, `没有企业${companyId}`);
  if (!mayLogIn(state)) throw new AppError(409, '企业已注销，余额不能再调整');
}

function signedFen(text: string): number {
  const fen = parseYuan(text.replace(/^[+-]/, ''));
  return text.startsWith('-') ? -fen : fen;
}
