import type { APIRoute } from 'astro';
import { getDb } from '../../db/client.ts';
import { answerOwnPicture } from '../../goods/own-pictures.ts';

/** The route of the goods' own pictures. */
export const ownPicture: APIRoute = ({ params, request, locals }) =>
  answerOwnPicture(getDb(), locals.account, params.file ?? '', request);
