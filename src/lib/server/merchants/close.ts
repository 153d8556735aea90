/**
 * Closing a merchant for good (rules 2): one person asks, another begins it. From then on it takes no new orders, the
 * open ones end as always, and a job closes it when nothing is left.
 */
import { AppError } from '#lib/contract/errors.ts';
import type { CloseMerchantValues, MerchantFileWire } from '#lib/contract/merchant-desk.ts';
import { path } from '#lib/contract/routes.ts';
import { type ActRow, listWaitingActs } from '../acts/countersign-rows.ts';
import type { Carried } from '../acts/hands.ts';
import { propose } from '../acts/propose.ts';
import { type Context, jobContext, recordOf } from '../core/context.ts';
import { eachRow, type RowsDone } from '../core/jobs/each-row.ts';
import type { Db, Tx } from '../db/client.ts';
import { writeAudit } from '../ledgers/audit-rows.ts';
import { notifyMerchant } from '../messages/merchant-notice-rows.ts';
import { beginClosing, endClosing, listClosing, lockMerchant, markClosed } from './close-rows.ts';
import { takeMerchantTurn } from './desk-rows.ts';
import { closeSubject, fileOf, getRow, hangsOf } from './file.ts';
import { countHanging } from './file-rows.ts';

/**
 * `POST /api/desk/merchants/{id}/close`: the closing waits for a second person. The same by the same person again is
 * answered as asked. Throws 404 for an unknown merchant, 409 for one that closes already, or where another person asked.
 */
export async function closeMerchant(
  context: Context<'platform'>,
  { id, reason }: CloseMerchantValues,
): Promise<MerchantFileWire> {
  const { db, now, actor } = context;
  await db.transaction(async (tx) => {
    await takeMerchantTurn(tx);
    const row = await getRow(tx, id);
    refuseClosing(row);
    const [waits] = await listWaitingActs(tx, [closeSubject(id)]);
    if (waits?.askedBy === actor.name && waits.reason === reason) return;
    const hangs = hangsOf(await countHanging(tx, id, now));
    await propose(
      tx,
      context,
      {
        kind: 'merchant_close',
        companyId: 0,
        merchantId: id,
        amount: null,
        reason,
        subject: closeSubject(id),
        changes: [
          { label: '商家', from: '', to: `${row.code} ${row.shortName}` },
          ...hangs.map(({ text }) => ({ label: '现有', from: '', to: text })),
        ],
      },
      passMerchantClose,
    );
  });
  return fileOf(context, id);
}

function refuseClosing({ shortName, closingAt }: Awaited<ReturnType<typeof getRow>>): void {
  if (closingAt !== null) throw new AppError(409, `${shortName}已经在关闭`);
}

/** Begins a closing that waited. Throws 409 for a merchant that closes already. */
export async function passMerchantClose(tx: Tx, context: Context<'staff'>, act: ActRow): Promise<Carried> {
  const id = act.merchantId ?? 0;
  await takeMerchantTurn(tx);
  const row = await getRow(tx, id);
  refuseClosing(row);
  if (!(await beginClosing(tx, id, context.now))) throw new AppError(409, `${row.shortName}已经在关闭`);
  await record(tx, context, 'merchant.close', id, act.reason);
  await notifyMerchant(tx, {
    merchantId: id,
    kind: 'system',
    title: '店铺开始关闭',
    body: `平台已开始关闭您的店铺：${act.reason}。商品已停止销售；请办完未完成的订单、售后和库存，结清后店铺关闭。`,
    link: path('/desk/merchant'),
    ref: `closing:${context.now.toISOString()}`,
    createdAt: context.now,
  });
  return {};
}

/**
 * `POST /api/desk/merchants/{id}/keep`: calls the closing off; its goods are sold again. Safe to repeat. Throws 404 for
 * an unknown merchant, 409 for one that is closed.
 */
export async function keepMerchant(
  context: Context<'platform'>,
  { id, reason }: CloseMerchantValues,
): Promise<MerchantFileWire> {
  await context.db.transaction(async (tx) => {
    await takeMerchantTurn(tx);
    const row = await getRow(tx, id);
    if (row.closedAt !== null) throw new AppError(409, `${row.shortName}已经关闭，不能恢复，请新增商家`);
    if (await endClosing(tx, id)) await record(tx, context, 'merchant.keep', id, reason);
  });
  return fileOf(context, id);
}

/** The job: closes merchants of which nothing is left. */
export function finishClosings(db: Db, now: Date): Promise<RowsDone> {
  const job = 'closeMerchants';
  return eachRow(db, {
    job,
    now,
    list: () => listClosing(db, job, now),
    work: (id: number) =>
      db.transaction(async (tx) => {
        await lockMerchant(tx, id);
        const left = hangsOf(await countHanging(tx, id, now)).filter(({ is_left: isLeft }) => isLeft === 1);
        if (left.length > 0 || !(await markClosed(tx, id, now))) return 0;
        await record(tx, jobContext(db, now, job), 'merchant.closed', id, '');
        return 1;
      }),
  });
}

async function record(
  tx: Tx,
  context: Pick<Context<'staff' | 'system'>, 'actor' | 'requestId' | 'now'>,
  act: 'merchant.close' | 'merchant.keep' | 'merchant.closed',
  id: number,
  reason: string,
): Promise<void> {
  await writeAudit(tx, recordOf(context), {
    act,
    subject: 'merchant',
    key: id,
    merchantId: id,
    before: {},
    after: reason === '' ? {} : { reason },
    at: context.now,
  });
}
