/** The list of the points mall for its page: stored for everyone, but for what is chosen for one company. */
import type { AstroGlobal } from 'astro';
import { type MallGoodsList, type MallGoodsValues, mallGoodsInput } from '#lib/contract/mall.ts';
import { keepFor } from '../../activities/flash.ts';
import { shopActor } from '../../core/context.ts';
import { listMallGoods } from '../../mall/goods.ts';
import { publicContext, readQuery } from './page.ts';

export interface MallPage {
  input: MallGoodsValues;
  found: MallGoodsList;
}

/** `?can_redeem=1` asks for what the reader's company can redeem; for visitors it is every goods. */
export async function openMallPage(
  astro: Pick<AstroGlobal, 'locals' | 'request' | 'response' | 'url' | 'cache'>,
): Promise<MallPage> {
  const input = readQuery(mallGoodsInput, astro.url);
  const context = publicContext(astro);
  if (astro.url.searchParams.has('can_redeem')) {
    astro.response.headers.set('cache-control', 'private, no-store');
    const actor = shopActor(await astro.locals.account());
    return { input, found: await listMallGoods({ ...context, actor }, input) };
  }
  const found = await listMallGoods(context, input);
  astro.cache.set({ maxAge: keepMall(found.list, context.now) });
  return { input, found };
}

/** Seconds for which these are right: until one of them begins or ends. */
export function keepMall(
  list: readonly { start_time: string; end_time: string | null }[],
  now: Date,
): number {
  const spans = list.map(({ start_time, end_time }) => ({
    start_time: Date.parse(start_time),
    end_time: end_time === null ? 0 : Date.parse(end_time),
  }));
  return keepFor(spans, now.getTime());
}
