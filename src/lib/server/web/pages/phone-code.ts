/** The QR code that brings the shop to a phone. */
import type { APIRoute } from 'astro';
import { env } from '../../core/process/env.ts';
import { getDb } from '../../db/client.ts';
import { pictureResponse } from '../../engines/pictures/picture.ts';
import { drawQr } from '../../engines/pictures/qr.ts';
import { getSettings } from '../../site/settings.ts';

/** The configured mini-program, else this shop's own address as the browser reached it. */
export const phoneCode: APIRoute = async ({ request, url }) => {
  const { miniProgramUrl } = await getSettings(getDb());
  const response = pictureResponse(
    drawQr(miniProgramUrl || env().SITE_URL || new URL('/', url).href),
    request,
  );
  // The address may be another one for the next visitor.
  response.headers.set('Cache-Control', 'private, no-cache');
  return response;
};
