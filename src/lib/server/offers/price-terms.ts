/** The parts of one item's price, for a buyer who asks why. */
import { AppError } from '#lib/contract/errors.ts';
import type { PriceTerms } from '#lib/contract/offers/calls.ts';
import { toWire } from '#lib/contract/offers/terms.ts';
import type { Context } from '../core/context.ts';
import { concealHidden } from './conceal.ts';
import { loadOffers } from './load.ts';

/** `GET /api/goods/price`. Throws 404 for an unknown item. */
export async function getPriceTerms(
  { db, actor: { account }, now }: Context<'all'>,
  { id }: { id: number },
): Promise<PriceTerms> {
  // Add-ons are loaded too: one that this buyer may not see is left out with its price.
  const loaded = concealHidden(
    await loadOffers(
      db,
      account,
      { goodsIds: [id], withAddOns: true, withClaimable: true, source: 'display' },
      now,
    ),
  );
  const state = loaded.states.get(id);
  if (!state) throw new AppError(404, '商品不存在或已被删除');
  return {
    offers: state.showsPrice ? toWire(loaded.offers) : null,
    claimable: state.showsPrice ? toWire([...loaded.claimable]) : [],
    region: loaded.region,
    timestamp: now.getTime(),
  };
}
