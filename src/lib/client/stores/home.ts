import { api } from '#lib/contract/api.ts';
import type { BuyerHome } from '#lib/contract/home.ts';
import { call } from '../api.ts';

/** The buyer's part of the home page as it is now. Rejects as `call` does. */
export function loadBuyerHome(): Promise<BuyerHome> {
  return call(api.buyerHome, {});
}
