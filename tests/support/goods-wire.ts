/** A goods as the server sends it to a buyer, for tests of islands. */
import type { GoodsItem } from '#lib/contract/goods/calls.ts';
import { toWire } from '#lib/contract/offers/terms.ts';
import { formatYuan } from '#lib/rules/money/money.ts';
import type { GoodsTerms } from '#lib/rules/terms/terms.ts';
import { goods } from '../rules/fixtures.ts';

/** What islands read of a goods; its terms say what it costs. */
export function goodsWire(terms: Partial<GoodsTerms> = {}, over: Partial<GoodsItem> = {}): GoodsItem {
  const all = goods(terms);
  return {
    id: all.id,
    product_id: all.id * 100,
    name: `药品${all.id}`,
    image: '/a.svg',
    sccj: '某厂',
    ypgg: '12片',
    otc: '处方药',
    ck_id: 1,
    number: all.stock,
    number_label: '充足',
    zbz: all.packStep,
    bzdw: all.unit,
    expires_on: '2028-03-31',
    tags: [],
    sjly: { id: all.merchantId, remarks: '衡川自营' },
    is_buy: 1,
    price: formatYuan(all.price),
    terms: toWire(all),
    ...over,
  } as unknown as GoodsItem;
}
