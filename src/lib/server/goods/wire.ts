/** Fields of an item and of its product that cards, lines and lists share, by the wire's names. */
import { stockLabel } from '#lib/rules/goods/stock.ts';
import { nearExpiryWarehouse } from '#lib/rules/terms/shelf-life.ts';
import type { GoodsFacts } from '../cache/goods.ts';
import { lineImage, type Pictured } from '../engines/pictures/goods-pictures.ts';

type Named = Pick<GoodsFacts, 'name' | 'spec' | 'maker'>;

/** The fields that identify a product: name, spec and maker. */
export function productNames({ name, spec, maker }: Named) {
  return { name, ypgg: spec, sccj: maker };
}

/**
 * A product for a line: with its unit and a small picture. `isApproved` is the caller's, who then sees pictures of
 * prescription drugs.
 */
export function productLine(
  product: Named & Pick<GoodsFacts, 'unit'> & Pictured,
  productId: number,
  isApproved: boolean,
) {
  return {
    ...productNames(product),
    bzdw: product.unit,
    image: lineImage(product, productId, isApproved),
  };
}

type Product = Named & Pick<GoodsFacts, 'unit' | 'form' | 'origin' | 'otc' | 'pictures'>;
type Goods = Pick<
  GoodsFacts,
  | 'id'
  | 'productId'
  | 'packStep'
  | 'casePack'
  | 'minQuantity'
  | 'limitQuantity'
  | 'stock'
  | 'expiresOn'
  | 'isPreferred'
  | 'isControlled'
>;

/** Fields of an item that a card and a cart line share. `warehouseId` is its warehouse now. */
export function goodsWire(
  goods: Goods,
  product: Product,
  merchant: { id: number; shortName: string },
  warehouseId: number,
  isApproved: boolean,
) {
  return {
    id: goods.id,
    ...productLine(product, goods.productId, isApproved),
    jx: product.form,
    shpchd: product.origin,
    otc: product.otc,
    ck_id: warehouseId,
    number: goods.stock,
    number_label: stockLabel(goods, product.unit),
    zbz: goods.packStep,
    jzl: goods.casePack,
    qg_number: goods.minQuantity,
    xg_number: goods.limitQuantity,
    expires_on: goods.expiresOn ?? '',
    is_youx: goods.isPreferred ? 1 : 0,
    is_jxq: warehouseId === nearExpiryWarehouse ? 1 : 0,
    is_kxpz: goods.isControlled ? 1 : 0,
    sjly: { id: merchant.id, remarks: merchant.shortName },
  };
}
