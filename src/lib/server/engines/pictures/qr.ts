import { encode, renderSVG } from 'uqr';
import type { DrawnQr } from '#lib/contract/fields.ts';
import { drawnPicture, type Picture } from './picture.ts';

/** An address as a QR code with its quiet zone, for a phone to scan. */
export function drawQr(address: string): Picture {
  return drawnPicture(renderSVG(address, { ecc: 'M', border: 2, pixelSize: 6 }));
}

/** A text as one path: each dark module is a square of it. */
export function qrPath(text: string): DrawnQr {
  const { size, data } = encode(text, { ecc: 'M', border: 2 });
  const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return { size, path: dark.join('') };
}
