/** Asking for invoices: of orders, or of a month, in one transaction (rules 19). */
import { AppError, fieldError } from '#lib/contract/errors.ts';
import type { AskedInvoices, AskInvoicesValues } from '#lib/contract/invoices.ts';
import { formatYuan } from '#lib/rules/money/money.ts';
import type { OnceContext } from '../core/context.ts';
import { idempotent } from '../core/idempotent.ts';
import type { Tx } from '../db/client.ts';
import { insertInvoices, lockOrders } from './ask-rows.ts';
import { buildParts, faultOfTitle, invoicesOf, type Skipped } from './build.ts';
import { searchOpenOrders } from './open-rows.ts';
import { findTitle } from './title-rows.ts';

/** Orders of one asking: more of a month are left for the next one. */
const mostOrders = 5_000;
/** Orders that are named among those left out. */
const namedSkips = 100;

/**
 * `POST /api/invoice`: the same key again answers the same. Orders that cannot be invoiced are left out and named. Throws
 * 404 for another company's order, 409 with the reason where none can be invoiced, 422 for a title that is not the
 * company's or cannot be used.
 */
export async function askInvoices(
  context: OnceContext<'buyer'>,
  input: AskInvoicesValues,
): Promise<AskedInvoices> {
  const {
    db,
    actor: { account },
    key,
  } = context;
  return db.transaction((tx) =>
    idempotent(tx, { companyId: account.companyId, key, body: input }, () => ask(tx, context, input)),
  );
}

async function ask(
  tx: Tx,
  { actor: { account }, now }: OnceContext<'buyer'>,
  input: AskInvoicesValues,
): Promise<AskedInvoices> {
  const { companyId, userId } = account;
  const title = await findTitle(tx, companyId, input.title_id);
  if (title === null) throw fieldError('title_id', '发票抬头不存在或已删除，请重新选择');
  const fault = faultOfTitle(title);
  if (fault !== null) throw fieldError('title_id', `${fault}，请先修改抬头`);
  const nos = await ordersOf(tx, companyId, input, now);
  const orders = await lockOrders(tx, companyId, nos);
  if (orders.length < new Set(nos).size) throw new AppError(404, '订单不存在');
  const { ready, skipped } = await buildParts(tx, orders, now);
  if (ready.length === 0) throw new AppError(409, refusal(skipped));
  const rows = invoicesOf(ready, {
    ...{ title, askedBy: 'buyer', askedById: userId, userId, now },
    month: input.month === '' ? null : input.month,
    isApart: input.is_apart === 1,
  });
  const actor = { actor: 'buyer', actorId: userId, note: '' } as const;
  await insertInvoices(tx, rows, actor);
  return {
    invoices: rows.length,
    orders: ready.length,
    amount: formatYuan(rows.reduce((sum, { invoice }) => sum + invoice.gross, 0)),
    skipped: skipped.slice(0, namedSkips),
    skipped_count: skipped.length,
  };
}

/** The numbers that are asked for. Throws 409 for a month without any. */
async function ordersOf(
  tx: Tx,
  companyId: number,
  { order_no: named, month, merchant }: AskInvoicesValues,
  now: Date,
): Promise<string[]> {
  if (named.length > 0) return named;
  const merchantId = merchant ?? null;
  const search = { now, nos: null, month, merchantId, offset: 0, limit: mostOrders };
  const { list } = await searchOpenOrders(tx, companyId, search);
  if (list.length === 0) throw new AppError(409, `${month}没有可以开票的订单`);
  return list.map(({ no }) => no);
}

function refusal(skipped: readonly Skipped[]): string {
  const [first] = skipped;
  if (first === undefined) return '没有可以开票的订单';
  return skipped.length === 1
    ? first.sentence
    : `所选${skipped.length}个订单都不能开票。订单${first.no}：${first.sentence}`;
}
