import { createHash } from 'node:crypto';
import { pinyinOf } from '#lib/server/engines/search/pinyin.ts';
import type { CatalogueRow } from './row.ts';

/** A checked row's values for the `product` table, except its category. Seed and import share it. */
export function productValues(row: CatalogueRow) {
  const { category1: _1, category2: _2, merchant: _m, stock: _s, lot: _l, missingOfLot: _o, ...rest } = row;
  // Picture files have to be read first: the import itself writes their names.
  const { pictures: _p, ...facts } = rest;
  const name = pinyinOf(row.name);
  const maker = pinyinOf(row.maker);
  return {
    ...facts,
    pinyin: name.full,
    initials: name.initials,
    makerPinyin: maker.full,
    makerInitials: maker.initials,
    rowHash: rowHash(row),
  };
}

/**
 * Hash of a row's product data (without sellers and stock, and without pictures, which depend on files); the same row
 * again changes nothing.
 */
export function rowHash(row: CatalogueRow): string {
  const { merchant: _, stock: _s, lot: _l, missingOfLot: _o, ...rest } = row;
  const { barcode, video, leaflet, pictures: _p, ...facts } = rest;
  // A file without these columns changes nothing about them.
  const said = {
    ...facts,
    ...(barcode && { barcode }),
    ...(video && { video }),
    ...(leaflet && { leaflet }),
  };
  return createHash('sha256').update(JSON.stringify(said)).digest('base64url').slice(0, 22);
}
