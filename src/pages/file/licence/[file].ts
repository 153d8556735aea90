import type { APIRoute } from 'astro';
import { answerLicence } from '#lib/server/pages/report.ts';

export const GET: APIRoute = answerLicence;
