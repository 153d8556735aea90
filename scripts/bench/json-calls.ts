import type { Request } from 'autocannon';
import { goodsPlain, goodsPlainSecond } from '#lib/server/db/seed/known.ts';
import { type Bench, buyerName } from './bench.ts';
import { atOnce, logIn } from './client.ts';
import { load } from './load.ts';
import { count, type Row } from './table.ts';
import { loadWords } from './words.ts';

const bar = 1_000;

/** Calls a second at 32 connections, with the words and goods that buyers ask for. */
export async function jsonCalls({ origin, pool, isQuick }: Bench): Promise<Row[]> {
  const { searches, lists, goodsIds } = await loadWords(pool);
  const buyers = Array.from({ length: 16 }, (_, nth) => buyerName(nth));
  const cookies = await atOnce(4, buyers, (name) => logIn(origin, name));
  const cookie = (at: number) => ({ cookie: cookies[at % cookies.length]! });
  const pageOfIds = (at: number) => goodsIds.slice((at * 20) % 900, ((at * 20) % 900) + 20).join(',');
  const series: Record<string, Request[]> = {
    suggest: searches.map((word) => ({ path: `/api/goods/search?keywords=${encodeURIComponent(word)}` })),
    detail: goodsIds.map((id) => ({ path: `/api/goods/detail/${id}` })),
    list: lists.map((query) => ({ path: `/api/goods/list?${query}` })),
    'offers of 20 goods': lists.map((_, at) => ({
      path: `/api/goods/offers?ids=${pageOfIds(at)}`,
      headers: cookie(at),
    })),
    'add to cart': lists.map((_, at) => ({
      method: 'POST',
      path: '/api/cart',
      headers: { ...cookie(at), 'content-type': 'application/x-www-form-urlencoded' },
      body: `lines[0][goods_id]=${at % 2 ? goodsPlain : goodsPlainSecond}&lines[0][type]=0`,
    })),
  };
  await pool.query('UPDATE goods SET stock = 100000000 WHERE id = ANY($1)', [[goodsPlain, goodsPlainSecond]]);
  const rows: Row[] = [];
  for (const [what, requests] of Object.entries(series)) {
    await load(origin, requests, 1);
    const { perSecond, p99 } = await load(origin, requests, isQuick ? 1 : 6);
    rows.push({
      what: `${what}, 32 connections`,
      bar: `≥ ${count(bar)} a second`,
      measured: `${count(perSecond)} a second (p99 ${p99} ms)`,
      isMet: perSecond >= bar,
      isDirection: true,
    });
  }
  return rows;
}
