import type { APIRoute } from 'astro';
import { answerOnboarding } from '#lib/server/pages/report.ts';

export const GET: APIRoute = answerOnboarding;
