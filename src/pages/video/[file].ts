import type { APIRoute } from 'astro';
import { film } from '#lib/server/web/pages/film.ts';

export const GET: APIRoute = film;
