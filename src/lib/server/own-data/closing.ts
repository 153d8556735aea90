/** Closing one's account: conditions, the days in which it can be cancelled, and the end. */
import type { BeginClosingValues, ClosingWire } from '#lib/contract/closing.ts';
import { AppError } from '#lib/contract/errors.ts';
import { path } from '#lib/contract/routes.ts';
import { closingChecks, coolingOff, mayClose } from '#lib/rules/companies/closing.ts';
import { formatYuan } from '#lib/rules/money/money.ts';
import { orderLimits } from '#lib/rules/orders/order-state.ts';
import { dayKey } from '#lib/rules/terms/activity-time.ts';
import { proveLogin } from '../accounts/prove-login.ts';
import type { CallContext, Context } from '../core/context.ts';
import { eachRow, type RowsDone } from '../core/jobs/each-row.ts';
import type { Db, Tx } from '../db/client.ts';
import { sendMessages } from '../messages/rows.ts';
import { findWallet, lockWallet } from '../ports/payments/wallet-rows.ts';
import { sumPromises } from '../site/promises.ts';
import {
  callOffClosing as callOff,
  closeCompany,
  findClosingFacts,
  findOpenClosing,
  holdCompany,
  listDueClosings,
  lockDueClosing,
  putClosing,
} from './closing-rows.ts';

const freshSince = (now: Date) => new Date(now.getTime() - orderLimits.afterSale);

/** `GET /api/user/closing`: the conditions, what is given up, and the closing date if it was requested. */
export async function getClosing({ db, actor, now }: Context<'buyer'>): Promise<ClosingWire> {
  const { companyId } = actor.account;
  const [facts, open, wallet, promised] = await Promise.all([
    findClosingFacts(db, companyId, freshSince(now)),
    findOpenClosing(db, companyId),
    findWallet(db, companyId),
    sumPromises(db, companyId, ['completed']),
  ]);
  return {
    checks: closingChecks(facts).map(({ need, text, isMet, note }) => ({
      need,
      text,
      is_met: isMet ? 1 : 0,
      note,
    })),
    is_free: mayClose(facts) ? 1 : 0,
    points: wallet.points,
    promised: formatYuan(promised.rebate + promised.cashback),
    due_at: open?.dueAt.toISOString() ?? '',
    asked_at: open?.createdAt.toISOString() ?? '',
    asked_by: open?.userName ?? '',
  };
}

/**
 * `POST /api/user/closing`: requests it, to be done in seven days. A repeat does not change the first request. Throws
 * 422 for a wrong login password, 429 after five of them, 409 with the first unmet condition.
 */
export async function beginClosing(
  context: CallContext<'buyer'>,
  { password }: BeginClosingValues,
): Promise<ClosingWire> {
  const { db, actor, now } = context;
  const { companyId, userId } = actor.account;
  await proveLogin(context, 'closing', password);
  const dueAt = new Date(now.getTime() + coolingOff);
  await db.transaction(async (tx) => {
    const facts = await findClosingFacts(tx, companyId, freshSince(now));
    const unmet = closingChecks(facts).find(({ isMet }) => !isMet);
    if (unmet !== undefined) throw new AppError(409, `暂不能注销：${unmet.note}`);
    if (!(await putClosing(tx, { companyId, userId, createdAt: now, dueAt }))) return;
    await notify(tx, companyId, {
      title: '已申请注销企业账号',
      body: `账号将在${dayKey(dueAt.getTime())}注销，之前可以随时撤回。注销后所有人不能登录，也不能恢复。`,
      ref: `closing:${now.getTime()}`,
    });
  });
  return getClosing(context);
}

/** `POST /api/user/closing/call-off`: everything stays. Safe to repeat. */
export async function callOffClosing(context: Context<'buyer'>): Promise<ClosingWire> {
  const { db, actor, now } = context;
  const { companyId } = actor.account;
  await db.transaction(async (tx) => {
    if (!(await callOff(tx, companyId, now, ''))) return;
    await notify(tx, companyId, {
      title: '已撤回注销申请',
      body: '企业账号继续使用，一切照旧。',
      ref: `closing-off:${now.getTime()}`,
    });
  });
  return getClosing(context);
}

function notify(
  tx: Tx,
  companyId: number,
  said: { title: string; body: string; ref: string },
): Promise<number> {
  return sendMessages(tx, { companyId, kind: 'company', link: path('/zhzx/zxzh'), ...said });
}

/** Closes the companies whose days are over; an obstacle at that time cancels the closing, and a message says so. */
export async function closeCompanies(db: Db, now: Date): Promise<RowsDone> {
  return eachRow(db, {
    job: 'closeCompanies',
    now,
    list: () => listDueClosings(db, now, 50),
    work: (id) => db.transaction((tx) => closeDue(tx, id, now)),
  });
}

async function closeDue(tx: Tx, id: number, now: Date): Promise<number> {
  const closing = await lockDueClosing(tx, id, now);
  if (closing === null) return 0;
  const { companyId } = closing;
  // Waits for money that is being entered and an order that is being placed, so that both are seen.
  await lockWallet(tx, companyId);
  await holdCompany(tx, companyId);
  const facts = await findClosingFacts(tx, companyId, freshSince(now));
  const unmet = closingChecks(facts).find(({ isMet }) => !isMet);
  if (unmet === undefined) {
    await closeCompany(tx, closing, now);
    return 1;
  }
  await callOff(tx, companyId, now, unmet.note);
  await notify(tx, companyId, {
    title: '账号没有注销',
    body: `到期时${unmet.note}，注销申请已撤回。办完后可以重新申请。`,
    ref: `closing-failed:${id}`,
  });
  return 1;
}
