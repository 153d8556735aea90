/** Statements of closed months: read, confirmed or objected to by the merchant, objections answered by the platform. */
import { AppError, fieldError } from '#lib/contract/errors.ts';
import { path } from '#lib/contract/routes.ts';
import { merchantCauses } from '#lib/rules/money/bookings.ts';
import { type Fen, findYuan, formatYuan } from '#lib/rules/money/money.ts';
import {
  type AccountFigures,
  changedFigures,
  figureTexts,
  isMonthClosed,
  readStatementId,
  type StatementState,
  statementMay,
  statementRefusal,
} from '#lib/rules/orders/statements.ts';
import { keysOf, textOf } from '#lib/rules/terms/keys.ts';
import { must } from '#lib/rules/terms/must.ts';
import { type Context, recordOf } from '../core/context.ts';
import type { Db, Tx } from '../db/client.ts';
import { notifyMerchant } from '../messages/merchant-notice-rows.ts';
import { writeAudit } from './audit-rows.ts';
import { listOrderTexts } from './booking-rows.ts';
import {
  type AnswerRow,
  confirmAnswer,
  findStatementAnswer,
  findStatementFigures,
  insertObjection,
  listAccountMonths,
  listEntries,
  replyToObjection,
  type StatementKey,
} from './statement-rows.ts';

/** Entries on a printed statement at most; more are in the file of the account. */
const mostEntries = 5_000;

const causeTexts = Object.fromEntries(
  keysOf(merchantCauses).map((cause) => [cause, merchantCauses[cause].text]),
);

interface StatementEntry {
  id: number;
  at: string;
  no: string;
  /** Its order; null for a settlement. */
  order: string | null;
  cause: string;
  about: string;
  amount: Fen;
  balance: Fen;
}

export interface Statement extends StatementKey {
  merchant: string;
  code: string;
  figures: AccountFigures;
  entries: StatementEntry[];
  /** The month has more than `entries`. */
  isCut: boolean;
  state: StatementState;
  answer: AnswerRow | null;
  /** The figures that have changed since the merchant's answer. */
  changed: (keyof AccountFigures)[];
}

/** The months of a merchant's account, the newest first. */
export function readAccountMonths({ db, actor, now }: Context<'merchant'>): Promise<string[]> {
  return listAccountMonths(db, actor.merchantId, now);
}

/** The statement of an address; null for another merchant's, and for a month that is not over or is empty. */
export async function findStatement(
  { db, actor, now }: Pick<Context<'staff'>, 'db' | 'actor' | 'now'>,
  id: string,
): Promise<Statement | null> {
  const key = readStatementId(id);
  const isTheirs = actor.merchantId === null || key?.merchantId === actor.merchantId;
  if (key === null || !isTheirs || !isMonthClosed(key.month, now.getTime())) return null;
  const found = await findStatementFigures(db, key);
  if (found === null) return null;
  const { merchant, code, ...figures } = found;
  const [answer, { entries, isCut }] = await Promise.all([
    findStatementAnswer(db, key),
    readEntries(db, key, figures.before),
  ]);
  const changed = answer === null ? [] : changedFigures(answer, figures);
  return { ...key, merchant, code, figures, entries, isCut, state: stateOf(answer), answer, changed };
}

async function readEntries(db: Db, key: StatementKey, before: Fen) {
  const found = await listEntries(db, key, mostEntries + 1);
  const rows = found.slice(0, mostEntries);
  const texts = await listOrderTexts(
    db,
    rows.flatMap(({ order }) => order ?? []),
  );
  let balance = before;
  const entries = rows.map(({ cause, ...row }) => {
    balance += row.amount;
    const text = textOf(causeTexts, cause);
    return { ...row, cause: text, about: texts.get(row.order ?? '') ?? text, balance };
  });
  return { entries, isCut: found.length > mostEntries };
}

function stateOf(answer: AnswerRow | null): StatementState {
  return answer?.state ?? 'open';
}

/** The figures that a merchant saw, as the wire writes them. */
type Seen = Record<keyof AccountFigures, string>;

/**
 * `POST /api/desk/statements/{id}/confirm`: stores the figures with it. A repeat changes nothing. Throws 404 for another
 * merchant's, 409 for a month that is not over, for figures other than those seen, and while an objection waits.
 */
