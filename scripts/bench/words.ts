import type pg from 'pg';

/** Words that buyers type and click, from the database; the same on every run. */
export interface Words {
  /** Beginnings of names, pinyin, initials, makers. */
  searches: string[];
  /** Queries of list pages with keywords, filters and sorts. */
  lists: string[];
  goodsIds: number[];
}

interface ProductRow {
  name: string;
  maker: string;
  pinyin: string;
  initials: string;
  form: string;
  category_id: number;
  merchant_id: number;
  goods_id: number;
}

const sorts = ['', 'sort=sale', 'sort=new&order=desc', 'sort=expiry&order=desc'];

function searchOf({ name, maker, pinyin, initials }: ProductRow, at: number): string {
  const first = (text: string) => text.split(/\s+/)[0] ?? '';
  const kinds = [
    name.slice(0, 2),
    first(initials).slice(0, 4),
    name.slice(0, 3),
    first(pinyin).slice(0, 7),
    maker.slice(0, 2),
    name,
  ];
  return kinds[at % kinds.length] || name;
}

function listOf(row: ProductRow, at: number): string {
  const text = encodeURIComponent;
  const kinds = [
    `category_id=${row.category_id}`,
    `keywords=${text(row.name.slice(0, 2))}&in_stock=1`,
    `merchant_id=${row.merchant_id}&form=${text(row.form)}`,
    `keywords=${text(row.initials.slice(0, 3))}&otc=rx`,
    `form=${text(row.form)}&expiry=18-&in_stock=1`,
    `sccj_keywords=${text(row.maker.slice(0, 2))}`,
    `page=${(at % 50) + 1}&otc=otc`,
  ];
  return [kinds[at % kinds.length], sorts[at % sorts.length]].filter(Boolean).join('&');
}

export async function loadWords(pool: pg.Pool): Promise<Words> {
  const { rows } = await pool.query<ProductRow>(`
    SELECT p.name, p.maker, p.pinyin, p.initials, p.form, p.category_id, g.merchant_id, g.id AS goods_id
    FROM goods g JOIN product p ON p.id = g.product_id
    WHERE g.is_on_shelf ORDER BY md5(g.id::text) LIMIT 1000`);
  return { searches: rows.map(searchOf), lists: rows.map(listOf), goodsIds: rows.map((row) => row.goods_id) };
}
