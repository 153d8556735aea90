import type { APIRoute } from 'astro';
import { answerPackage } from '#lib/server/web/pages/package.ts';

export const GET: APIRoute = answerPackage;
