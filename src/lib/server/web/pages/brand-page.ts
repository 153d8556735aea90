/** Loads what a brand's page needs before it renders. */
import type { Ad } from '#lib/contract/ads.ts';
import type { Brand } from '#lib/contract/brands.ts';
import { getBrand } from '../../merchants/brands.ts';
import { listBrandAds } from '../../site/ads.ts';
import { publicContext } from './page.ts';
import { openScope, type PageOfZone, type Scope } from './zone-page.ts';

export interface OpenBrand {
  brand: Brand;
  ads: Ad[];
  scope: Scope;
}

/** Opens a brand's goods; `page` is what the address names. Null when there is no such brand, or it has no such page. */
export async function openBrand(astro: PageOfZone, id: string, page?: number): Promise<OpenBrand | null> {
  const context = publicContext(astro);
  const brand = await getBrand(context, id);
  if (brand === null) return null;
  const [scope, ads] = await Promise.all([
    openScope(astro, [{ brands: [brand.name] }], { page }),
    listBrandAds(context, { id: brand.id }),
  ]);
  if (page !== undefined && page > scope.page.pages) return null;
  return { brand, ads, scope };
}
