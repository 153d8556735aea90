/** Shared by the five list pages before they render: the list's input, and the text of its frame. */
import type { AstroGlobal } from 'astro';
import { isOwnSort } from '#lib/contract/goods/calls.ts';
import { shopActor } from '../../core/context.ts';
import { asksForPrices, type Within } from '../../goods/found-goods.ts';
import { type GoodsListPage, openGoodsList } from '../../goods/list-page.ts';
import { publicContext } from './page.ts';

/** For `<Page {...frame}>`. */
interface ListFrame {
  subject: string | undefined;
  description: string;
  canonical: string;
}

/**
 * Loads the list of a page's address. Only an address with prices reads the session, and is not stored; every other one
 * is the same for everyone and may be shared for a minute. `within` is the subject of the whole list; `isByDrug` groups
 * its items by drug.
 */
export async function openListPage(
  astro: Pick<AstroGlobal, 'locals' | 'request' | 'response' | 'url' | 'cache'>,
  size: number,
  within?: Within,
  isByDrug = false,
): Promise<{ page: GoodsListPage; frame: ListFrame }> {
  const query = astro.url.searchParams;
  const isPrivate = asksForPrices({
    ...(isOwnSort(query.get('sort')) && { sort: 'price' }),
    ...(query.get('buyable') === '1' && { buyable: 1 }),
    ...(query.has('price_min') && { price_min: '' }),
    ...(query.has('price_max') && { price_max: '' }),
  });
  const context = publicContext(astro);
  if (isPrivate) astro.response.headers.set('cache-control', 'private, no-store');
  else astro.cache.set({ maxAge: 60, tags: ['goods'] });
  const page = await openGoodsList(
    isPrivate ? { ...context, actor: shopActor(await astro.locals.account()) } : context,
    query,
    size,
    within,
    isByDrug,
  );
  return { page, frame: frameOf(page, astro.url.pathname) };
}

function frameOf({ input, category, facets, total }: GoodsListPage, pathname: string): ListFrame {
  const merchant =
    input.merchant_id.length === 1 ? facets.merchant.find(({ id }) => id === input.merchant_id[0]) : null;
  const subject =
    input.keywords || input.sccj_keywords || category.at(-1)?.name || merchant?.name || undefined;
  const canonical = new URLSearchParams();
  if (input.keywords) canonical.set('keywords', input.keywords);
  if (input.sccj_keywords) canonical.set('sccj_keywords', input.sccj_keywords);
  if (input.category_id !== undefined) canonical.set('category_id', String(input.category_id));
  if (input.page > 1) canonical.set('page', String(input.page));
  return {
    subject,
    description: `${subject ?? '全部商品'}批发：${total}个商品在售，列出规格、厂家、效期和库存，药店诊所登录后查看采购价。`,
    canonical: canonical.size > 0 ? `${pathname}?${canonical}` : pathname,
  };
}
