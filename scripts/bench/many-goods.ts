/** Hundreds of thousands of goods in seconds: copies of grown ones, in the database itself. */
import type pg from 'pg';

/** Copies of a part that is grown one by one. */
export const grownGoods = 100_000;

/**
 * Copies the catalogue's generated products with their offers until there are `target` items: each copy has its own
 * codes, maker, brand and prices. Returns how many items were added.
 */
export async function multiplyGoods(pool: pg.Pool, target: number): Promise<number> {
  const { rows } = await pool.query(
    `SELECT (SELECT count(*) FROM goods) AS goods, (SELECT max(id) FROM product) AS product_id,
       (SELECT max(id) FROM goods) AS goods_id, (SELECT count(*) FROM product WHERE sku LIKE 'G%') AS serial`,
  );
  const { goods, product_id: productSpan, goods_id: goodsSpan, serial } = rows[0];
  let missing = target - goods;
  let added = 0;
  for (let copy = 1; missing > 0; copy++) {
    await pool.query(copyProducts, [copy, productSpan, serial]);
    const { rowCount } = await pool.query(copyGoods, [copy, productSpan, goodsSpan, missing]);
    if (!rowCount) throw new Error('nothing to copy');
    missing -= rowCount;
    added += rowCount;
  }
  for (const table of ['product', 'goods'])
    await pool.query(
      `SELECT setval(pg_get_serial_sequence('${table}', 'id'), (SELECT max(id) FROM ${table}))`,
    );
  return added;
}

/** $1 which copy, $2 the highest id of the copied ones, $3 their number. Maker and brand are those of another one. */
const copyProducts = `
  WITH grown AS (
    SELECT *, row_number() OVER (PARTITION BY kind ORDER BY id) AS nth, count(*) OVER (PARTITION BY kind) AS many,
      row_number() OVER (ORDER BY id) AS serial
    FROM product WHERE sku LIKE 'G%' AND id <= $2::int)
  INSERT INTO product (id, sku, kind, category_id, name, brand, maker, spec, form, origin, size, approval_no, national_code,
    unit, mid_pack, case_pack, otc, scope, storage, shelf_life_months, indications, base_price, market_price,
    pinyin, initials, maker_pinyin, maker_initials)
  SELECT a.id + $1::int * $2::int, 'G' || lpad(($1::int * $3::int + a.serial)::text, 7, '0'), a.kind, a.category_id,
    a.name, b.brand, b.maker, a.spec, a.form, b.origin, a.size,
    regexp_replace(a.approval_no, '\\d+$', '9' || lpad(($1::int * $3::int + a.serial)::text, 7, '0')),
    '869' || lpad(($1::int * $3::int + a.serial)::text, 11, '0'),
    a.unit, a.mid_pack, a.case_pack, a.otc, a.scope, a.storage, a.shelf_life_months, a.indications, a.base_price,
    a.market_price, a.pinyin, a.initials, b.maker_pinyin, b.maker_initials
  FROM grown a JOIN grown b ON b.kind = a.kind AND b.nth = (a.nth * 7919 + $1::int * 104729) % a.many + 1`;

/** $1 which copy, $2 and $3 the highest ids of the copied ones, $4 how many at most. */
const copyGoods = `
  INSERT INTO goods (id, product_id, merchant_id, warehouse_id, price, member_price, rank_prices, market_price, stock,
    pack_step, case_pack, min_quantity, limit_quantity, day_limit, week_limit, ladder_type, ladder, lot_no, produced_on,
    expires_on, buyer_types, is_controlled, control_class, with_coupon, is_preferred, is_cold_chain, free_shipping_number,
    rebate, flaw, is_on_shelf, sales)
  SELECT g.id + $1::int * $3::int, g.product_id + $1::int * $2::int, g.merchant_id, g.warehouse_id, g.price, g.member_price,
    g.rank_prices, g.market_price, g.stock, g.pack_step, g.case_pack, g.min_quantity, g.limit_quantity, g.day_limit,
    g.week_limit, g.ladder_type, g.ladder, g.lot_no, g.produced_on, g.expires_on, g.buyer_types, g.is_controlled,
    g.control_class, g.with_coupon, g.is_preferred, g.is_cold_chain, g.free_shipping_number, g.rebate, g.flaw,
    g.is_on_shelf, (g.sales::bigint * (1 + $1::int * 7919 % 13) / 7)::int
  FROM goods g JOIN product p ON p.id = g.product_id
  WHERE p.sku LIKE 'G%' AND g.id <= $3::int AND p.id <= $2::int
  ORDER BY g.id LIMIT $4::int`;
