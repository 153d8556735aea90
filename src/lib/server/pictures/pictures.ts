import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { drawingVersion, faces } from '#lib/contract/goods/pictures.ts';
import { isOneOf } from '#lib/rules/terms/keys.ts';
import type { Db } from '#lib/server/db/client.ts';
import * as repo from '#lib/server/repos/pictures.ts';
import { findBrand } from '../repos/brands.ts';
import { inTurn } from '../shares/limits.ts';
import { drawBanner, isShowy } from './banner.ts';
import { drawFace } from './faces.ts';
import { drawLogo } from './logo.ts';

/** A drawn picture and the tag that browsers ask again with. */
export type Picture = { svg: string; etag: string };

/** Bytes of pictures kept ready; a front is some 8 KB. */
const keptBytes = 16 * 1024 * 1024;
const kept = new LRUCache<string, Picture>({ maxSize: keptBytes, sizeCalculation: ({ svg }) => svg.length });
/** Drawings under way: who asks meanwhile gets the same. */
const drawing = new Map<string, Promise<Picture | null>>();

/**
 * The picture of a key, drawn once; the least recently asked for go first. Null (nothing to draw) is not kept. `asker`
 * is the address in whose share it is drawn. Throws 429 when that is used up.
 */
async function keep(
  key: string,
  asker: string | undefined,
  draw: () => Promise<string | null>,
): Promise<Picture | null> {
  const ready = kept.get(key) ?? drawing.get(key);
  if (ready) return ready;
  const work = (asker === undefined ? draw() : inTurn('picture', asker, draw)).then((svg) =>
    svg === null ? null : sign(svg),
  );
  drawing.set(key, work);
  try {
    const picture = await work;
    // The catalogue may have changed meanwhile.
    if (picture && drawing.get(key) === work) kept.set(key, picture);
    return picture;
  } finally {
    if (drawing.get(key) === work) drawing.delete(key);
  }
}

function sign(svg: string): Picture {
  return { svg, etag: `"${createHash('sha256').update(svg).digest('base64url').slice(0, 16)}"` };
}

/** Forgets every drawn picture: the catalogue has changed. */
export function forgetPictures(): void {
  kept.clear();
  drawing.clear();
}

function idOf(text: string | undefined): number | null {
  return text !== undefined && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null;
}

/** One face of a product; null when there is no such product or face. */
export async function productPicture(
  db: Db,
  id?: string,
  face?: string,
  asker?: string,
): Promise<Picture | null> {
  const product = idOf(id);
  if (product === null || !isOneOf(faces, face)) return null;
  return keep(`p${product}-${face}`, asker, async () => {
    const drawn = await repo.findDrawnProduct(db, product);
    return drawn ? drawFace(drawn, face) : null;
  });
}

/** A merchant's logo; null when there is no such merchant. */
export async function merchantPicture(db: Db, id?: string, asker?: string): Promise<Picture | null> {
  const merchant = idOf(id);
  if (merchant === null) return null;
  return keep(`m${merchant}`, asker, async () => {
    const found = await repo.findMerchantName(db, merchant);
    return found ? drawLogo(found.shortName, found.speciality) : null;
  });
}

/** A brand's sign; null when there is no such brand. */
export async function brandPicture(db: Db, id?: string, asker?: string): Promise<Picture | null> {
  const brand = idOf(id);
  if (brand === null) return null;
  return keep(`b${brand}`, asker, async () => {
    const found = await findBrand(db, brand);
    return found && drawLogo(found.name, '');
  });
}

/** An ad's banner with well-sold products of what it links to; null when there is no such ad. */
export async function adPicture(db: Db, id?: string, asker?: string): Promise<Picture | null> {
  const ad = idOf(id);
  if (ad === null) return null;
  return keep(`ad${ad}`, asker, async () => {
    const found = await repo.findAd(db, ad);
    if (!found) return null;
    const query = new URLSearchParams(found.url.split('?')[1] ?? '');
    const of = { word: query.get('keywords') ?? '', categoryId: idOf(query.get('category_id') ?? undefined) };
    const products = await repo.listDrawnProducts(db, of, 5);
    return drawBanner(ad, found.slot, found.title, products.filter(isShowy).slice(0, 3));
  });
}

/** The HTTP answer: 404 without a picture, 304 when the browser has it, for good when the address names the version. */
export function pictureResponse(picture: Picture | null, request: Request): Response {
  if (!picture)
    return new Response(null, { status: 404, headers: { 'Cache-Control': 'public, max-age=60' } });
  const isVersioned = new URL(request.url).searchParams.get('v') === String(drawingVersion);
  const headers = {
    ETag: picture.etag,
    'Cache-Control': isVersioned ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
    'X-Content-Type-Options': 'nosniff',
    'Content-Security-Policy': "default-src 'none'",
  };
  if (request.headers.get('if-none-match')?.includes(picture.etag)) {
    return new Response(null, { status: 304, headers });
  }
  return new Response(picture.svg, {
    headers: { ...headers, 'Content-Type': 'image/svg+xml; charset=utf-8' },
  });
}
