import type { APIRoute } from 'astro';
import { answerExport } from '#lib/server/web/pages/own-data.ts';

export const GET: APIRoute = answerExport;
