/** The parts of one item's price beside the cart, for a buyer who asks why. */
import { AppError } from '#lib/contract/errors.ts';
import type { PriceTerms } from '#lib/contract/offers/calls.ts';
import { toWire } from '#lib/contract/offers/terms.ts';
import type { Context } from '../core/context.ts';
import { concealHidden } from './conceal.ts';
import { readOfferFacts } from './load.ts';
import { offersFrom } from './made-offers.ts';

/** `GET /api/goods/price`. Throws 404 for an unknown item. */
export async function getPriceTerms(
  { db, actor: { account }, now }: Context<'all'>,
  { id }: { id: number },
): Promise<PriceTerms> {
  // Add-ons are loaded too: one that this buyer may not see is left out with its price.
  const facts = await readOfferFacts(
    db,
    account,
    { goodsIds: [id], withAddOns: true, withNet: true, source: 'display' },
    now,
  );
  const ids = [...new Set([...facts.goodsIds, ...facts.besideIds])];
  const loaded = concealHidden(offersFrom(facts, account, ids, now));
  const state = loaded.states.get(id);
  if (!state) throw new AppError(404, '商品不存在或已被删除');
  return {
    offers: state.showsPrice ? toWire(loaded.offers) : null,
    claimable: state.showsPrice ? toWire([...loaded.claimable]) : [],
    lines: state.showsPrice ? [...(loaded.beside?.lines ?? [])] : [],
    region: loaded.region,
    timestamp: now.getTime(),
  };
}
