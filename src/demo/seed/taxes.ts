/** Taxes of the demo's items. Some have none, so that the refusal of an invoice can be seen. */
import type { GoodsTax } from '#lib/rules/invoices/tax.ts';
import type { goodsTax } from '#lib/server/db/schema.ts';
import { dayFrom } from './dates.ts';

/** An item with what decides its tax. */
export type TaxedGoods = {
  id: number;
  merchantId: number;
  kind: string;
  /** The deepest category. */
  category: string;
  approvalNo: string;
  isSold: boolean;
};

const codes: Readonly<Record<string, string>> = {
  化学药: '1070302990000000000',
  中成药: '1070304990000000000',
  中药饮片: '1070303010000000000',
  保健食品: '1030299000000000000',
  医疗器械: '1090614990000000000',
  消毒个护: '1070201990000000000',
};

function taxOf({ id, kind, category, approvalNo, isSold }: TaxedGoods): GoodsTax | null {
  if (kind === '消毒个护' && id % 5 === 0 && !isSold) return null;
  if (category.startsWith('避孕')) return { rate: 0, policy: 'exempt', taxCode: '1070399010000000000' };
  if (approvalNo.startsWith('国药准字S') && id % 2 === 0)
    return { rate: 3, policy: 'simple_3', taxCode: '1070306990000000000' };
  return {
    rate: kind === '中药饮片' ? 9 : 13,
    policy: 'none',
    taxCode: codes[kind] ?? '1070302990000000000',
  };
}

/** Taxes of these items, in force for longer than the demo's history. */
export function taxValues(items: readonly TaxedGoods[], now: Date): (typeof goodsTax.$inferInsert)[] {
  const validFrom = dayFrom(now, -400);
  return items.flatMap((item) => {
    const tax = taxOf(item);
    const { id: goodsId, merchantId } = item;
    return tax === null ? [] : [{ goodsId, merchantId, validFrom, ...tax, setBy: 'shangjia' }];
  });
}
