/** Merchants for buyers: the list, one of them, and their items. */
import { showcaseGoods } from '#lib/contract/constants.ts';
import { AppError } from '#lib/contract/errors.ts';
import { type GoodsPage, goodsListInput } from '#lib/contract/goods/calls.ts';
import { logoPath } from '#lib/contract/goods/pictures.ts';
import type { Merchant, MerchantDetail, MerchantList } from '#lib/contract/merchants.ts';
import { provinceNames } from '#lib/rules/companies/provinces.ts';
import { shanghaiDay } from '#lib/rules/terms/activity-time.ts';
import {
  type DeliveryFacts,
  findDelivery,
  findMerchant,
  listMerchants,
  type MerchantFacts,
} from '../catalogue/rows.ts';
import type { Context } from '../core/context.ts';
import type { Catalogue } from '../engines/search/catalogue.ts';
import { getCatalogue } from '../engines/search/live-catalogue.ts';
import { goodsItems } from '../goods/items.ts';
import { listGoods } from '../goods/list.ts';
import { bestSellers } from '../goods/related.ts';

/** `GET /api/sjly` and `/api/sjly/showcase`; `keywords` is part of a merchant's name or speciality. */
export async function listShops(
  context: Context<'all'>,
  { page, size, keywords = '' }: { page: number; size: number; keywords?: string },
): Promise<MerchantList> {
  const {
    db,
    actor: { account },
    now,
  } = context;
  const catalogue = await getCatalogue(db);
  const word = keywords.normalize('NFKC').toLowerCase();
  const all = (await listMerchants(db)).filter(
    ({ isClosing, shortName, fullName, speciality }) =>
      !isClosing && [shortName, fullName, speciality].some((text) => text.toLowerCase().includes(word)),
  );
  const rows = all.slice((page - 1) * size, page * size);
  const today = shanghaiDay(now.getTime());
  const counts = countGoods(catalogue, today);
  const shops = rows.map((row) => ({
    row,
    top: bestSellers(catalogue, showcaseGoods, today, undefined, row.id),
  }));
  const ids = shops.flatMap(({ top }) => top);
  const goods = await goodsItems(db, account, catalogue, ids, now.getTime());
  const byId = new Map(goods.map((item) => [item.id, item]));
  const list = shops.map(({ row, top }) => ({
    ...shopOf(row, counts.get(row.id) ?? 0),
    goods: top.map((id) => byId.get(id)).filter((item) => item !== undefined),
  }));
  return { list, total: all.length };
}

/** `GET /api/sjly/detail`. Throws 404 for an unknown merchant. */
export async function getShop(context: Context<'all'>, { id }: { id: number }): Promise<MerchantDetail> {
  const {
    db,
    actor: { account },
    now,
  } = context;
  const [row, delivery] = await Promise.all([findMerchant(db, id), findDelivery(db, id)]);
  if (row === null || delivery === null) throw new AppError(404, '商家不存在');
  const catalogue = await getCatalogue(db);
  const today = shanghaiDay(now.getTime());
  const top = bestSellers(catalogue, showcaseGoods, today, undefined, id);
  return {
    ...shopOf(row, countGoods(catalogue, today).get(id) ?? 0),
    goods: await goodsItems(db, account, catalogue, top, now.getTime()),
    phone: row.phone,
    licence_no: row.licenceNo,
    kind: row.kind,
    delivery: deliveryTexts(delivery),
  };
}

/** `GET /api/sjly/goods`: a merchant's items, best sellers first. Throws 404 for an unknown merchant. */
export async function listShopGoods(
  context: Context<'all'>,
  { id, page, size }: { id: number; page: number; size: number },
): Promise<GoodsPage> {
  if ((await findMerchant(context.db, id)) === null) throw new AppError(404, '商家不存在');
  const input = goodsListInput.parse({ merchant_id: [id], page, size, sort: 'sale' });
  const { list, total } = await listGoods(context, input);
  return { list, total, page, size };
}

function shopOf(row: MerchantFacts, count: number): Omit<Merchant, 'goods'> {
  return {
    id: row.id,
    image: logoPath(row.id),
    remarks: row.shortName,
    full_name: row.fullName,
    address: row.address,
    beizhu: row.speciality,
    badges: row.badges,
    policies: row.policies,
    goods_count: count,
    is_closing: row.isClosing ? 1 : 0,
  };
}

/** Number of items on offer on a day, by merchant. */
function countGoods({ goods }: Catalogue, today: number): Map<number, number> {
  const counts = new Map<number, number>();
  for (let place = 0; place < goods.count; place++) {
    if (!goods.isOffered(place, today)) continue;
    const merchantId = goods.merchantAt(place);
    counts.set(merchantId, (counts.get(merchantId) ?? 0) + 1);
  }
  return counts;
}

/** Name of the platform's own merchants by their kind. */
const houseKind = '自营';

/** Short names of the merchants that are not the platform's own. */
export async function listOtherMerchants({ db }: Pick<Context, 'db'>): Promise<string[]> {
  const all = await listMerchants(db);
  return all.filter(({ kind }) => kind !== houseKind).map(({ shortName }) => shortName);
}

/** A merchant's delivery terms in sentences: the same rules by which freight is charged. */
interface DeliveryText {
  name: string;
  text: string;
}

/** Freight, surcharges, minimum order and regions of a merchant; what does not apply is left out. */
function deliveryTexts(facts: DeliveryFacts): DeliveryText[] {
  const { freightRules: rules, salesRegions, coldChainFee, minOrderAmount } = facts;
  const rows: [string, string | undefined][] = [
    ['运费', rateText(facts.shippingFee, facts.freeShippingAmount)],
    ['优选商品', rules.preferred && `单独核算，${rateText(rules.preferred.fee, rules.preferred.freeFrom)}`],
    ...(rules.regionFees ?? []).map((rate): [string, string] => [
      '偏远地区',
      `${provinceNames(rate.regions).join('、')}：${rateText(rate.fee, rate.freeFrom)}`,
    ]),
    ['冷链', coldChainFee > 0 ? `冷藏商品每单另收冷链包装费${yuan(coldChainFee)}` : undefined],
    ['起订', minOrderAmount > 0 ? `商品金额满${yuan(minOrderAmount)}起订` : '无起订金额'],
    [
      '不配送',
      rules.unservedRegions && rules.unservedRegions.length > 0
        ? provinceNames(rules.unservedRegions).join('、')
        : undefined,
    ],
    ['销售区域', salesRegions === null ? '全国' : provinceNames(salesRegions).join('、')],
  ];
  return rows.flatMap(([name, text]) => (text ? [{ name, text }] : []));
}

function rateText(fee: number, freeFrom: number | null): string {
  if (fee === 0) return '免运费';
  if (freeFrom === null) return `每单${yuan(fee)}`;
  return freeFrom === 0 ? '免运费' : `满${yuan(freeFrom)}包邮，未满收${yuan(fee)}`;
}

/** Without decimals where there are none: 300元, 12.5元. */
function yuan(fen: number): string {
  return `${fen / 100}元`;
}
