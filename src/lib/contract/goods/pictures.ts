/** Addresses of the pictures that the server draws. */

/** Faces of a product: its package, the facts on the back, what is inside, a pack of several. */
export const faces = ['front', 'inside', 'facts', 'pack'] as const;

export type Face = (typeof faces)[number];

/** Goes up when the drawing changes: old pictures stay in caches for long. */
export const drawingVersion = 1;

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

/** What to show when a picture does not load. */
export const placeholderPath = '/placeholder.svg';
