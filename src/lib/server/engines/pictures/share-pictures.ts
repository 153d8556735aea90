/** Pictures of shared links, drawn once and cached with the others. */

import { siteTitle } from '#lib/contract/constants.ts';
import { makeRandom } from '#lib/rules/text/random.ts';
import type { Db } from '#lib/server/db/client.ts';
import * as repo from '#lib/server/engines/pictures/rows.ts';
import { type Drawn, group, sheetOf } from './drawn.ts';
import { front } from './faces.ts';
import { hsl, paletteOf } from './palette.ts';
import type { Picture } from './picture.ts';
import { cachePicture, idOf } from './pictures.ts';
import { canWriteChinese, rasterize } from './raster.ts';
import { escapeText, fit, textBlock } from './text.ts';

/** The card of a product; null when there is no such product, or no font to write its name with. */
export async function productSharePicture(db: Db, id?: string, viewer?: string): Promise<Picture | null> {
  const product = idOf(id);
  if (product === null || !canWriteChinese()) return null;
  return cachePicture(`share-p${product}`, viewer, async () => {
    const drawn = await repo.findDrawnProduct(db, product);
    if (!drawn) return null;
    const text = { kind: drawn.category2, title: drawn.name, lines: [drawn.spec, drawn.maker] };
    return rasterize(drawShareCard(text, drawn));
  });
}

/** The card of a page of words; `key` names the page. Null without a font to write with. */
export async function textSharePicture(
  key: string,
  text: ShareText,
  viewer?: string,
): Promise<Picture | null> {
  if (!canWriteChinese()) return null;
  return cachePicture(`share-${key}`, viewer, () => rasterize(drawShareCard(text)));
}

// The picture that a shared link shows: 1200 × 630, what the page is about on the left, a package on the right.

/** The text of a card: the kind of page, its title, one or two lines below it. */
interface ShareText {
  kind: string;
  title: string;
  lines: readonly string[];
}

const hues = [162, 205, 28, 228, 188, 345, 145];
const width = 1200;
const height = 630;
const fonts = 'Noto Sans CJK SC,WenQuanYi Micro Hei,PingFang SC,Microsoft YaHei,sans-serif';

/** Draws a card; a product gives it its package and its maker's colours. Pure. */
export function drawShareCard({ kind, title, lines }: ShareText, product?: Drawn): string {
  const text = product ? 660 : 1040;
  const colours = product ? paletteOf(product.maker) : undefined;
  const hue = makeRandom(title).pick(hues);
  const [dark, main] = colours ? [colours.dark, colours.main] : [hsl(hue, 60, 24), hsl(hue, 54, 40)];
  const head = fit(title, text, 76, 44, 3);
  const rows = lines
    .slice(0, 3)
    .map((line, at) => textBlock(fit(line, text, 32, 26, 1), 80, 452 + at * 46, { fill: '#fff' }))
    .join('');
  const ground = `<linearGradient id="ground" x1="0" y1="0" x2="1" y2=".7"><stop offset="0" stop-color="${dark}"/><stop offset="1" stop-color="${main}"/></linearGradient>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="${fonts}"><defs>${ground}</defs><rect width="${width}" height="${height}" fill="url(#ground)"/>${product ? packageOn(product) : rings()}<text x="80" y="112" font-size="30" font-weight="700" fill="#fff">${siteTitle}<tspan font-weight="400" dx="24" fill-opacity=".85">${escapeText(kind)}</tspan></text>${textBlock(head, 80, 280, { fill: '#fff', weight: 700 })}${rows}</svg>`;
}

/** The package on a sheet of light. */
function packageOn(product: Drawn): string {
  const { parts, defs } = front(sheetOf(product));
  const shade =
    '<radialGradient id="shade"><stop offset="0" stop-color="#12303a" stop-opacity=".3"/><stop offset="1" stop-color="#12303a" stop-opacity="0"/></radialGradient>';
  return `<defs>${shade}${defs}</defs><rect x="780" y="0" width="420" height="630" fill="#f4f8f9"/>${group('translate(790 115)', parts)}`;
}

function rings(): string {
  return [220, 320, 420]
    .map((size) => `<circle cx="1130" cy="560" r="${size}" fill="#fff" opacity=".06"/>`)
    .join('');
}
