import { createHash } from 'node:crypto';
import { renderSVG } from 'uqr';
import type { Picture } from './pictures.ts';

/** An address as a QR code with its quiet zone, for a phone to scan. */
export function drawQr(address: string): Picture {
  const svg = renderSVG(address, { ecc: 'M', border: 2, pixelSize: 6 });
  return { svg, etag: `"${createHash('sha256').update(svg).digest('base64url').slice(0, 16)}"` };
}
