import type { APIRoute } from 'astro';
import { type Db, getDb } from './db/client.ts';
import { type Picture, pictureResponse } from './services/pictures/pictures.ts';

type Params = Record<string, string | undefined>;

/** A route that answers one drawn picture, or 404. */
export function picture(find: (db: Db, params: Params) => Promise<Picture | null>): APIRoute {
  return async ({ params, request }) => pictureResponse(await find(getDb(), params), request);
}
