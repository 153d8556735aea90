import type { APIRoute } from 'astro';
import { film } from '#lib/server/web/pages/pictures.ts';

export const GET: APIRoute = film;
