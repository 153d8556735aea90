/** Loads what the pages of a merchant's items need before they render. */
import { AppError } from '#lib/contract/errors.ts';
import type { MerchantDetail } from '#lib/contract/merchants.ts';
import { getShop, listOtherMerchants } from '../../merchants/merchants.ts';
import { publicContext } from './page.ts';
import { openScope, type PageOfZone, type Scope } from './zone-page.ts';

/** A merchant by the id of an address, without private prices; null when there is none. */
export async function openMerchant(
  astro: PageOfZone,
  id: string | undefined,
): Promise<MerchantDetail | null> {
  if (id === undefined || !/^[1-9]\d{0,8}$/.test(id)) return null;
  try {
    return await getShop(publicContext(astro), { id: Number(id) });
  } catch (error) {
    if (error instanceof AppError && error.code === 404) return null;
    throw error;
  }
}

export interface OpenMerchantGoods {
  merchant: MerchantDetail;
  scope: Scope;
}

/** The items of one merchant; null when there is no such merchant. */
export async function openMerchantGoods(
  astro: PageOfZone,
  id: string | undefined,
): Promise<OpenMerchantGoods | null> {
  const merchant = await openMerchant(astro, id);
  if (merchant === null) return null;
  return { merchant, scope: await openScope(astro, [{ merchants: [merchant.remarks] }]) };
}

/** The items of all merchants except the platform's own. */
export async function openOtherGoods(astro: PageOfZone): Promise<Scope> {
  const others = await listOtherMerchants(publicContext(astro));
  return openScope(astro, [{ merchants: others }]);
}
