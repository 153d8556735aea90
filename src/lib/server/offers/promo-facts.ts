/** The promotion fields of an offer as sentences: a card's few words, and a full table. Pure. */
import type { Offer } from '#lib/contract/offers/calls.ts';
import { showYuan } from '#lib/rules/money/money.ts';

type Fields = Partial<
  Pick<
    Offer,
    | 'manjian_data'
    | 'mj_price'
    | 'mzhg_title'
    | 'mzhg_desc'
    | 'mzhg_have_zp'
    | 'hg_price'
    | 'rebate'
    | 'rebate_title'
    | 'rebate_remarks'
    | 'free_shipping_desc'
  >
>;
export type PromoFact = NonNullable<Offer['promo_facts']>[number];

/** In order of weight: the lowest prices first. Empty where nothing applies. */
export function promoFacts(fields: Fields, unit: string): PromoFact[] {
  return [reduction(fields, unit), giftOrAddOn(fields), rebate(fields, unit), freight(fields)].filter(
    (fact) => fact !== null,
  );
}

function reduction({ manjian_data: tiers = [], mj_price }: Fields, unit: string): PromoFact | null {
  const [lowest] = tiers;
  if (lowest === undefined) return null;
  const reached = mj_price === undefined ? '' : `，凑满后每${unit}¥${showYuan(mj_price)}`;
  return {
    label: '满减',
    short: lowest.remarks,
    text: tiers.map(({ remarks }) => remarks).join('，') + reached,
  };
}

function giftOrAddOn({ mzhg_title, mzhg_desc, mzhg_have_zp, hg_price }: Fields): PromoFact | null {
  if (mzhg_desc === undefined) return null;
  const isGone = mzhg_have_zp === 0;
  return {
    label: mzhg_have_zp === undefined ? '换购' : hg_price === undefined ? '满赠' : '满赠换购',
    // A sold-out promotion is no reason to look.
    short: isGone && hg_price === undefined ? '' : mzhg_desc,
    text: [
      mzhg_title === mzhg_desc ? '' : mzhg_title,
      mzhg_desc,
      isGone ? '赠品已赠完' : '',
      hg_price === undefined ? '' : `换购价¥${showYuan(hg_price)}起`,
    ]
      .filter(Boolean)
      .join('，'),
  };
}

function rebate({ rebate: amount, rebate_title, rebate_remarks }: Fields, unit: string): PromoFact | null {
  if (amount === undefined) return null;
  return {
    label: rebate_title ?? '返利',
    short: `每${unit}返¥${showYuan(amount)}`,
    text: rebate_remarks ?? '',
  };
}

function freight({ free_shipping_desc: text }: Fields): PromoFact | null {
  return text === undefined ? null : { label: '包邮', short: text.split('，', 1)[0] ?? '', text };
}
