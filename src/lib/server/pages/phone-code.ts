/** The QR code that brings the shop to a phone. */
import type { APIRoute } from 'astro';
import { getDb } from '../db/client.ts';
import { pictureResponse } from '../pictures/picture.ts';
import { drawQr } from '../pictures/qr.ts';
import { env } from '../process/env.ts';
import { getSettings } from '../services/site/settings.ts';

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
