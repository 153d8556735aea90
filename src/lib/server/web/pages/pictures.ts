/** Routes of pictures and films. */
import type { APIRoute } from 'astro';
import { AppError } from '#lib/contract/errors.ts';
import { refuse } from '../../core/calls/endpoint.ts';
import { env } from '../../core/process/env.ts';
import { type Db, getDb } from '../../db/client.ts';
import { type Picture, pictureResponse } from '../../engines/pictures/picture.ts';
import { drawQr } from '../../engines/pictures/qr.ts';
import { canWriteChinese } from '../../engines/pictures/raster.ts';
import { answerFilm } from '../../goods/films.ts';
import { answerOwnPicture } from '../../goods/own-pictures.ts';
import { getSettings } from '../../site/settings.ts';

type Params = Record<string, string | undefined>;

/** A route for one drawn picture, or 404; drawing counts in the share of the caller's address, or 429. */
export function picture(find: (db: Db, params: Params, viewer: string) => Promise<Picture | null>): APIRoute {
  return async ({ params, request, locals }) => {
    try {
      return pictureResponse(await find(getDb(), params, locals.clientAddress), request);
    } catch (error) {
      if (error instanceof AppError) return refuse(error, locals.requestId);
      throw error;
    }
  };
}

/** The route of the goods' own pictures. */
export const ownPicture: APIRoute = ({ params, request, locals }) =>
  answerOwnPicture(getDb(), locals.account, params.file ?? '', request);

/** The route of films. */
export const film: APIRoute = ({ params, request, locals }) =>
  answerFilm(getDb(), locals.account, params.file ?? '', request);

// The QR code that brings the shop to a phone.

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

type Find = (db: Db, params: Record<string, string | undefined>, viewer: string) => Promise<Picture | null>;

/** A route for the picture of a shared link; the shop's own where this machine has no font for Chinese. */
export function sharePicture(find: Find): APIRoute {
  const answer = picture(find);
  return (context) => (canWriteChinese() ? answer(context) : context.redirect('/og.png', 302));
}
