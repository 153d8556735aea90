/** Paying: from the wallet, at the 模拟收银台 in all its ways, by both together, twice, and several trades at once. */
import type { PayOutput } from '#lib/contract/payments/calls.ts';
import { formatYuan } from '#lib/rules/money/money.ts';
import type { Act } from '../acts.ts';
import {
  type Game,
  ownTarget,
  type Play,
  pick,
  refuseStranger,
  reported,
  type Target,
  unpaidStatuses,
} from '../game.ts';
import type { Person } from '../world.ts';
import { refuseFrozen } from './shopping.ts';

/** silent: paid there, and the notify gets lost. */
const counterWays = ['pay', 'pay', 'fail', 'late', 'twice', 'silent', 'leave'] as const;

export const pay: Play = async (game, act) => {
  const found = ownTarget(game, act, unpaidStatuses);
  if (!found) return 'nothing to pay';
  const { target, person } = found;
  const first = payOnce(game, act, person, [target], act.m % 2 === 0, act.via);
  if (!act.flag) return first;
  const second = payOnce(game, act, person, [target], act.m % 3 === 0, 1 - act.via);
  return `twice: ${(await Promise.all([first, second])).join(' | ')}`;
};

export const merge: Play = async (game, act) => {
  const found = ownTarget(game, act, unpaidStatuses);
  const open = game.targets.filter(
    (one) => one.companyId === found?.target.companyId && unpaidStatuses.includes(one.status),
  );
  const first = open.filter((one, at) => open.findIndex((other) => other.tradeNo === one.tradeNo) === at);
  if (!found || first.length < 2) return 'not two trades to pay';
  return payOnce(game, act, found.person, first.slice(0, 3), act.m % 2 === 0, act.via);
};

/** What of these orders' trades the balance shall pay, fen; sometimes it is more than there is to pay. */
function partOf(act: Act, targets: readonly Target[]): number {
  const amount = targets.reduce((all, one) => all + one.payAmount, 0);
  return Math.max(1, Math.floor((amount * (1 + (act.n % 11))) / 10));
}

/** Pays the trades of these orders together. */
async function payOnce(
  game: Game,
  act: Act,
  person: Person,
  targets: readonly Target[],
  isWallet: boolean,
  via: number,
): Promise<string> {
  const trades = targets.map((one) => one.tradeNo);
  const fromBalance = isWallet || act.m % 3 > 0 ? 0 : partOf(act, targets);
  const body = {
    trade_no: trades,
    provider: isWallet ? 'balance' : 'sandbox',
    ...(fromBalance > 0 && { balance_amount: formatYuan(fromBalance) }),
  };
  const answer = await game.browser.call(person, '/api/pay', { body, via });
  const named = `${trades.join('+')} by ${body.provider}${fromBalance > 0 ? ` and ${fromBalance} of the balance` : ''}`;
  const isStranger = targets.some((one) => one.companyId !== person.companyId);
  refuseStranger(game, isStranger, answer, `could pay ${trades}`);
  if (answer.status !== 200) return `${named}: ${reported(answer)}`;
  refuseFrozen(game, person.companyId, 200, 'paid');
  const { pay_no: payNo, status, redirect } = answer.data as PayOutput;
  if (status === 'paid') for (const trade of trades) game.book.pay(trade, payNo);
  if (redirect === undefined) return `${named}: ${payNo} ${status}`;
  const way = pick(counterWays, act.n)!;
  if (way === 'leave') return `${named}: ${payNo}, leaves the counter`;
  const pressed = await game.browser.call(person, redirect, { form: { choice: way }, via });
  return `${named}: ${payNo}, presses ${way}: ${pressed.status}`;
}
