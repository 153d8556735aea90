/** The wallet: balance, and what moved it. */
import { toMillis } from '#lib/contract/constants.ts';
import { fieldError } from '#lib/contract/errors.ts';
import {
  type MoneyLog,
  type MoneyLogValues,
  type MoneyOutput,
  moneyUses,
} from '#lib/contract/wallet/schema.ts';
import { formatYuan } from '#lib/rules/money/money.ts';
import { findDay, findDayEnd } from '#lib/rules/terms/activity-time.ts';
import type { Context } from '../../context.ts';
import { findWallet, listEntries } from '../../repos/wallet.ts';
import { sumPromises } from '../site/promises.ts';

/** `GET /api/user/user-money`. */
export async function getMoney({ db, actor: { account } }: Context<'buyer'>): Promise<MoneyOutput> {
  const [wallet, promised] = await Promise.all([
    findWallet(db, account.companyId),
    sumPromises(db, account.companyId, ['completed']),
  ]);
  return {
    balance: formatYuan(wallet.balance),
    points: wallet.points,
    promised: formatYuan(promised.rebate + promised.cashback),
  };
}

/** `GET /api/user/user-money/log`: entries of the balance, the newest first. */
export async function listMoneyLog(
  { db, actor: { account } }: Context<'buyer'>,
  input: MoneyLogValues,
): Promise<MoneyLog> {
  const { list, total } = await listEntries(db, account.companyId, {
    useType: input.use_type,
    from: readMoment('start_time', input.start_time, findDay),
    to: readMoment('end_time', input.end_time ?? input.endtime, findDayEnd),
    limit: input.size,
    offset: (input.page - 1) * input.size,
  });
  return {
    list: list.map((entry) => ({
      id: entry.id,
      use_type: entry.useType,
      use_type_text: moneyUses[entry.useType],
      amount: formatYuan(entry.amount),
      balance: formatYuan(entry.balanceAfter),
      note: entry.note,
      created_at: entry.createdAt.toISOString(),
    })),
    total,
  };
}

/** A day (as `ofDay` reads it), a Shanghai time or a timestamp. Throws 422 for a day that the calendar has not. */
function readMoment(
  field: string,
  text: string | undefined,
  ofDay: (day: string) => number | null,
): Date | undefined {
  if (text === undefined) return undefined;
  if (/^\d+$/.test(text)) return new Date(toMillis(Number(text)));
  const day = text.slice(0, 10);
  const edge = ofDay(day);
  if (edge === null) throw fieldError(field, '日期不存在，请重新选择');
  if (text.length === 10) return new Date(edge);
  const moment = new Date(`${day}T${text.slice(11)}+08:00`);
  if (Number.isNaN(moment.getTime())) throw fieldError(field, '时间不正确');
  return moment;
}
