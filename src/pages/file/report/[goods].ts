import type { APIRoute } from 'astro';
import { answerReport } from '#lib/server/pages/report.ts';

export const GET: APIRoute = answerReport;
