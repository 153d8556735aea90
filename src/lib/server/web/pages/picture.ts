import type { APIRoute } from 'astro';
import { AppError } from '#lib/contract/errors.ts';
import { refuse } from '../../core/calls/endpoint.ts';
import { type Db, getDb } from '../../db/client.ts';
import { type Picture, pictureResponse } from '../../engines/pictures/picture.ts';

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
