import type { APIRoute } from 'astro';
import { answerFile } from '#lib/server/web/pages/file.ts';

export const GET: APIRoute = (context) => answerFile(context, 'pdf');
