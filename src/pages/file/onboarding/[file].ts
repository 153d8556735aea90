import type { APIRoute } from 'astro';
import { answerOnboarding } from '#lib/server/web/pages/report.ts';

export const GET: APIRoute = answerOnboarding;
