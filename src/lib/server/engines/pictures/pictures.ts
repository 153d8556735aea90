import { LRUCache } from 'lru-cache';
import { AppError } from '#lib/contract/errors.ts';
import { faces } from '#lib/contract/goods/pictures.ts';
import { showYuan } from '#lib/rules/money/money.ts';
import { isOneOf } from '#lib/rules/terms/keys.ts';
import type { Db } from '#lib/server/db/client.ts';
import * as repo from '#lib/server/engines/pictures/rows.ts';
import { findBrand } from '../../catalogue/rows.ts';
import { inTurn } from '../../core/rate-limits.ts';
import { drawBanner, isShowy } from './banner.ts';
import { drawFace } from './faces.ts';
import { drawOffer } from './mall.ts';
import { paletteOf } from './palette.ts';
import { drawnPicture, type Picture } from './picture.ts';
import { escapeText } from './text.ts';

/** A merchant's business as a small sign: a leaf, a cross, a drop of cold, a shield, a capsule. */
const signs: [words: RegExp, path: string][] = [
  [/饮片|中药/, '<path d="M0 14C-16-2-13-20 0-30c13 10 16 28 0 44zM0 14v-30" />'],
  [/器械|敷料|防护/, '<path d="M0-28l20 7v14c0 14-9 20-20 25-11-5-20-11-20-25v-14zM-8-6H8M0-14V2" />'],
  [/冷藏|生物/, '<path d="M0-28v44M-19-17l38 22M19-17L-19 5" />'],
  [/注射/, '<path d="M-8-26H8M0-26v8M-8-18H8V8L0 18-8 8zM-8-6H2M-8 2H2" />'],
  [/保健/, '<path d="M0 14C-30-6-18-30 0-18 18-30 30-6 0 14z" />'],
];
const capsule = '<path d="M-18 2l20-20a10 10 0 0 1 14 14L-4 16A10 10 0 0 1-18 2zM-8-8L6 6" />';

/** A merchant's sign: its first two characters under what it lives from, in its own colours. */
function drawLogo(shortName: string, speciality: string): string {
  const c = paletteOf(shortName);
  const sign = signs.find(([words]) => words.test(speciality))?.[1] ?? capsule;
  const short = escapeText([...shortName].slice(0, 2).join(''));
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 120" role="img" aria-label="${escapeText(shortName)}" font-family="PingFang SC,Microsoft YaHei,Noto Sans CJK SC,sans-serif"><defs><linearGradient id="g" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="${c.main}"/><stop offset="1" stop-color="${c.dark}"/></linearGradient></defs><rect width="120" height="120" rx="22" fill="url(#g)"/><circle cx="96" cy="20" r="46" fill="#fff" opacity=".09"/><g transform="translate(60 46)" fill="none" stroke="#fff" stroke-width="4.5" stroke-linecap="round" stroke-linejoin="round">${sign}</g><text x="60" y="98" font-size="28" font-weight="700" fill="#fff" text-anchor="middle" letter-spacing="2">${short}</text></svg>`;
}

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

/** What the points mall offers; null when there is no such goods. */
export async function offerPicture(db: Db, id?: string, viewer?: string): Promise<Picture | null> {
  const goods = idOf(id);
  const found = goods === null ? undefined : await repo.findOffer(db, goods);
  if (found === undefined) return null;
  const { kind, name, value, threshold } = found;
  // By what is drawn, not by the goods: a desk may change it.
  return cachePicture(`j${kind} ${value} ${threshold} ${name}`, viewer, async () =>
    drawOffer({
      kind,
      name,
      value: yuanOf(value),
      condition: threshold > 0 ? `满${yuanOf(threshold)}可用` : '',
    }),
  );
}

/** Whole yuan without decimals: a public page shows no amount as prices are written. */
function yuanOf(fen: number): string {
  return showYuan(fen).replace(/\.00$/, '');
}
