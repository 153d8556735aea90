/** What a buyer does with an order: cancel, confirm, extend, refuse, hide. All of it may be asked again. */

import type { OrderDetail } from '#lib/contract/orders/order.ts';
import type { OrderStatus } from '#lib/rules/orders/order-state.ts';
import type { Act } from '../acts.ts';
import { Browser } from '../client.ts';
import { type Game, ownTarget, type Play, refuseStranger, reported, unpaidStatuses } from '../game.ts';

async function act(game: Game, of: Act, verb: string, statuses: readonly OrderStatus[], body: object = {}) {
  const found = ownTarget(game, of, statuses);
  if (!found) return null;
  const { target, person, isStranger } = found;
  const path = `/api/order/${target.no}/${verb}`;
  let answer = await game.browser.call(person, path, { body, via: of.via });
  // Whoever got no answer asks again.
  if (Browser.isUnknown(answer)) answer = await game.browser.call(person, path, { body, via: 1 - of.via });
  refuseStranger(game, isStranger, answer, `could ${verb} ${target.no}`);
  return { target, answer, detail: answer.status === 200 ? (answer.data as OrderDetail) : null };
}

export const cancel: Play = async (game, of) => {
  const done = await act(game, of, 'cancel', unpaidStatuses);
  if (done?.detail) game.book.cancelled.add(done.target.no);
  return done ? `${done.target.no}: ${reported(done.answer)}` : 'nothing to cancel';
};

export const confirm: Play = async (game, of) => {
  const done = await act(game, of, 'confirm', ['to_receive']);
  if (done?.detail) game.book.confirmed.add(done.target.no);
  return done ? `${done.target.no}: ${reported(done.answer)}` : 'nothing to confirm';
};

function plain(verb: string, statuses: readonly OrderStatus[], body?: object): Play {
  return async (game, of) => {
    const done = await act(game, of, verb, statuses, body);
    return done ? `${done.target.no}: ${reported(done.answer)}` : `nothing to ${verb}`;
  };
}

export const extend = plain('extend', ['to_receive']);
export const refuse = plain('refuse', ['to_receive'], { reason: '外箱破损' });
export const hide = plain('hide', ['completed', 'cancelled', 'closed']);
