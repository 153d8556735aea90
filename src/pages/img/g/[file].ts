import type { APIRoute } from 'astro';
import { ownPicture } from '#lib/server/web/pages/pictures.ts';

export const GET: APIRoute = ownPicture;
