import type { APIRoute } from 'astro';
import { answerExport } from '#lib/server/pages/own-data.ts';

export const GET: APIRoute = answerExport;
