/** Mixed acts of visitors and buyers: pages, calls, reads and writes. */
import { ask, send } from '../../client.ts';
import { logInAll, type Shop } from './shop.ts';
import type { Tally } from './tally.ts';

/** Two that may buy. */
const buyers = ['demo', 'other'];

/** Returns work for `atRate`: each piece is one request of the mix, counted. */
export async function mixedWork(shop: Shop, tally: Tally): Promise<(at: number) => Promise<number>> {
  const origin = shop.origins[0]!;
  const cookies = await logInAll(shop, buyers);
  const { list } = await ask<{ list: { id: number }[] }>(origin, '/api/goods/list?size=40');
  const ids = list.map(({ id }) => id);
  return (at) => {
    const turn = Math.floor(at / 10);
    const cookie = cookies[turn % cookies.length]!;
    const id = ids[turn % ids.length]!;
    switch (at % 10) {
      case 0:
      case 1:
        return tally.send(origin, `/list?page=${1 + (turn % 5)}`);
      case 2:
        return tally.send(origin, `/list/info/${id}`);
      case 3:
      case 4:
        return tally.send(origin, `/api/goods/list?page=${1 + (turn % 9)}`);
      case 5:
      case 6:
        return tally.send(origin, `/api/goods/offers?ids=${ids.slice(turn % 20, (turn % 20) + 10)}`, {
          cookie,
        });
      case 7:
        return tally.send(origin, '/api/cart/total', { cookie });
      case 8:
        return tally.send(origin, '/api/favorite', { cookie, form: `goods_ids[]=${id}` });
      default:
        return tally.send(origin, '/api/cart', { cookie, form: `lines[0][goods_id]=${id}&lines[0][type]=0` });
    }
  };
}

/** Milliseconds until the shop reports three times in a row that its database reads and writes. */
export async function recovery(origin: string): Promise<number> {
  const begin = performance.now();
  let well = 0;
  let since = begin;
  while (well < 3) {
    const isWell = await send(origin, '/api/health').then(
      ({ status }) => status === 200,
      () => false,
    );
    if (isWell && well === 0) since = performance.now();
    well = isWell ? well + 1 : 0;
    if (performance.now() - begin > 60_000) return Number.POSITIVE_INFINITY;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  return since - begin;
}
