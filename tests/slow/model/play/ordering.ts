/** Ordering, also with the same key again, and what comes before an order: coupons and group-buys. */

import { randomUUID } from 'node:crypto';
import type { Preview } from '#lib/contract/checkout.ts';
import { lineTypes } from '#lib/contract/numbers.ts';
import type { Act } from '../acts.ts';
import { type Answer, Browser } from '../client.ts';
import { type Game, type Play, personOf, pick, reported, tradeOf } from '../game.ts';
import type { Person } from '../world.ts';
import { add, readCart, refuseFrozen } from './shopping.ts';

export const order: Play = async (game, act) => {
  let cart = await readCart(game, act);
  const added = cart?.data.length === 0 ? `${await add(game, act)}; ` : '';
  if (added) cart = await readCart(game, act);
  // A group-buy is confirmed alone.
  const lines = (cart?.data ?? []).filter((line) => line.type !== lineTypes.group_buy);
  if (lines.length === 0) return `${added}nothing in the cart`;
  const from = act.n % lines.length;
  const ids = lines.slice(from, from + 1 + (act.m % 4)).map((line) => line.id);
  return `${added}${await confirm(game, act, ids)}`;
};

/** The confirm page: what it costs, then the order, with what it was shown. */
async function confirm(game: Game, act: Act, ids: number[]): Promise<string> {
  const person = personOf(game, act);
  const coupons = act.n % 4 === 0 ? 'none' : 'best';
  const seen = await game.browser.call(person, '/api/order/preview', {
    body: { ids, coupons },
    via: act.via,
  });
  if (seen.status !== 200) return `preview: ${reported(seen)}`;
  let preview = seen.data as Preview;
  const voucher = act.m % 3 === 0 ? preview.vouchers.find((one) => one.reason === null) : undefined;
  const choices = { ids, coupons, ...(voucher && { vouchers: [voucher.id] }), ...giftsOf(preview) };
  if (voucher) {
    const again = await game.browser.call(person, '/api/order/preview', { body: choices, via: act.via });
    if (again.status !== 200) return `preview: ${reported(again)}`;
    preview = again.data as Preview;
  }
  const body = { ...choices, ...giftsOf(preview), expected_total: preview.total.pay_amount };
  const key = randomUUID();
  // Pressed twice, and the second press reaches the other process.
  const presses = act.flag ? [act.via, 1 - act.via] : [act.via];
  const answers = await Promise.all(presses.map((via) => place(game, person, key, body, via)));
  return `${ids.length} lines for ${body.expected_total}${act.flag ? ' twice' : ''}: ${answers.map(nameOf).join(' | ')}`;
}

function giftsOf(preview: Preview): { gifts?: Record<string, number> } {
  const gifts = preview.groups.flatMap((group) => group.orders.flatMap((one) => one.gifts));
  if (gifts.length === 0) return {};
  return { gifts: Object.fromEntries(gifts.map((gift) => [gift.activity_id, gift.goods_id])) };
}

function nameOf(answer: Answer): string {
  return answer.status === 200 ? tradeOf(answer).trade_no : reported(answer);
}

/** Sends an order and writes down what was answered; what was not answered is asked again later. */
export async function place(
  game: Game,
  person: Person,
  key: string,
  body: object,
  via: number,
): Promise<Answer> {
  const headers = { 'idempotency-key': key };
  const answer = await game.browser.call(person, '/api/order', { body, headers, via });
  const { companyId, userId } = person;
  if (answer.status === 200) {
    const { trade_no: tradeNo, orders } = tradeOf(answer);
    const isNew = game.book.place({ tradeNo, companyId, userId, key, body, orders });
    if (isNew) refuseFrozen(game, companyId, 200, 'ordered');
  } else if (Browser.isUnknown(answer)) game.book.unsure.push({ person, key, body });
  return answer;
}

/** A browser that never heard the answer sends the same again: it gets the same. */
export const repeatOrder: Play = async (game, act) => {
  const { companyId, userId } = personOf(game, act);
  const placed = pick(
    game.book.placed.filter((one) => one.companyId === companyId && one.userId === userId).slice(-5),
    act.n,
  );
  if (!placed) return 'nothing ordered yet';
  const person = personOf(game, act);
  const answer = await place(game, person, placed.key, placed.body, act.via);
  return `${placed.tradeNo}: ${nameOf(answer)}`;
};

export const join: Play = async (game, act) => {
  const group = pick(game.groups, act.n);
  if (!group) return 'no group-buy runs';
  const person = personOf(game, act);
  const body = { number: 2 + (act.m % 20) };
  const joined = await game.browser.call(person, `/api/group-buy/${group.id}/join`, { body, via: act.via });
  if (joined.status !== 200) return `joins ${group.id}: ${reported(joined)}`;
  return `joins ${group.id}, ${await confirm(game, act, [(joined.data as { id: number }).id])}`;
};

export const claim: Play = async (game, act) => {
  const person = personOf(game, act);
  const couponId = pick(game.world.couponIds, act.n)!;
  const answer = await game.browser.call(person, `/api/coupon/${couponId}/claim`, { body: {}, via: act.via });
  if (answer.status === 200) game.book.claim(person.companyId, couponId, true);
  else if (Browser.isUnknown(answer)) game.book.claim(person.companyId, couponId, false);
  return `coupon ${couponId}: ${reported(answer)}`;
};
