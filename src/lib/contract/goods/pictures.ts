/** Addresses of pictures drawn by the server, and of items' own ones. */

/** Faces of a product: its package, the facts on the back, what is inside, a pack of several. */
export const faces = ['front', 'inside', 'facts', 'pack'] as const;

export type Face = (typeof faces)[number];

/** Goes up when the drawing changes: old pictures stay in caches for long. */
export const drawingVersion = 2;

/** The picture of a product (of the product, not of one merchant's goods). */
export function picturePath(productId: number, face: Face = 'front'): string {
  return `/img/p/${productId}-${face}.svg?v=${drawingVersion}`;
}

/** All faces of a product, the front first: what a detail page's carousel shows. */
export function picturePaths(productId: number): string[] {
  return faces.map((face) => picturePath(productId, face));
}

/** The picture of a shared link to a product's goods. */
export function sharePicturePath(productId: number): string {
  return `/img/share/p/${productId}.png`;
}

/** A merchant's logo. */
export function logoPath(merchantId: number): string {
  return `/img/m/${merchantId}.svg?v=${drawingVersion}`;
}

/** A brand's sign. */
export function brandLogoPath(brandId: number): string {
  return `/img/b/${brandId}.svg?v=${drawingVersion}`;
}

/**
 * Widths of an item's own picture, px: in lines and thumbnails, on cards, on its page. Each is a square, as WebP and
 * AVIF.
 */
export const ownWidths = { mini: 160, list: 400, full: 800 } as const;

/** The address of an item's own picture, by its name in the store. */
export function ownPicturePath(name: string, size: keyof typeof ownWidths): string {
  return `/img/g/${name}-${ownWidths[size]}.webp`;
}

/**
 * The `srcset` of a picture in all its sizes, by the address of one of them; undefined for a drawn one, which is sharp
 * in every size.
 */
export function pictureSet(url: string, type: 'webp' | 'avif'): string | undefined {
  const start = /^(\/img\/g\/[\w-]+)-\d+\.webp$/.exec(url)?.[1];
  if (start === undefined) return undefined;
  return Object.values(ownWidths)
    .map((width) => `${start}-${width}.${type} ${width}w`)
    .join(', ');
}

/** Shown when a picture does not load. */
export const placeholderPath = '/placeholder.svg';

/** The picture of a goods of the points mall that has none of its own. */
export function mallPicturePath(goodsId: number): string {
  return `/img/j/${goodsId}.svg?v=${drawingVersion}`;
}
