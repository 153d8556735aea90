import type { APIRoute } from 'astro';
import { answerReport } from '#lib/server/web/pages/report.ts';

export const GET: APIRoute = answerReport;
