import { atom } from 'nanostores';
import { fieldOf } from '#lib/rules/terms/field-of.ts';

/** The buyer's delivery region, as chosen in the header. */
export interface Region {
  /** Division code of the district. */
  code: string;
  /** Province, city and district together. */
  name: string;
}

const key = 'region';

/** The chosen region, stored in this browser only (rules 17); null before it is chosen or read. */
export const $region = atom<Region | null>(null);

/** Reads the stored region and follows changes of other tabs; returns a function that stops it. */
export function followRegion(): () => void {
  $region.set(savedRegion());
  const follow = (event: StorageEvent) => {
    if (event.key === key || event.key === null) $region.set(savedRegion());
  };
  addEventListener('storage', follow);
  return () => removeEventListener('storage', follow);
}

/** The stored region, whether or not the header has read it. */
export function savedRegion(): Region | null {
  try {
    const saved: unknown = JSON.parse(localStorage.getItem(key) ?? '{}');
    const code = fieldOf(saved, 'code');
    const name = fieldOf(saved, 'name');
    return typeof code === 'string' && /^\d{6,12}$/.test(code) && typeof name === 'string'
      ? { code, name }
      : null;
  } catch {
    // Storage may be unavailable or contain another version's data.
    return null;
  }
}

/** Sets or clears the region. */
export function chooseRegion(region: Region | null): void {
  $region.set(region);
  try {
    if (region === null) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(region));
  } catch {
    // Without storage the choice applies to this page.
  }
}
