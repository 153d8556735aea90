import { LRUCache } from 'lru-cache';
import { AppError } from '#lib/contract/errors.ts';
import { faces } from '#lib/contract/goods/pictures.ts';
import { isOneOf } from '#lib/rules/terms/keys.ts';
import type { Db } from '#lib/server/db/client.ts';
import * as repo from '#lib/server/engines/pictures/rows.ts';
import { findBrand } from '../../catalogue/brand-rows.ts';
import { inTurn } from '../../core/rate-limits.ts';
import { drawBanner, isShowy } from './banner.ts';
import { drawFace } from './faces.ts';
import { drawLogo } from './logo.ts';
import { drawnPicture, type Picture } from './picture.ts';

/** Cached bytes of pictures; a front is about 8 KB. */
const keptBytes = 16 * 1024 * 1024;
const cached = new LRUCache<string, Picture>({
  maxSize: keptBytes,
  sizeCalculation: ({ body }) => body.length,
});
/** Drawings in progress, shared by concurrent requests. */
const drawing = new Map<string, Promise<Picture | null>>();

/**
 * The picture of a key, drawn once; the least recently used are dropped first. Null (nothing to draw) is not cached.
 * `asker` is the address in whose share it is drawn. Throws 429 when that is used up.
 */
export async function cachePicture(
  key: string,
  viewer: string | undefined,
  draw: () => Promise<Picture | string | null>,
): Promise<Picture | null> {
  const ready = cached.get(key);
  if (ready) return ready;
  const underWay = drawing.get(key);
  if (underWay) return underWay.catch((error) => againAlone(error, () => cachePicture(key, viewer, draw)));
  const work = (viewer === undefined ? draw() : inTurn('picture', viewer, draw)).then((made) =>
    typeof made === 'string' ? drawnPicture(made) : made,
  );
  drawing.set(key, work);
  try {
    const picture = await work;
    // The catalogue may have changed meanwhile.
    if (picture && drawing.get(key) === work) cached.set(key, picture);
    return picture;
  } finally {
    if (drawing.get(key) === work) drawing.delete(key);
  }
}

/** A used-up share belongs to the caller who began the drawing: waiting callers retry in their own share. */
function againAlone<T>(error: unknown, again: () => Promise<T>): Promise<T> {
  if (!(error instanceof AppError) || error.code !== 429) throw error;
  return again();
}

/** Drops every drawn picture: the catalogue has changed. */
export function forgetPictures(): void {
  cached.clear();
  drawing.clear();
}

export function idOf(text: string | undefined): number | null {
  return text !== undefined && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null;
}

/** One face of a product; null when there is no such product or face. */
export async function productPicture(
  db: Db,
  id?: string,
  face?: string,
  viewer?: string,
): Promise<Picture | null> {
  const product = idOf(id);
  if (product === null || !isOneOf(faces, face)) return null;
  return cachePicture(`p${product}-${face}`, viewer, async () => {
    const drawn = await repo.findDrawnProduct(db, product);
    return drawn ? drawFace(drawn, face) : null;
  });
}

/** A merchant's logo; null when there is no such merchant. */
export async function merchantPicture(db: Db, id?: string, viewer?: string): Promise<Picture | null> {
  const merchant = idOf(id);
  if (merchant === null) return null;
  return cachePicture(`m${merchant}`, viewer, async () => {
    const found = await repo.findMerchantName(db, merchant);
    return found ? drawLogo(found.shortName, found.speciality) : null;
  });
}

/** A brand's sign; null when there is no such brand. */
export async function brandPicture(db: Db, id?: string, viewer?: string): Promise<Picture | null> {
  const brand = idOf(id);
  if (brand === null) return null;
  return cachePicture(`b${brand}`, viewer, async () => {
    const found = await findBrand(db, brand);
    return found && drawLogo(found.name, '');
  });
}

/** An ad's banner with best-selling products of its link; null when there is no such ad. */
export async function adPicture(db: Db, id?: string, viewer?: string): Promise<Picture | null> {
  const ad = idOf(id);
  if (ad === null) return null;
  return cachePicture(`ad${ad}`, viewer, async () => {
    const found = await repo.findAd(db, ad);
    if (!found) return null;
    const query = new URLSearchParams(found.url.split('?')[1] ?? '');
    const of = { word: query.get('keywords') ?? '', categoryId: idOf(query.get('category_id') ?? undefined) };
    const products = await repo.listDrawnProducts(db, of, 5);
    return drawBanner(ad, found.slot, found.title, products.filter(isShowy).slice(0, 3));
  });
}
