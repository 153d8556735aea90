import type { APIRoute } from 'astro';
import { film } from '#lib/server/film.ts';

export const GET: APIRoute = film;
