import { atom } from 'nanostores';
import { fieldOf } from '#lib/rules/terms/field-of.ts';

/** Where the buyer wants things sent, as chosen in the header. */
export interface Region {
  /** Division code of the district. */
  code: string;
  /** Province, city and district in one. */
  name: string;
}

const key = 'region';

/** The chosen region, kept in this browser only (rules 17); null while none is chosen or it is not read yet. */
export const $region = atom<Region | null>(null);

/** Reads the kept region and follows what other tabs choose; answers how to stop following. */
export function followRegion(): () => void {
  $region.set(keptRegion());
  const follow = (event: StorageEvent) => {
    if (event.key === key || event.key === null) $region.set(keptRegion());
  };
  addEventListener('storage', follow);
  return () => removeEventListener('storage', follow);
}

/** The kept region, whether or not the header has read it. */
export function keptRegion(): Region | null {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? '{}');
    const code = fieldOf(kept, 'code');
    const name = fieldOf(kept, 'name');
    return typeof code === 'string' && /^\d{6,12}$/.test(code) && typeof name === 'string'
      ? { code, name }
      : null;
  } catch {
    // Storage may be closed or hold what another version wrote.
    return null;
  }
}

/** Chooses a region, or none. */
export function chooseRegion(region: Region | null): void {
  $region.set(region);
  try {
    if (region === null) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(region));
  } catch {
    // Without storage the choice holds for this page.
  }
}