export async function confirmStatement(
  context: Context<'merchant'>,
  { id, ...seen }: { id: string } & Seen,
): Promise<void> {
  const { db, now, actor } = context;
  const key = ownKey(context, id);
  await db.transaction(async (tx) => {
    const known = await findStatementAnswer(tx, key);
    if (known?.confirmedAt) return;
    refuseUnless(known, 'confirm');
    const figures = await figuresAsSeen(tx, key, seen);
    if (!(await confirmAnswer(tx, key, { ...figures, by: actor.name, at: now }))) {
      const other = await findStatementAnswer(tx, key);
      if (!other?.confirmedAt) refuseUnless(other, 'confirm');
      return;
    }
    await writeAudit(tx, recordOf(context), {
      act: 'statement.confirm',
      subject: 'statement',
      key: id,
      before: { state: stateOf(known) },
      after: { state: 'confirmed', owed: figures.owed },
      at: now,
    });
  });
}

/**
 * `POST /api/desk/statements/{id}/object`: once a month, with the amount that the merchant believes if it says one. A repeat
 * with the same words changes nothing. Throws 422 for an amount that is none, else as `confirmStatement`.
 */
export async function objectToStatement(
  context: Context<'merchant'>,
  { id, reason, claimed: said, ...seen }: { id: string; reason: string; claimed: string } & Seen,
): Promise<void> {
  const { db, now, actor } = context;
  const key = ownKey(context, id);
  const claimed = said === '' ? null : findYuan(said);
  if (said !== '' && claimed === null) throw fieldError('claimed', '金额须为数字，最多两位小数，可为负数');
  const isSame = (known: AnswerRow | null) =>
    known !== null && known.objectedAt !== null && known.reason === reason && known.claimed === claimed;
  await db.transaction(async (tx) => {
    const known = await findStatementAnswer(tx, key);
    if (isSame(known)) return;
    refuseUnless(known, 'object');
    const figures = await figuresAsSeen(tx, key, seen);
    if (!(await insertObjection(tx, key, { ...figures, reason, claimed, by: actor.name, at: now }))) {
      const other = await findStatementAnswer(tx, key);
      if (!isSame(other)) refuseUnless(other, 'object');
      return;
    }
    await writeAudit(tx, recordOf(context), {
      act: 'statement.object',
      subject: 'statement',
      key: id,
      before: null,
      after: { state: 'objected', owed: figures.owed, claimed, reason },
      at: now,
    });
  });
}

/**
 * `POST /api/desk/statements/{id}/answer`: the merchant is told, and may confirm. A repeat with the same words changes
 * nothing. Throws 404 for none, 409 where no objection waits.
 */
export async function answerStatement(
  context: Context<'platform'>,
  { id, answer }: { id: string; answer: string },
): Promise<void> {
  const { db, now, actor } = context;
  const key = readStatementId(id);
  if (key === null) throw new AppError(404, notThere);
  await db.transaction(async (tx) => {
    if (await replyToObjection(tx, key, { answer, by: actor.name, at: now })) {
      const { merchantId, month } = key;
      const { reason, claimed } = must(await findStatementAnswer(tx, key), 'the objection');
      await writeAudit(tx, recordOf(context), {
        act: 'statement.answer',
        subject: 'statement',
        key: id,
        merchantId,
        before: { state: 'objected', reason, claimed },
        after: { state: 'answered', answer },
        at: now,
      });
      await notifyMerchant(tx, {
        merchantId,
        kind: 'settlement',
        title: `${month}对账单的异议已答复`,
        body: `平台答复：${answer}。请核对后确认对账单。`,
        link: path('/desk/statements', undefined, { month }),
        ref: `statement.answer ${id}`,
        createdAt: now,
      });
      return;
    }
    const known = await findStatementAnswer(tx, key);
    if (known === null || known.answer !== answer) refuseUnless(known, 'answer');
  });
}

const notThere = '没有这份对账单，请刷新';

/** Throws 404 for another merchant's, 409 for a month that is not over. */
function ownKey({ actor, now }: Context<'merchant'>, id: string): StatementKey {
  const key = readStatementId(id);
  if (key === null || key.merchantId !== actor.merchantId) throw new AppError(404, notThere);
  if (!isMonthClosed(key.month, now.getTime())) throw new AppError(409, '这个月还没有结束，下月1日起再核对');
  return { merchantId: actor.merchantId, month: key.month };
}

function refuseUnless(answer: AnswerRow | null, act: Parameters<typeof statementMay>[1]): void {
  const state = stateOf(answer);
  if (!statementMay(state, act)) throw new AppError(409, statementRefusal(state, act));
}

/** The figures now. Throws 404 for a month without any, 409 where they are not those that the person saw. */
async function figuresAsSeen(tx: Tx, key: StatementKey, seen: Seen): Promise<AccountFigures> {
  const found = await findStatementFigures(tx, key);
  if (found === null) throw new AppError(404, notThere);
  const { merchant: _merchant, code: _code, ...figures } = found;
  if (keysOf(figureTexts).some((figure) => formatYuan(figures[figure]) !== seen[figure]))
    throw new AppError(409, '账目有变动，请刷新后重新核对');
  return figures;
}
