/** Enters a correction of a balance. */
import { AppError } from '#lib/contract/errors.ts';
import { path } from '#lib/contract/routes.ts';
import { showYuan } from '#lib/rules/money/money.ts';
import { must } from '#lib/rules/terms/must.ts';
import type { ActRow } from '../acts/countersign-rows.ts';
import { type Carried, needOpenCompany } from '../acts/hands.ts';
import type { Context } from '../core/context.ts';
import type { Tx } from '../db/client.ts';
import { sendMessages } from '../messages/rows.ts';
import { lockWallet, postEntry } from '../ports/payments/wallet-rows.ts';

/** Message for a closed company. */
export const closedBalance = '企业已注销，余额不能再调整';

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
