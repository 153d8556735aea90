import { renderSVG } from 'uqr';
import { drawnPicture, type Picture } from './picture.ts';

/** An address as a QR code with its quiet zone, for a phone to scan. */
export function drawQr(address: string): Picture {
  return drawnPicture(renderSVG(address, { ecc: 'M', border: 2, pixelSize: 6 }));
}
