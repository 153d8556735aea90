import type { APIRoute } from 'astro';
import { ownPicture } from '#lib/server/web/pages/own-picture.ts';

export const GET: APIRoute = ownPicture;
