import type { APIRoute } from 'astro';
import { getDb } from '../../db/client.ts';
import { answerFilm } from '../../goods/films.ts';

/** The route of films. */
export const film: APIRoute = ({ params, request, locals }) =>
  answerFilm(getDb(), locals.account, params.file ?? '', request);
