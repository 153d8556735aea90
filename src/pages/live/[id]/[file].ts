import type { APIRoute } from 'astro';
import { liveFile } from '#lib/server/web/pages/live-file.ts';

export const GET: APIRoute = liveFile;
