import { chatHref } from '#lib/contract/chat/href.ts';
import type { GoodsDetail } from '#lib/contract/goods/calls.ts';

/** The chat with an item's merchant, which is offered the item as a card. */
export function chatAbout(
  merchantId: number,
  { id, name, ypgg }: Pick<GoodsDetail, 'id' | 'name' | 'ypgg'>,
): string {
  return chatHref(merchantId, { kind: 'goods', ref: id, title: `${name} ${ypgg}` });
}

export interface Fact {
  name: string;
  value: string;
}

/** Facts that are there, in the order in which a buyer checks them. */
function present(facts: [name: string, value: string][]): Fact[] {
  return facts.filter(([, value]) => value !== '').map(([name, value]) => ({ name, value }));
}

/** Facts for a purchase: packing, stock, dates, limits. */
export function purchaseFacts(goods: GoodsDetail): Fact[] {
  const { bzdw: unit } = goods;
  const limits = [
    goods.xg_number > 0 ? `共限购${goods.xg_number}${unit}` : '',
    goods.day_limit > 0 ? `每日限购${goods.day_limit}${unit}` : '',
    goods.week_limit > 0 ? `每周限购${goods.week_limit}${unit}` : '',
  ].filter(Boolean);
  return present([
    ['效期至', `${goods.expires_on || '待登记'}${goods.is_yj === 1 ? '（近效期）' : ''}`],
    ['生产日期', goods.produced_on],
    ['库存', goods.number_label],
    ['中包装', `${goods.zbz}${unit}`],
    ['件装', `${goods.jzl}${unit}`],
    ['起购', `${goods.qg_number}${unit}`],
    ['限购', limits.join('，')],
    ['包邮', goods.free_shipping_title],
    ['用券', goods.with_coupon === 1 ? '可用优惠券' : '不可用优惠券'],
    ['配送', goods.is_cold_chain === 1 ? '冷链配送，全程2–8℃' : ''],
    ['说明', goods.flaw],
    ['仅限', goods.buyer_types.join('、')],
  ]);
}

/** Facts of the product. */
export function productFacts(goods: GoodsDetail): Fact[] {
  return present([
    ['通用名', goods.name],
    ['商标', goods.brand],
    ['规格', goods.ypgg],
    ['剂型', goods.jx],
    ['生产厂家', goods.sccj],
    ['产地', goods.shpchd],
    ['等级/尺寸', goods.zf],
    ['商品等级', goods.level],
    ['批准文号', goods.approval_no],
    ['国家本位码', goods.gjbzm],
    ['条形码', goods.barcode],
    ['类别', goods.otc],
    ['贮藏', goods.storage],
    ['有效期', `${goods.shelf_life_months}个月`],
    ['控销', goods.k_splb],
    ['单位', goods.bzdw],
  ]);
}

/** JSON-LD of an item: product and availability, never its price. */
export function structuredData(goods: GoodsDetail, address: string): object {
  return {
    '@context': 'https://schema.org',
    '@graph': [
      {
        '@type': 'Product',
        name: `${goods.name} ${goods.ypgg}`,
        sku: String(goods.id),
        image: new URL(goods.image, address).href,
        category: goods.category.map(({ name }) => name).join(' / '),
        manufacturer: { '@type': 'Organization', name: goods.sccj },
        ...(goods.brand && { brand: { '@type': 'Brand', name: goods.brand } }),
        ...(goods.gjbzm && { productID: goods.gjbzm }),
      },
      {
        '@type': 'BreadcrumbList',
        itemListElement: [
          { name: '首页', item: new URL('/', address).href },
          ...goods.category.map(({ id, name }) => ({
            name,
            item: new URL(`/list?category_id=${id}`, address).href,
          })),
          { name: goods.name, item: address },
        ].map((step, at) => ({ '@type': 'ListItem', position: at + 1, ...step })),
      },
    ],
  };
}
