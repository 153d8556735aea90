/** Pictures of shared links, drawn once and cached with the others. */
import type { Db } from '#lib/server/db/client.ts';
import * as repo from '#lib/server/engines/pictures/rows.ts';
import type { Picture } from './picture.ts';
import { cachePicture, idOf } from './pictures.ts';
import { canWriteChinese, rasterize } from './raster.ts';
import { drawShareCard, type ShareText } from './share-card.ts';

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
