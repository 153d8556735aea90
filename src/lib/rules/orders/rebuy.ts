/** What has changed since an item was bought: shown before it is bought again. */
import { type Fen, showYuan } from '../money/money.ts';
import { expiryMonth } from '../terms/shelf-life.ts';

export type RebuyFacts = {
  /** Fen a piece, then and now; null where there was none, or it is hidden now. */
  priceThen: Fen | null;
  priceNow: Fen | null;
  /** Pieces then, and how many of them are available now: 0 = not buyable. */
  wanted: number;
  number: number;
  unit: string;
  /** Pieces in the cart already. */
  inCart: number;
  /** Expiry date, `2028-03-31`, then and now. */
  expiresThen: string;
  expiresNow: string;
  /** Why the same item cannot be bought; null when it can. */
  refusal: string | null;
  /** Another offer replaces it: its merchant, and its maker when that differs too. */
  standIn: { merchant: string; maker: string | null } | null;
};

export type RebuyChange = {
  kind: 'in_cart' | 'gone' | 'stand_in' | 'dearer' | 'cheaper' | 'number' | 'sooner' | 'later';
  text: string;
};

/** The differences, the most important first; none when everything is as it was. */
export function rebuyChanges(facts: RebuyFacts): RebuyChange[] {
  const changes: RebuyChange[] = [];
  const { priceThen, priceNow, wanted, number, unit, refusal, standIn } = facts;
  if (refusal !== null) changes.push({ kind: 'gone', text: refusal });
  if (standIn !== null) {
    const maker = standIn.maker === null ? '' : `，厂家为${standIn.maker}`;
    changes.push({ kind: 'stand_in', text: `可换${standIn.merchant}的同品${maker}` });
  }
  if (number === 0) return changes;
  if (facts.inCart > 0) changes.push({ kind: 'in_cart', text: `购物车已有${facts.inCart}${unit}` });
  if (priceNow !== null && priceThen !== null && priceNow !== priceThen) {
    const isDearer = priceNow > priceThen;
    const gap = Math.abs(priceNow - priceThen);
    changes.push({
      kind: isDearer ? 'dearer' : 'cheaper',
      text: `${isDearer ? '涨' : '降'}¥${showYuan(gap)}`,
    });
  }
  if (number !== wanted)
    changes.push({
      kind: 'number',
      text: number < wanted ? `现可买${number}${unit}（上次${wanted}${unit}）` : `最少买${number}${unit}`,
    });
  if (facts.expiresNow !== facts.expiresThen) {
    const month = expiryMonth(facts.expiresNow);
    changes.push(
      facts.expiresNow < facts.expiresThen
        ? { kind: 'sooner', text: `效期更近：${month}` }
        : { kind: 'later', text: `效期更新：${month}` },
    );
  }
  return changes;
}
