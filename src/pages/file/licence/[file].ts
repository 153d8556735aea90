import type { APIRoute } from 'astro';
import { answerLicence } from '#lib/server/web/pages/report.ts';

export const GET: APIRoute = answerLicence;
