/** What cards, lines and lists say alike of a goods and of its product, by the wire's names. */
import { faces, picturePath } from '#lib/contract/goods/pictures.ts';
import { stockLabel } from '#lib/rules/goods/stock.ts';
import { nearExpiryWarehouse } from '#lib/rules/terms/shelf-life.ts';
import type { GoodsFacts } from '../../followed/goods.ts';

type Named = Pick<GoodsFacts, 'name' | 'spec' | 'maker'>;

/** What tells one product from another: name, spec and maker. */
export function productNames({ name, spec, maker }: Named) {
  return { name, ypgg: spec, sccj: maker };
}

/** A product as a line shows it: with its unit and its picture. */
export function productLine(product: Named & Pick<GoodsFacts, 'unit'>, productId: number) {
  return { ...productNames(product), bzdw: product.unit, image: picturePath(productId) };
}

type Product = Named & Pick<GoodsFacts, 'unit' | 'form' | 'origin' | 'otc'>;
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

/** What a card and a line of the cart say alike of a goods. `warehouseId` is where it lies by now. */
export function goodsWire(
  goods: Goods,
  product: Product,
  merchant: { id: number; shortName: string },
  warehouseId: number,
) {
  return {
    id: goods.id,
    ...productLine(product, goods.productId),
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

/** The pictures of a product, one a face, under every name that the wire has for them. */
export function goodsImages(productId: number) {
  return faces.map((face) => {
    const url = picturePath(productId, face);
    return { image_url: url, list: url, 'list-mini': url };
  });
}
