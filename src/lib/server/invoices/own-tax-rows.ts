/** Taxes of one merchant's items, as its people change them at the desk (rules 18, 19). */
import { type SQL, sql } from 'drizzle-orm';
import { taxList } from '#lib/contract/desk/lists/tax.ts';
import type { HeldRow } from '#lib/rules/changes/plan-row.ts';
import type { TaxFacts, TaxField, TaxValues } from '#lib/rules/invoices/tax-table.ts';
import { dayKey } from '#lib/rules/terms/activity-time.ts';
import type { Db, Tx } from '../db/client.ts';
import { listRows } from '../db/list-source.ts';
import { goods, product } from '../db/schema.ts';
import { hasKeyword } from '../goods/own-goods-rows.ts';

interface OwnTaxRow extends HeldRow<TaxField, TaxFacts> {
  /** Name and specification. */
  label: string;
}

/** Items with the newest tax of each, which may begin later. */
const withTax = sql`${goods} join ${product} on ${product.id} = ${goods.productId}
  left join lateral (
    select t.rate, t.policy, t.tax_code, t.valid_from from goods_tax t
    where t.goods_id = ${goods.id} order by t.valid_from desc limit 1
  ) tax on true`;

/** These items of the merchant by their ids, with their newest tax. */
export async function readOwnTaxes(
  db: Db | Tx,
  merchantId: number,
  ids: readonly number[],
): Promise<Map<number, OwnTaxRow>> {
  if (ids.length === 0) return new Map();
  const { rows } = await db.execute<{
    id: number;
    name: string;
    spec: string;
    rate: number | null;
    policy: string | null;
    tax_code: string | null;
    valid_from: string | null;
  }>(sql`
    select ${goods.id} as id, ${product.name} as name, ${product.spec} as spec, tax.rate, tax.policy, tax.tax_code,
      tax.valid_from::text as valid_from
    from ${withTax}
    where ${goods.merchantId} = ${merchantId} and ${goods.id} = any(${sql.param([...ids])}::int[])`);
  return new Map(
    rows.map(({ id, name, spec, rate, policy, tax_code: taxCode, valid_from: taxFrom }) => [
      id,
      {
        label: `${name} ${spec}`,
        values: { taxRate: rate === null ? null : String(rate), taxPolicy: policy, taxCode, taxFrom },
        facts: { from: taxFrom },
      },
    ]),
  );
}

/**
 * Writes taxes of items that the transaction has locked. A tax that has begun stays as it is: another one follows it from
 * today, or from its own day.
 */
export async function writeOwnTaxes(
  tx: Tx,
  { merchantId, madeBy, now }: { merchantId: number; madeBy: string; now: Date },
  rows: readonly { id: number; values: TaxValues }[],
): Promise<void> {
  if (rows.length === 0) return;
  const json = JSON.stringify(rows.map(({ id, values }) => ({ id, ...values })));
  const today = dayKey(now.getTime());
  await tx.execute(sql`
    insert into goods_tax (goods_id, merchant_id, valid_from, rate, policy, tax_code, set_by, created_at)
    select g.id, g.merchant_id,
      case when r."taxFrom" is null or (r."taxFrom" = newest.day and r."taxFrom" < ${today}::date)
        then ${today}::date else r."taxFrom" end,
      r."taxRate", coalesce(r."taxPolicy", 'none'), r."taxCode", ${madeBy}, ${now}
    from jsonb_to_recordset(${json}::jsonb)
      as r(id int, "taxRate" smallint, "taxPolicy" text, "taxCode" text, "taxFrom" date)
    join goods g on g.id = r.id and g.merchant_id = ${merchantId}
    left join lateral (select max(t.valid_from) as day from goods_tax t where t.goods_id = g.id) newest on true
    on conflict (goods_id, valid_from) do update set rate = excluded.rate, policy = excluded.policy,
      tax_code = excluded.tax_code, set_by = excluded.set_by, version = goods_tax.version + 1`);
}

function isInView(view: string): SQL | undefined {
  if (view === 'missing') return sql`tax.rate is null`;
  return view === 'set' ? sql`tax.rate is not null` : undefined;
}

/** The ids of all items that fit, as a part of another statement; empty texts are any. */
export function ownTaxIds(merchantId: number, { keyword, view }: { keyword: string; view: string }): SQL {
  return sql`select ${goods.id} as id from ${withTax}
    where ${goods.merchantId} = ${merchantId} and ${keyword.trim() === '' ? sql`true` : hasKeyword(keyword)}
      and ${isInView(view) ?? sql`true`} order by ${goods.id}`;
}

/** The list of taxes: a merchant's people see those of its items, the platform those of all. */
export const taxListRows = listRows(taxList, {
  source: ({ merchantId, now }) => ({
    from: withTax,
    shown: sql`join merchant m on m.id = ${goods.merchantId}`,
    key: sql`${goods.id}`,
    bound: merchantId === null ? undefined : sql`${goods.merchantId} = ${merchantId}`,
    columns: {
      name: sql`${product.name}`,
      spec: sql`${product.spec}`,
      maker: sql`${product.maker}`,
      merchant: sql`m.short_name`,
      goods_id: sql`${goods.id}`,
      sku: sql`${product.sku}`,
      kind: sql`${product.kind}`,
      approval_no: sql`${product.approvalNo}`,
      taxRate: sql`tax.rate::text`,
      taxPolicy: sql`tax.policy`,
      taxCode: sql`tax.tax_code`,
      taxFrom: sql`tax.valid_from`,
      now_rate: sql`(select t.rate from goods_tax t
        where t.goods_id = ${goods.id} and t.valid_from <= ${dayKey(now.getTime())}::date
        order by t.valid_from desc limit 1)`,
    },
    filters: { keyword: hasKeyword, view: isInView },
  }),
});
