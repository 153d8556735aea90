/** What one goods' price is made from, for a buyer who asks why. */
import { AppError } from '#lib/contract/errors.ts';
import type { PriceTerms } from '#lib/contract/offers/schema.ts';
import { toWire } from '#lib/contract/offers/terms.ts';
import type { Context } from '../../context.ts';
import { findDefaultAddress } from '../../repos/addresses.ts';
import { concealHidden } from './conceal.ts';
import { loadOffers } from './load.ts';

/** `GET /api/goods/price`. Throws 404 for an unknown goods. */
export async function getPriceTerms(
  { db, actor: { account }, now }: Context<'all'>,
  { id }: { id: number },
): Promise<PriceTerms> {
  const [loaded, address] = await Promise.all([
    // Add-ons are looked at too: one that this buyer may not see is left out with its price.
    loadOffers(db, account, { goodsIds: [id], withAddOns: true }, now).then(concealHidden),
    account && findDefaultAddress(db, account.companyId),
  ]);
  const state = loaded.states.get(id);
  if (!state) throw new AppError(404, '商品不存在或已被删除');
  return {
    offers: state.showsPrice ? toWire(loaded.offers) : null,
    region: address?.regionCode ?? null,
    timestamp: now.getTime(),
  };
}
