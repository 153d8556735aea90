/** Looking for goods, and filling carts. */
import type { CartState } from '#lib/contract/cart/calls.ts';
import { type Game, type Play, personOf, pick, reported } from '../game.ts';

export const search: Play = async (game, act) => {
  const paths = [
    '/api/goods/search?keywords=%E9%98%BF%E8%8E%AB',
    `/api/goods/list?page=${(act.n % 5) + 1}`,
    '/api/cart/total',
  ];
  const { id } = pick(game.world.goods, act.m)!;
  const path = pick([...paths, `/api/goods/offers?ids=${id}`, `/api/goods/price?id=${id}`], act.n)!;
  return `${path}: ${reported(await game.browser.call(personOf(game, act), path, { via: act.via }))}`;
};

export const add: Play = async (game, act) => {
  const count = 1 + (act.n % 3);
  const lines = Array.from({ length: count }, (_, at) => {
    const goods = pick(game.world.goods, act.n + at * 5)!;
    return { goods_id: goods.id, type: 0, number: goods.step * (1 + ((act.m >> at) % 40)) };
  });
  const person = personOf(game, act);
  const answer = await game.browser.call(person, '/api/cart', { body: { lines }, via: act.via });
  refuseFrozen(game, person.companyId, answer.status, 'put into a cart');
  return `${lines.map((line) => `${line.goods_id}×${line.number}`).join(' ')}: ${reported(answer)}`;
};

export const addSet: Play = async (game, act) => {
  const body = { id: game.world.combinationId, number: 1 + (act.m % 6) };
  return reported(
    await game.browser.call(personOf(game, act), '/api/cart/combination', { body, via: act.via }),
  );
};

export async function readCart(game: Game, act: Parameters<Play>[1]): Promise<CartState | null> {
  const answer = await game.browser.call(personOf(game, act), '/api/cart/list', { via: act.via });
  return answer.status === 200 ? (answer.data as CartState) : null;
}

export const change: Play = async (game, act) => {
  const line = pick((await readCart(game, act))?.data ?? [], act.n);
  if (!line) return 'nothing in the cart';
  const person = personOf(game, act);
  if (act.flag) {
    const body = { ids: [line.id] };
    return `deletes ${line.id}: ${reported(await game.browser.call(person, '/api/cart/batch-delete', { body, via: act.via }))}`;
  }
  const body = { number: (line.goods?.zbz ?? 1) * (1 + (act.m % 60)) };
  return `${line.id} to ${body.number}: ${reported(await game.browser.call(person, `/api/cart/${line.id}/edit`, { body, via: act.via }))}`;
};

export const select: Play = async (game, act) => {
  const ids = (await readCart(game, act))?.data.map((line) => line.id) ?? [];
  if (ids.length === 0) return 'nothing in the cart';
  const body = { ids: ids.slice(0, 1 + (act.n % ids.length)), is_selected: act.m % 2 };
  return reported(
    await game.browser.call(personOf(game, act), '/api/cart/batch-select', { body, via: act.via }),
  );
};

/** A company that was frozen all the time buys nothing. */
export function refuseFrozen(game: Game, companyId: number, status: number, what: string): void {
  if (status === 200 && game.frozenBefore.has(companyId) && game.book.frozen.has(companyId))
    game.book.complaints.push(`company ${companyId} is frozen and ${what}`);
}
